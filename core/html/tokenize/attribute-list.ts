import type { Token } from 'parse5'
import { isLetter } from './characters.ts'
import { ClassNames } from './classes.ts'
import { EVERY_BIT, isAscii, nameBit, type PageAttributes } from './page-attributes.ts'
import { hashText } from './source.ts'

const NO_NAMES: readonly string[] = []

/** The attributes of one start tag: a range of those of the page, parsed on demand. */
export class AttributeList {
  private readonly page: PageAttributes | null
  private readonly start: number
  private readonly end: number
  /** A bit for each name. Without the bit of a name, the list does not have it. */
  readonly nameBits: number
  /**
   * The value of the `class` attribute.
   *
   * Absent: the tag has no such attribute.
   */
  readonly classes: ClassNames | null
  private parsed: Token.Attribute[] | null = null

  constructor(page: PageAttributes | null, start: number, end: number, nameBits: number, classes: ClassNames | null) {
    this.page = page
    this.start = start
    this.end = end
    this.nameBits = nameBits
    this.classes = classes
  }

  static readonly EMPTY = AttributeList.of([])

  /** Attributes that parse5 made or changed. */
  static of(attributes: Token.Attribute[]): AttributeList {
    const classes = attributes.find(({ name }) => name === 'class')
    const list = new AttributeList(null, 0, 0, EVERY_BIT, classes ? ClassNames.of(classes.value) : null)
    list.parsed = attributes
    return list
  }

  /** Attributes of the tag that was scanned last, which start at an index. */
  static scanned(page: PageAttributes, start: number): AttributeList {
    return new AttributeList(page, start, page.length, page.nameBits, page.classes)
  }

  /**
   * All attributes; the first of those with the same name.
   *
   * Order: as in the page.
   */
  get all(): Token.Attribute[] {
    this.parsed ??= this.page === null ? [] : this.parse(this.page)
    return this.parsed
  }

  /** Names are in lower case. */
  has(name: string): boolean {
    const { page } = this
    if (page === null) return this.findParsed(name) !== undefined
    return this.find(page, name) >= 0 || this.findBeyondAscii(page, name) !== undefined
  }

  /**
   * Decoded value; "" for an attribute without one.
   *
   * Absent: `undefined`, there is no such attribute.
   */
  get(name: string): string | undefined {
    const { page } = this
    if (name === 'class') return this.classes?.value
    if (page === null) return this.findParsed(name)?.value
    const index = this.find(page, name)
    return index < 0 ? this.findBeyondAscii(page, name)?.value : page.recallValue(index)
  }

  /** Hash of the value of an attribute of the list; `NO_HASH` for a long one. */
  hashValue(name: string): number {
    const { page } = this
    const index = page === null ? -1 : this.find(page, name)
    if (page === null || index < 0) return hashText(this.get(name) ?? '')
    return page.source.hashValue(page.valueStart(index), page.valueEnd(index))
  }

  /** Whether the list has an attribute of this value. */
  hasValue(name: string, value: string): boolean {
    const { page } = this
    const index = page === null ? -1 : this.find(page, name)
    if (page === null || index < 0) return this.get(name) === value
    return page.source.isValue(page.valueStart(index), page.valueEnd(index), value)
  }

  /** Absent: `null`. */
  get id(): string | null {
    return this.get('id') ?? null
  }

  /** Order: as in the page. */
  get classNames(): readonly string[] {
    return this.classes?.names ?? NO_NAMES
  }

  /** For the few pages with names beyond ASCII: the source has the bytes of such a name, and `name` its characters. */
  private findBeyondAscii(page: PageAttributes, name: string): Token.Attribute | undefined {
    return page.areNamesAscii || isAscii(name) ? undefined : this.findParsed(name)
  }

  private findParsed(name: string): Token.Attribute | undefined {
    return this.all.find((attribute) => attribute.name === name)
  }

  /** Index of the first attribute of a name; -1 without one. */
  private find(page: PageAttributes, name: string): number {
    if ((this.nameBits & nameBit(name)) === 0) return -1
    const { text } = page.source
    for (let index = this.start; index < this.end; index++) {
      const nameStart = page.nameStart(index)
      if (page.nameEnd(index) - nameStart === name.length && isNameAt(text, nameStart, name)) return index
    }
    return -1
  }

  private parse(page: PageAttributes): Token.Attribute[] {
    const parsed: Token.Attribute[] = []
    for (let index = this.start; index < this.end; index++) {
      const name = page.readName(index)
      if (!parsed.some((attribute) => attribute.name === name)) parsed.push({ name, value: page.readValue(index) })
    }
    return parsed
  }

  /** parse5 compares formatting elements with this method, because it takes the list for an array. */
  map<T>(callback: (attribute: Token.Attribute) => T): T[] {
    return this.all.map(callback)
  }
}

/** Whether the text at an offset is a lower-case name, in upper or lower case. */
function isNameAt(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const actual = text.charCodeAt(start + i)
    const expected = name.charCodeAt(i)
    if (actual !== expected && !(isLetter(actual) && (actual | 0x20) === expected)) return false
  }
  return true
}
