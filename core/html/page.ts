import { ShelfmarkError } from '../errors.ts'
import { sniffCharset, type Charset } from './charset.ts'
import { MAX_PAGE_SIZE } from './limits.ts'
import { decodeBytes } from './decode-bytes.ts'
import { ElementIndex } from './element-index.ts'
import type { Document } from './node.ts'
import { parseHtml } from './parse-html.ts'
import { PageSource } from './source.ts'

/** A parsed page: its tree, and where in it to find elements. */
export class Page {
  readonly document: Document
  readonly elements: ElementIndex
  /** Encoding that the bytes were read in; `utf-16` for a page that came as a string. */
  readonly charset: Charset
  private readonly input: Uint8Array | string

  constructor(document: Document, charset: Charset, input: Uint8Array | string) {
    this.document = document
    this.elements = new ElementIndex(document)
    this.charset = charset
    this.input = input
  }

  /** The page as it was received, decoded. */
  decode(): string {
    if (typeof this.input === 'string') return this.input
    return decodeBytes(this.input, this.charset.encoding)
  }
}

export interface ParsePageOptions {
  /** Value of the `Content-Type` header that the page came with. */
  readonly contentType?: string | undefined
}

/**
 * Parses a page exactly as the HTML standard says.
 *
 * Throws: `page_too_large`, `page_too_deep`, `page_too_complex`, when the page
 * exceeds a limit of `limits.ts`. No markup is an error.
 */
export function parsePage(input: Uint8Array | string, options: ParsePageOptions = {}): Page {
  if (input.length > MAX_PAGE_SIZE) {
    throw new ShelfmarkError('page_too_large', `The page has ${input.length} bytes; at most ${MAX_PAGE_SIZE} are read.`)
  }
  if (typeof input === 'string') {
    const charset: Charset = { encoding: 'utf-16', evidence: 'default', bomLength: 0 }
    return new Page(parseHtml(PageSource.ofText(input)), charset, input)
  }
  const charset = sniffCharset(input, options.contentType)
  return new Page(parseHtml(toSource(input, charset)), charset, input)
}

function toSource(bytes: Uint8Array, charset: Charset): PageSource {
  if (charset.encoding === 'utf-8') return PageSource.ofUtf8(bytes.subarray(charset.bomLength))
  return PageSource.ofText(decodeBytes(bytes, charset.encoding))
}
