/**
 * The known name that the given one most likely means: the end of one ("uk" of "co.uk"), one with more before it
 * ("amazon.de"), or one that differs in a third of its characters at most. Two neighbors that are swapped are one
 * difference. Of two that are as close, it is the longer one: a character is more often left out than mistaken.
 *
 * Absent: undefined, no name is similar.
 */
export function findSimilar<Name extends string>(given: string, known: readonly Name[]): Name | undefined {
  const text = given.toLowerCase()
  const [extended] = known
    .filter((name) => name.endsWith(`.${text}`) || text.endsWith(`.${name}`))
    .toSorted((left, right) => right.length - left.length)
  if (extended !== undefined) return extended
  const most = Math.floor(text.length / 3)
  const [closest] = known
    // Texts whose lengths differ by more than that are not compared.
    .filter((name) => Math.abs(name.length - text.length) <= most)
    .map((name) => ({ name, distance: editDistance(text, name.toLowerCase()) }))
    .toSorted((left, right) => left.distance - right.distance || right.name.length - left.name.length)
  return closest !== undefined && closest.distance <= most ? closest.name : undefined
}

/** The name that was probably meant, to follow a message: ` (did you mean "price"?)`. Empty: no name is similar. */
export function hintAt(given: string, known: readonly string[]): string {
  const similar = findSimilar(given, known)
  return similar === undefined ? '' : ` (did you mean "${similar}"?)`
}

/** The rule of a value that must be one of some names, worded to follow the name of the value, with a hint. */
export function describeChoice(given: unknown, names: readonly string[]): string {
  return `must be one of: ${names.join(', ')}${typeof given === 'string' ? hintAt(given, names) : ''}`
}

/** Characters to insert, remove, replace or swap to turn one text into another (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (from[index] === to[column - 1] ? 0 : 1)
      const isSwapped = column > 1 && from[index] === to[column - 2] && from[index - 1] === to[column - 1]
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
