import type { Token } from 'parse5'
import { EVERY_BIT, isAscii, nameBit } from './attribute-ranges.ts'
import { isLetter } from './characters.ts'
import { ClassNames } from './class-names.ts'
import type { PageSource } from './source.ts'

const NO_NAMES: readonly string[] = []

/** Attributes of one start tag: places among those of the page, until somebody asks. */
export class AttributeList {
  private readonly source: PageSource | null
  private readonly start: number
  private readonly end: number
  /** Without the bit of a name, there is no attribute of that name. */
  readonly nameBits: number
  /** What the `class` attribute says; without one, null. */
  readonly classes: ClassNames | null
  private parsed: Token.Attribute[] | null = null

  constructor(source: PageSource | null, start: number, end: number, nameBits: number, classes: ClassNames | null) {
    this.source = source
    this.start = start
    this.end = end
    this.nameBits = nameBits
    this.classes = classes
  }

  static readonly EMPTY = AttributeList.of([])

  /** Attributes that are not, or not any more, those of a tag of the page. */
  static of(attributes: Token.Attribute[]): AttributeList {
    const classes = attributes.find(({ name }) => name === 'class')
    const list = new AttributeList(null, 0, 0, EVERY_BIT, classes ? new ClassNames(() => classes.value) : null)
    list.parsed = attributes
    return list
  }

  /** Those of the tag that was scanned last, from a place on. */
  static scanned(source: PageSource, start: number): AttributeList {
    const { length, nameBits, classes } = source.attributes
    return new AttributeList(source, start, length, nameBits, classes)
  }

  /** All attributes in page order; of two with one name, the first. */
  get all(): Token.Attribute[] {
    this.parsed ??= this.source === null ? [] : this.parse(this.source)
    return this.parsed
  }

  /** Names are in lower case. */
  has(name: string): boolean {
    const { source } = this
    if (source === null) return this.findParsed(name) !== undefined
    return this.find(source, name) >= 0 || this.findBeyondAscii(source, name) !== undefined
  }

  /** Decoded value; "" for an attribute without one, undefined when there is no such attribute. */
  get(name: string): string | undefined {
    const { source } = this
    if (name === 'class') return this.classes?.value
    if (source === null) return this.findParsed(name)?.value
    const place = this.find(source, name)
    return place < 0 ? this.findBeyondAscii(source, name)?.value : source.recallAttribute(place)
  }

  /** Absent: null. */
  get id(): string | null {
    return this.get('id') ?? null
  }

  /** Class names in page order. */
  get classNames(): readonly string[] {
    return this.classes?.names ?? NO_NAMES
  }

  /** Beyond ASCII, which names of hardly any page are, the page has bytes where a name has characters. */
  private findBeyondAscii({ attributes }: PageSource, name: string): Token.Attribute | undefined {
    return attributes.areNamesAscii || isAscii(name) ? undefined : this.findParsed(name)
  }

  private findParsed(name: string): Token.Attribute | undefined {
    return this.all.find((attribute) => attribute.name === name)
  }

  /** Place of the first attribute of a name; -1 without one. */
  private find({ text, attributes }: PageSource, name: string): number {
    if ((this.nameBits & nameBit(name)) === 0) return -1
    for (let place = this.start; place < this.end; place++) {
      const nameStart = attributes.nameStart(place)
      if (attributes.nameEnd(place) - nameStart === name.length && isName(text, nameStart, name)) return place
    }
    return -1
  }

  private parse(source: PageSource): Token.Attribute[] {
    const parsed: Token.Attribute[] = []
    for (let place = this.start; place < this.end; place++) {
      const name = source.readAttributeName(place)
      if (!parsed.some((attribute) => attribute.name === name))
        parsed.push({ name, value: source.readAttribute(place) })
    }
    return parsed
  }

  /** What parse5 compares formatting elements by; it takes the list for an array. */
  map<T>(callback: (attribute: Token.Attribute) => T): T[] {
    return this.all.map(callback)
  }
}

/** Whether a name in lower case stands at an offset, in either case. */
function isName(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const actual = text.charCodeAt(start + i)
    const expected = name.charCodeAt(i)
    if (actual !== expected && !(isLetter(actual) && (actual | 0x20) === expected)) return false
  }
  return true
}
