import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { AttributeRanges } from './attribute-ranges.ts'
import { binaryToBytes, bytesToBinary } from './binary-string.ts'
import { ClassTable } from './class-table.ts'

const SPECIAL = /[\0\r\u0080-\uffff]/
const CARRIAGE_RETURN = /\r\n?/g
const NUL = /\0/g
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * The characters that a page is tokenized from, and the way back from a range
 * of them to real text.
 *
 * For UTF-8, `text` holds one character a byte (UTF-8 is transparent to ASCII,
 * and markup is ASCII), so that only the ranges which are read are ever decoded.
 */
export class PageSource {
  readonly text: string
  /** The codes of `text`, 0xFF where one is greater: they cost less to go through. For as long as the page is tokenized. */
  readonly codes: Uint8Array
  /** `text` holds the bytes of UTF-8, one a character. */
  readonly isBinary: boolean
  /** Where the attributes of the tags stand that were tokenized. */
  readonly attributes = new AttributeRanges()
  /** What the `class` attributes of the tags say. */
  readonly classes: ClassTable
  private readonly values = new Map<number, string>()

  private constructor(text: string, codes: Uint8Array, isBinary: boolean) {
    this.text = text
    this.codes = codes
    this.isBinary = isBinary
    this.classes = new ClassTable(this)
  }

  static ofUtf8(bytes: Uint8Array): PageSource {
    // A `Buffer` would do, but not beside other arrays: the engine compiles for one kind.
    const codes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new PageSource(bytesToBinary(bytes), codes, true)
  }

  static ofText(text: string): PageSource {
    const codes = new Uint8Array(text.length)
    for (let i = 0; i < codes.length; i++) codes[i] = Math.min(text.charCodeAt(i), 0xff)
    return new PageSource(text, codes, false)
  }

  /** Text of a range where character references are not decoded: scripts, styles, comments. Line breaks are normalised. */
  readRaw(start: number, end: number): string {
    const text = this.text.slice(start, end)
    return SPECIAL.test(text) ? this.clean(text) : text
  }

  private clean(text: string): string {
    const decoded = this.isBinary ? decodeUtf8(text) : text
    return decoded.replace(CARRIAGE_RETURN, '\n').replace(NUL, REPLACEMENT_CHARACTER)
  }

  /** Text of a range with character references decoded. */
  readText(start: number, end: number): string {
    const text = this.readRaw(start, end)
    return text.includes('&') ? decodeHTML(text) : text
  }

  /** Value of an attribute: character references decoded by the rules for attributes. */
  readAttribute(place: number): string {
    return this.readValue(this.attributes.valueStart(place), this.attributes.valueEnd(place))
  }

  /** The same for a value that will be read again. */
  recallAttribute(place: number): string {
    let value = this.values.get(place)
    if (value === undefined) {
      value = this.readAttribute(place)
      this.values.set(place, value)
    }
    return value
  }

  /** Value of an attribute by its range. */
  readValue(start: number, end: number): string {
    return decodeReferences(this.readRaw(start, end))
  }

  readAttributeName(place: number): string {
    return this.readName(this.attributes.nameStart(place), this.attributes.nameEnd(place))
  }

  /** Tag or attribute name of a range: ASCII letters in lower case. */
  readName(start: number, end: number): string {
    return toAsciiLowerCase(this.readRaw(start, end))
  }
}

const UPPER_CASE = /[A-Z]+/g
const HAS_UPPER_CASE = /[A-Z]/

/** Lower-cases A to Z alone, as the standard asks for names: `Ä` stays. */
function toAsciiLowerCase(name: string): string {
  return HAS_UPPER_CASE.test(name) ? name.replace(UPPER_CASE, (letters) => letters.toLowerCase()) : name
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Ranges start and end at ASCII characters, so that decoding a piece gives the same as decoding the whole. */
function decodeUtf8(binary: string): string {
  return utf8.decode(binaryToBytes(binary))
}

/** Character references by the rules for attributes. Most are the `&amp;` of links. */
function decodeReferences(value: string): string {
  let decoded = ''
  let from = 0
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', from)) {
    if (!value.startsWith('amp;', at + 1)) return decodeHTMLAttribute(value)
    decoded += value.slice(from, at + 1)
    from = at + '&amp;'.length
  }
  return from === 0 ? value : decoded + value.slice(from)
}
