/** What a file is, when it is not compressed. */
export type SavedFormat = 'html' | 'mhtml' | 'warc' | 'har' | 'json-lines'

/** Bytes of a file that its format is recognized by. Unit: bytes. */
export const SNIFFED_BYTES = 4096

const WARC = /^WARC\//
const HAR = /^\s*\{\s*"log"\s*:/
const JSON_LINES = /^\s*\{/
const HEADER = /^[\w-]+:/
const MULTIPART = /^content-type:\s*multipart\//im

const HTML_NAME = /\.html?(?:\.gz)?$/i

/**
 * Recognizes a format by the first bytes of a file. Everything else is HTML: all text is a page.
 * A page can begin with a brace, so a file with the name of a page is not JSON.
 */
export function sniffFormat(head: Uint8Array, name = ''): SavedFormat {
  const text = Buffer.from(head.subarray(0, SNIFFED_BYTES))
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
  if (WARC.test(text)) return 'warc'
  const isJson = !HTML_NAME.test(name)
  if (isJson && HAR.test(text)) return 'har'
  if (isJson && JSON_LINES.test(text)) return 'json-lines'
  return HEADER.test(text) && MULTIPART.test(text) ? 'mhtml' : 'html'
}
