const ASCII_WHITESPACE = /[\t\n\f\r ]+/

/** Names of a `class` attribute, in order. */
export function splitClassNames(value: string): readonly string[] {
  return value.split(ASCII_WHITESPACE).filter((name) => name !== '')
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
