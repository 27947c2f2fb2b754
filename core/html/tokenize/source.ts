import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { bytesToBinary, decodeUtf8 } from '../encoding/decode.ts'

const SPECIAL = /[\0\r\u0080-\uffff]/
const CARRIAGE_RETURN = /\r\n?/g
const NUL = /\0/g
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * The characters that a page is tokenized from, and the conversion of a range of
 * them to decoded text.
 *
 * For UTF-8, `text` has one character for each byte. UTF-8 encodes ASCII as
 * ASCII, and markup is ASCII, so only the ranges that are read have to be decoded.
 */
export class PageSource {
  readonly text: string
  /**
   * The codes of `text`; 0xFF for a code above it. They cost less to step through
   * than the text. Valid only while the page is tokenized, because the caller
   * may then reuse the bytes.
   */
  readonly codes: Uint8Array
  /** Whether `text` holds the bytes of UTF-8, one for each character. */
  readonly isBinary: boolean

  private constructor(text: string, codes: Uint8Array, isBinary: boolean) {
    this.text = text
    this.codes = codes
    this.isBinary = isBinary
  }

  static ofUtf8(bytes: Uint8Array): PageSource {
    // A view of the kind that `ofText` makes: code that meets `Buffer` and `Uint8Array` is slower.
    const codes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new PageSource(bytesToBinary(bytes), codes, true)
  }

  static ofText(text: string): PageSource {
    const codes = new Uint8Array(text.length)
    for (let i = 0; i < codes.length; i++) codes[i] = Math.min(text.charCodeAt(i), 0xff)
    return new PageSource(text, codes, false)
  }

  /** Text of a range in which character references are not decoded: a script, a style, a comment. Normalizes line breaks. */
  readRaw(start: number, end: number): string {
    const text = this.text.slice(start, end)
    return SPECIAL.test(text) ? this.clean(text) : text
  }

  private clean(text: string): string {
    // A range starts and ends at ASCII characters, so it decodes as it does within the whole page.
    const decoded = this.isBinary ? decodeUtf8(text) : text
    return decoded.replace(CARRIAGE_RETURN, '\n').replace(NUL, REPLACEMENT_CHARACTER)
  }

  /** Text of a range with character references decoded. */
  readText(start: number, end: number): string {
    const text = this.readRaw(start, end)
    return text.includes('&') ? decodeHTML(text) : text
  }

  /** Attribute value of a range, with character references decoded by the rules for attributes. */
  readValue(start: number, end: number): string {
    const value = this.readRaw(start, end)
    return value.indexOf('&') < 0 ? value : decodeHTMLAttribute(value)
  }

  /** Tag or attribute name of a range, with ASCII letters in lower case. */
  readName(start: number, end: number): string {
    return toAsciiLowerCase(this.readRaw(start, end))
  }
}

const UPPER_CASE = /[A-Z]+/g
const HAS_UPPER_CASE = /[A-Z]/

/** Lower-cases A to Z only, as the standard defines it for names: `Ä` stays. */
function toAsciiLowerCase(name: string): string {
  return HAS_UPPER_CASE.test(name) ? name.replace(UPPER_CASE, (letters) => letters.toLowerCase()) : name
}
