import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { bytesToBinary, decodeUtf8 } from '../encoding/decode.ts'
import { AMPERSAND, SPACE } from './characters.ts'

const SPECIAL = /[\0\r\u0080-\uffff]/
/**
 * A longer text, such as a script, is decoded without a search for special characters: the search costs more.
 *
 * Unit: characters.
 */
const MAX_SEARCHED = 2000
const CARRIAGE_RETURN = /\r\n?/g
const NUL = /\0/g
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * A longer attribute value has no hash, because no selector asks for one and decoding it is expensive.
 *
 * Unit: characters, as written.
 */
const MAX_HASHED = 8192
/** The hash of all longer values. No other value has it, because it is not a 32-bit integer. */
export const NO_HASH = 0.5

/**
 * The characters that a page is tokenized from, and the conversion of a range of
 * them to decoded text.
 *
 * For UTF-8, `text` has one character for each byte. UTF-8 encodes ASCII as
 * ASCII, and markup is ASCII, so only the ranges that are read have to be decoded.
 */
export class PageCharacters {
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

  static ofUtf8(bytes: Uint8Array): PageCharacters {
    // A view of the kind that `ofText` makes: code that meets `Buffer` and `Uint8Array` is slower.
    const codes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new PageCharacters(bytesToBinary(bytes), codes, true)
  }

  static ofText(text: string): PageCharacters {
    const codes = new Uint8Array(text.length)
    for (let i = 0; i < codes.length; i++) codes[i] = Math.min(text.charCodeAt(i), 0xff)
    return new PageCharacters(text, codes, false)
  }

  /** Text of a range in which character references are not decoded: a script, a style, a comment. Normalizes line breaks. */
  readRaw(start: number, end: number): string {
    const text = this.text.slice(start, end)
    return text.length > MAX_SEARCHED || SPECIAL.test(text) ? this.clean(text) : text
  }

  private clean(text: string): string {
    // A range starts and ends at ASCII characters, so it decodes as it does within the whole page.
    let clean = this.isBinary ? decodeUtf8(text) : text
    // Each of the two is found faster than a regular expression finds either.
    if (text.includes('\r')) clean = clean.replace(CARRIAGE_RETURN, '\n')
    if (text.includes('\0')) clean = clean.replace(NUL, REPLACEMENT_CHARACTER)
    return clean
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

  /** Hash of an attribute value; `NO_HASH` for a long one. Decodes nothing that is written as it is read. */
  hashValue(start: number, end: number): number {
    if (end - start > MAX_HASHED) return NO_HASH
    let hash = 0
    for (let at = start; at < end; at++) {
      const code = this.text.charCodeAt(at)
      if (!isPlain(code)) return hashText(this.readValue(start, end))
      hash = addToHash(hash, code)
    }
    return hash
  }

  /** Whether an attribute value is equal to a text. Decodes it only if it starts as the text may be written. */
  isValue(start: number, end: number, expected: string): boolean {
    const first = this.text.charCodeAt(start)
    if (end > start && isPlain(first) && first !== expected.charCodeAt(0)) return false
    return this.readValue(start, end) === expected
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

/** Whether a character of an attribute value is ASCII and written as it is read. */
export function isPlain(code: number): boolean {
  return code >= SPACE && code !== AMPERSAND && code < 0x7f
}

/** Hash of a text: that of an attribute with this value. */
export function hashText(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = addToHash(hash, text.charCodeAt(at))
  return hash
}

/** Hash of a text and one more character. The hash of no text is 0. */
export function addToHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0
}
