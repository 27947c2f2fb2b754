/** The known name that the given one most likely means. Absent: undefined, no name is similar. */
export function findSimilar<Name extends string>(given: string, known: readonly Name[]): Name | undefined {
  const text = given.toLowerCase()
  // "uk" means "co.uk", and "amazon.de" means "de".
  const extended = known.filter((name) => name.endsWith(`.${text}`) || text.endsWith(`.${name}`))
  if (extended.length > 0) return extended.toSorted((left, right) => right.length - left.length)[0]
  const [closest] = known
    .map((name) => ({ name, distance: editDistance(text, name.toLowerCase()) }))
    .toSorted((left, right) => left.distance - right.distance)
  return closest !== undefined && closest.distance <= Math.ceil(text.length / 3) ? closest.name : undefined
}

/** "Did you mean ...?", or the names there are. */
export function suggest(given: string, known: readonly string[]): string {
  const similar = findSimilar(given, known)
  return similar === undefined ? `Choose one of: ${known.join(', ')}.` : `Did you mean "${similar}"?`
}

/** Characters to insert, remove or replace to turn one text into another (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (from[index] === to[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
