const ASCII_WHITESPACE = /[\t\n\f\r ]+/

/** What a `class` attribute says. One object serves all elements of a page with the same value. */
export class ClassNames {
  private readonly readValue: () => string
  private knownValue: string | null = null
  private knownNames: readonly string[] | null = null
  /** Number of the list of the elements that have it, in the index of the page; -1 until that is made. */
  list = -1

  constructor(readValue: () => string) {
    this.readValue = readValue
  }

  /** As it is written, decoded. */
  get value(): string {
    this.knownValue ??= this.readValue()
    return this.knownValue
  }

  /** In order. */
  get names(): readonly string[] {
    this.knownNames ??= this.value.split(ASCII_WHITESPACE).filter((name) => name !== '')
    return this.knownNames
  }
}

/** Above this, a list is not gone through for each question: what stands round many elements is asked as often. */
const MAX_SHORT_LIST = 32

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether a list of class names holds one, at no cost that grows with the list. */
export function includesClass(names: readonly string[], name: string): boolean {
  if (names.length <= MAX_SHORT_LIST) return names.includes(name)
  let set = sets.get(names)
  if (set === undefined) {
    set = new Set(names)
    sets.set(names, set)
  }
  return set.has(name)
}
