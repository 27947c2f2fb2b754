import { ClassTable, type ClassNames } from './classes.ts'
import type { PageCharacters } from './source.ts'

/** Numbers kept of each attribute. */
const STRIDE = 4

/** A bit for an attribute name, the same in upper and lower case. A tag without the bit does not have the attribute. */
export function nameBit(name: string): number {
  return nameBitOf(name.length, name.charCodeAt(bitIndex(name.length)))
}

/** Index of the character of a name that its bit depends on. */
export function bitIndex(length: number): number {
  return length - 1 - (length >> 2)
}

/**
 * The bit of a name of this length, with this character code at its `bitIndex`. Of
 * several ways to choose a bit, this one gives the names that selectors ask for
 * the fewest other attributes of real pages with the same bit.
 */
export function nameBitOf(length: number, code: number): number {
  // A shift counts modulo 32, which is the distance between the upper and lower case of a letter.
  return 1 << (length * 5 + code * 7)
}

export const EVERY_BIT = -1
const ASCII = /^[\0-\x7f]*$/

/** A tag with an attribute of this name has one of these bits. A name beyond ASCII has more bytes than characters, so its bit is unknown. */
export function searchBits(name: string): number {
  return isAscii(name) ? nameBit(name) : EVERY_BIT
}

export function isAscii(name: string): boolean {
  return ASCII.test(name)
}

/**
 * The attributes of all tags of a page, in page order: the offsets of each name
 * and value. An attribute without a value has an empty one.
 */
export class PageAttributes {
  readonly source: PageCharacters
  readonly classTable: ClassTable
  /** Whether all names are ASCII. */
  areNamesAscii = true
  /** Bits of the names in the tag that was scanned last. */
  nameBits = 0
  /**
   * Classes of the tag that was scanned last.
   *
   * Absent: the tag has no `class` attribute.
   */
  classes: ClassNames | null = null
  private offsets = new Int32Array(16 * STRIDE)
  private used = 0
  /** Values that were read. */
  private readonly values: (string | undefined)[] = []

  constructor(source: PageCharacters) {
    this.source = source
    this.classTable = new ClassTable(source)
  }

  /** Number of attributes. */
  get length(): number {
    return this.used / STRIDE
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.used === this.offsets.length) this.grow()
    const { offsets, used } = this
    offsets[used] = nameStart
    offsets[used + 1] = nameEnd
    offsets[used + 2] = valueStart
    offsets[used + 3] = valueEnd
    this.used = used + STRIDE
  }

  /** Forgets all attributes from an index on. */
  truncate(length: number): void {
    this.used = length * STRIDE
  }

  nameStart(index: number): number {
    return this.offsets[index * STRIDE] as number
  }

  nameEnd(index: number): number {
    return this.offsets[index * STRIDE + 1] as number
  }

  valueStart(index: number): number {
    return this.offsets[index * STRIDE + 2] as number
  }

  valueEnd(index: number): number {
    return this.offsets[index * STRIDE + 3] as number
  }

  readName(index: number): string {
    return this.source.readName(this.nameStart(index), this.nameEnd(index))
  }

  readValue(index: number): string {
    return this.source.readValue(this.valueStart(index), this.valueEnd(index))
  }

  /** Reads a value and keeps it, because selectors ask for it again. */
  recallValue(index: number): string {
    const { values } = this
    if (values.length === 0) values.length = this.length
    let value = values[index]
    if (value === undefined) {
      value = this.readValue(index)
      values[index] = value
    }
    return value
  }

  private grow(): void {
    const { offsets } = this
    this.offsets = new Int32Array(2 * offsets.length)
    this.offsets.set(offsets)
  }
}
