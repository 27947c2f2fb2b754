import { sniffContainer, type Container } from '../../../core/index.ts'

/** What a file is, when it is not compressed. */
export type SavedFormat = 'html' | 'mhtml' | 'warc' | 'har' | 'json-lines' | 'json-array'

/** What a file is that is not read, or not again after it was decompressed. */
export type UnreadFormat = Exclude<Container, SavedFormat>

/** Bytes of a file that its format is recognized by. Unit: bytes. */
export const SNIFFED_BYTES = 4096

const JSON_LINES = /^(?:\u00EF\u00BB\u00BF)?\s*\{/
const JSON_ARRAY = /^(?:\u00EF\u00BB\u00BF)?\s*\[\s*[{\]]/

const HTML_NAME = /\.html?(?:\.gz)?$/i

/**
 * Recognizes a format by the first bytes of a file. Everything else is HTML: all text is a page.
 * A page can begin with a brace, so a file with the name of a page is not JSON.
 */
export function sniffFormat(head: Uint8Array, name = ''): SavedFormat | UnreadFormat {
  const container = sniffContainer(head)
  if (container !== null && container !== 'har') return container
  if (HTML_NAME.test(name)) return 'html'
  if (container === 'har') return 'har'
  const start = Buffer.from(head.subarray(0, SNIFFED_BYTES)).toString('latin1')
  if (JSON_LINES.test(start)) return 'json-lines'
  return JSON_ARRAY.test(start) ? 'json-array' : 'html'
}
