import type { PageCharacters } from './source.ts'

/** White space of HTML other than single spaces between names. */
const UNUSUAL_SPACE = /[\t\n\f\r]|^ | {2}| $/
const ASCII_WHITESPACE = /[\t\n\f\r ]+/

/** The value of a `class` attribute. All elements of a page with the same value share one object. */
export class ClassNames {
  /** Absent: `null`, the value was not read from a range of the page. */
  readonly source: PageCharacters | null
  /** Where the value occurred first. */
  readonly start: number
  readonly end: number
  private knownValue: string | null
  private knownNames: readonly string[] | null = null
  /** Number of the value's list in the class index of the page; -1 until the index is made. */
  list = -1

  constructor(source: PageCharacters | null, start: number, end: number, value: string | null = null) {
    this.source = source
    this.start = start
    this.end = end
    this.knownValue = value
  }

  static of(value: string): ClassNames {
    return new ClassNames(null, 0, 0, value)
  }

  /** The value as written, decoded. */
  get value(): string {
    this.knownValue ??= this.source?.readValue(this.start, this.end) ?? ''
    return this.knownValue
  }

  /** Order: as written. */
  get names(): readonly string[] {
    this.knownNames ??= splitNames(this.value)
    return this.knownNames
  }
}

function splitNames(value: string): readonly string[] {
  if (value === '') return []
  // Most values are names with single spaces: the search for them costs less than the pattern.
  return UNUSUAL_SPACE.test(value) ? value.split(ASCII_WHITESPACE).filter((name) => name !== '') : value.split(' ')
}

/** A longer list is searched as a set, because a selector can test the same ancestor for each of its many descendants. */
const MAX_SHORT_LIST = 32

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether a list of class names includes a name. The cost is constant, even for a long list. */
export function includesClass(names: readonly string[], name: string): boolean {
  if (names.length <= MAX_SHORT_LIST) return names.includes(name)
  let set = sets.get(names)
  if (set === undefined) {
    set = new Set(names)
    sets.set(names, set)
  }
  return set.has(name)
}

const SLOTS = 2048

/**
 * The values of a page's `class` attributes. A page has few values, which occur
 * in many tags. Most are recognized by their bytes, because slicing and hashing
 * a string costs several times as much.
 */
export class ClassTable {
  private readonly source: PageCharacters
  private readonly known = new Map<string, ClassNames>()
  /** The most recent value of each slot. */
  private readonly recent: (ClassNames | undefined)[] = []

  constructor(source: PageCharacters) {
    this.source = source
    this.recent.length = SLOTS
  }

  /** The classes of the value in a range. Valid only while the page is tokenized. */
  recall(start: number, end: number): ClassNames {
    const slot = slotOf(this.source.codes, start, end)
    let known = this.recent[slot]
    if (known === undefined || !this.isAt(known, start, end)) {
      known = this.find(start, end)
      this.recent[slot] = known
    }
    return known
  }

  private isAt(known: ClassNames, start: number, end: number): boolean {
    const { text, codes, isBinary } = this.source
    const length = end - start
    if (known.end - known.start !== length || !areSame(codes, known.start, start, length)) return false
    // In text, the code 0xFF is that of many characters.
    return isBinary || text.slice(start, end) === text.slice(known.start, known.end)
  }

  private find(start: number, end: number): ClassNames {
    const { source } = this
    const text = source.text.slice(start, end)
    let known = this.known.get(text)
    if (known === undefined) {
      known = new ClassNames(source, start, end)
      this.known.set(text, known)
    }
    return known
  }
}

/** Slot of a value, by its length and five of its characters. */
function slotOf(codes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length === 0) return 0
  const quarter = length >> 2
  const outer = (codes[start] as number) * 31 + (codes[end - 1] as number) * 7
  const inner = (codes[start + quarter] as number) * 61 + (codes[end - 1 - quarter] as number) * 257
  return (length * 517 + outer + inner + (codes[start + (length >> 1)] as number) * 131) % SLOTS
}

/** Whether two ranges hold the same codes. */
function areSame(codes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (codes[one + i] !== codes[other + i]) return false
  return true
}
