const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i

/** Whether a `Content-Type` is that of HTML. */
export function isHtmlType(contentType: string): boolean {
  return HTML_TYPE.test(contentType)
}

/** Bytes in which a page begins, after white space. Unit: bytes. */
const SNIFFED_BYTES = 1024
/** The tags that the MIME Sniffing Standard, 7.1, recognizes HTML by. */
const HTML_START =
  /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)(?=[ >])/i

/** Whether bytes of an unknown type are HTML, by how they begin. */
export function startsAsHtml(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes
  return HTML_START.test(Buffer.from(buffer, byteOffset, Math.min(length, SNIFFED_BYTES)).toString('latin1'))
}
