const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i

/** Whether a `Content-Type` is that of HTML. */
export function isHtmlType(contentType: string): boolean {
  return HTML_TYPE.test(contentType)
}
