import { ShelfmarkError } from '../error/shelfmark-error.ts'
import { sniffCharset, type Charset } from './encoding/charset.ts'
import { decodeBytes } from './encoding/decode.ts'
import { ElementIndex } from './index/element-index.ts'
import { toBytes, type PageInput } from './page-input.ts'
import { PageCharacters } from './tokenize/source.ts'
import type { Document } from './tree/node.ts'
import { parseHtml, parseHtmlFragment } from './tree/parse-html.ts'

/**
 * Largest page that is parsed.
 *
 * Unit: bytes; characters of a page that is given as a string.
 */
export const MAX_PAGE_SIZE = 8 * 1024 * 1024

/** A parsed page: its tree and the index of its elements. */
export class Page {
  readonly document: Document
  readonly elements: ElementIndex
  /** Encoding that the bytes were decoded from; `utf-16` for a page that was given as a string. */
  readonly charset: Charset
  private readonly input: Uint8Array | string

  constructor(document: Document, charset: Charset, input: Uint8Array | string) {
    this.document = document
    this.elements = new ElementIndex(document)
    this.charset = charset
    this.input = input
  }

  /** Unit: bytes; characters of a page that was given as a string. */
  get size(): number {
    return this.input.length
  }

  /** Why the page is not whole, for a person: "ends in a comment". Absent: null, it is, as far as its markup says. */
  get cut(): string | null {
    return this.document.cut
  }

  /** The page as received, decoded. */
  decode(): string {
    if (typeof this.input === 'string') return this.input
    return decodeBytes(this.input, this.charset.encoding)
  }
}

/** What is known about a page apart from its bytes. */
export interface ParsePageOptions {
  /** Value of the `Content-Type` header that the page came with. */
  readonly contentType?: string | undefined
  /** Size that the page was announced with: one that has fewer bytes is cut. Unit: bytes; characters of a page that is given as a string. */
  readonly size?: number | undefined
}

/**
 * Parses a page exactly as the HTML standard requires, in the version that the
 * pinned parse5 has. Invalid markup is not an
 * error.
 *
 * Throws: `page_too_large`, `page_too_deep`, `page_too_complex`; the README of
 * `core/html` lists the limits. `invalid_argument`, for an input of another type.
 *
 * @example
 * ```ts
 * import { parsePage } from 'shelfmark'
 *
 * const page = parsePage(bytes, { contentType: 'text/html; charset=utf-8' })
 * console.log(page.charset)
 * ```
 */
export function parsePage(input: PageInput, options: ParsePageOptions = {}): Page {
  const page = typeof input === 'string' ? input : toBytes(input)
  if (page.length > MAX_PAGE_SIZE) {
    throw new ShelfmarkError('page_too_large', `The page has ${page.length} bytes; at most ${MAX_PAGE_SIZE} are read.`)
  }
  const charset: Charset =
    typeof page === 'string'
      ? { encoding: 'utf-16', evidence: 'default', bomLength: 0 }
      : sniffCharset(page, options.contentType)
  const document = parseHtml(typeof page === 'string' ? PageCharacters.ofText(page) : toSource(page, charset))
  const { size = 0 } = options
  if (page.length < size) document.cut = `has ${page.length} of its ${size} bytes`
  return new Page(document, charset, page)
}

function toSource(bytes: Uint8Array, charset: Charset): PageCharacters {
  if (charset.encoding === 'utf-8') return PageCharacters.ofUtf8(bytes.subarray(charset.bomLength))
  return PageCharacters.ofText(decodeBytes(bytes, charset.encoding))
}

/**
 * Parses a page that another page contains as text.
 *
 * Absent: `null`, it exceeds a limit. The page around it does not.
 */
export function parseInnerPage(text: string): Page | null {
  return parseWithinLimits(() => parsePage(text))
}

/**
 * Parses markup that a page contains as text: in `<noscript>`, in an attribute.
 *
 * Absent: `null`, it exceeds a limit.
 */
export function parseInnerHtml(text: string): Document | null {
  return parseWithinLimits(() => parseHtmlFragment(PageCharacters.ofText(text)))
}

function parseWithinLimits<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ShelfmarkError) return null
    throw error
  }
}
