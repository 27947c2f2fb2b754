import type { ClassNames } from './class-names.ts'

/** Numbers that say where an attribute stands. */
const STRIDE = 4

/** A bit for a name, the same in either case. Most tags lack most names, and their bits say so. */
export function nameBit(name: string): number {
  return nameBitOf(name.length, name.charCodeAt(name.length - 1))
}

/** The same by a name's length and the code of its last character. */
export function nameBitOf(length: number, lastCode: number): number {
  // Shifts count modulo 32, by which the two cases of a letter differ.
  return 1 << (length * 3 + lastCode)
}

export const EVERY_BIT = -1
const ASCII = /^[\0-\x7f]*$/

/** A tag with an attribute of this name has one of these bits. Beyond ASCII a page has several bytes where a name has one character. */
export function searchBits(name: string): number {
  return isAscii(name) ? nameBit(name) : EVERY_BIT
}

export function isAscii(name: string): boolean {
  return ASCII.test(name)
}

/**
 * Where the attributes of a page stand, tag after tag: offsets of name and value
 * of each. An attribute without a value has an empty one.
 */
export class AttributeRanges {
  private offsets = new Int32Array(16 * STRIDE)
  private used = 0
  /** No name has a character, or a byte of one, beyond ASCII. */
  areNamesAscii = true
  /** Bits of the names in the tag that was scanned last. */
  nameBits = 0
  /** What the `class` attribute of that tag says; without one, null. */
  classes: ClassNames | null = null

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

  /** Forgets all attributes from a place on. */
  truncate(length: number): void {
    this.used = length * STRIDE
  }

  nameStart(place: number): number {
    return this.offsets[place * STRIDE] as number
  }

  nameEnd(place: number): number {
    return this.offsets[place * STRIDE + 1] as number
  }

  valueStart(place: number): number {
    return this.offsets[place * STRIDE + 2] as number
  }

  valueEnd(place: number): number {
    return this.offsets[place * STRIDE + 3] as number
  }

  private grow(): void {
    const { offsets } = this
    this.offsets = new Int32Array(2 * offsets.length)
    this.offsets.set(offsets)
  }
}
