import type { Token } from 'parse5'
import { isLetter } from './characters.ts'
import { splitClassNames } from './class-names.ts'
import { scanAttributes, type AttributeVisitor } from './scan-attributes.ts'
import type { PageSource } from './source.ts'

/**
 * Attributes of one start tag: an offset into the page until somebody asks.
 *
 * Where `id` and `class` are is noted while the tag is tokenized, because
 * selectors start from them; of the other names, which there can be.
 */
export class AttributeList implements AttributeVisitor {
  private readonly source: PageSource | null
  private readonly start: number
  private idStart = -1
  private idEnd = -1
  private classStart = -1
  private classEnd = -1
  /** A bit for each kind of name: most lists need not be parsed to say that a name is not there. */
  private nameBits = 0
  private wasSearched = false
  private parsed: Token.Attribute[] | null = null
  private knownId: string | null | undefined = undefined
  private knownClass: string | null = null
  private knownClassNames: readonly string[] | null = null

  constructor(source: PageSource | null, start: number) {
    this.source = source
    this.start = start
  }

  static readonly EMPTY = AttributeList.of([])

  /** Attributes that are not, or not any more, those of a tag of the page. */
  static of(attributes: Token.Attribute[]): AttributeList {
    const list = new AttributeList(null, -1)
    list.parsed = attributes
    return list
  }

  visit(text: string, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const length = nameEnd - nameStart
    this.nameBits |= nameBit(text.charCodeAt(nameStart), text.charCodeAt(nameEnd - 1))
    if (length === 2 && this.idStart < 0 && isName(text, nameStart, 'id')) {
      this.idStart = valueStart
      this.idEnd = valueEnd
    } else if (length === 5 && this.classStart < 0 && isName(text, nameStart, 'class')) {
      this.classStart = valueStart
      this.classEnd = valueEnd
    }
  }

  /** All attributes in page order; of two with one name, the first. */
  get all(): Token.Attribute[] {
    if (this.parsed === null) {
      this.parsed = this.source === null ? [] : parseAttributes(this.source, this.start)
    }
    return this.parsed
  }

  /** Decoded value; "" for an attribute without one, undefined when there is no such attribute. */
  get(name: string): string | undefined {
    // These two are known without the others.
    if (name === 'id') return this.id ?? undefined
    if (name === 'class' && this.source !== null) return this.readClass(this.source)
    if (this.source === null || this.parsed !== null || !isAscii(name)) return this.readParsed(name)
    if (!this.mayHave(name)) return undefined
    // Who is asked twice will be asked again.
    if (this.wasSearched) return this.readParsed(name)
    this.wasSearched = true
    return this.scanFor(this.source, name)
  }

  private readClass(source: PageSource): string | undefined {
    if (this.classStart < 0) return undefined
    this.knownClass ??= source.readAttribute(this.classStart, this.classEnd)
    return this.knownClass
  }

  /** Looks one attribute up without parsing the others. */
  private scanFor(source: PageSource, name: string): string | undefined {
    attributeSearch.name = name
    attributeSearch.start = -1
    scanAttributes(source.text, this.start, attributeSearch)
    return attributeSearch.start < 0 ? undefined : source.readAttribute(attributeSearch.start, attributeSearch.end)
  }

  private mayHave(name: string): boolean {
    return (this.nameBits & nameBit(name.charCodeAt(0), name.charCodeAt(name.length - 1))) !== 0
  }

  private readParsed(name: string): string | undefined {
    const { all } = this
    for (let i = 0; i < all.length; i++) if (all[i]?.name === name) return all[i]?.value
    return undefined
  }

  /** Absent: null. */
  get id(): string | null {
    if (this.knownId === undefined) this.knownId = this.readId()
    return this.knownId
  }

  /** Class names in page order. */
  get classNames(): readonly string[] {
    this.knownClassNames ??= this.readClassNames()
    return this.knownClassNames
  }

  private readId(): string | null {
    if (this.source === null) return this.readParsed('id') ?? null
    return this.idStart < 0 ? null : this.source.readAttribute(this.idStart, this.idEnd)
  }

  private readClassNames(): readonly string[] {
    if (this.source === null) return splitClassNames(this.readParsed('class') ?? '')
    return this.classStart < 0 ? NO_CLASSES : this.source.readClassNames(this.classStart, this.classEnd)
  }

  /** What parse5 compares formatting elements by; it takes the list for an array. */
  map<T>(callback: (attribute: Token.Attribute) => T): T[] {
    return this.all.map(callback)
  }
}

const NO_CLASSES: readonly string[] = []

/** One of 32 bits, the same for both cases of a letter. */
function nameBit(first: number, last: number): number {
  return 1 << (((first | 0x20) * 5 + (last | 0x20)) & 31)
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

/** Beyond ASCII a page has bytes where a name has characters. */
function isAscii(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) > 0x7f) return false
  return true
}

/** Finds the first attribute of a name. */
const attributeSearch = {
  name: '',
  start: -1,
  end: -1,
  visit(text: string, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.start >= 0 || nameEnd - nameStart !== this.name.length || !isName(text, nameStart, this.name)) return
    this.start = valueStart
    this.end = valueEnd
  },
} satisfies AttributeVisitor & { name: string; start: number; end: number }

class AttributeParser implements AttributeVisitor {
  readonly attributes: Token.Attribute[] = []
  private readonly source: PageSource
  /** Made for a tag of many, where looking through them for each would cost the square of their number. */
  private names: Set<string> | null = null

  constructor(source: PageSource) {
    this.source = source
  }

  visit(_text: string, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const name = this.source.readName(nameStart, nameEnd)
    if (this.has(name)) return
    this.attributes.push({ name, value: this.source.readAttribute(valueStart, valueEnd) })
    this.names?.add(name)
  }

  private has(name: string): boolean {
    const { attributes } = this
    if (attributes.length < MANY_ATTRIBUTES) return attributes.some((attribute) => attribute.name === name)
    this.names ??= new Set(attributes.map((attribute) => attribute.name))
    return this.names.has(name)
  }
}

const MANY_ATTRIBUTES = 64

function parseAttributes(source: PageSource, start: number): Token.Attribute[] {
  const parser = new AttributeParser(source)
  scanAttributes(source.text, start, parser)
  return parser.attributes
}
