import { findSimilar } from '../core/error/similar.ts'

/** The known name that the given one most likely means. Absent: undefined, no name is similar. */
export function findMeant(given: string, known: readonly string[]): string | undefined {
  const text = given.toLowerCase()
  // "uk" means "co.uk", and "amazon.de" means "de".
  const extended = known.filter((name) => name.endsWith(`.${text}`) || text.endsWith(`.${name}`))
  if (extended.length > 0) return extended.toSorted((left, right) => right.length - left.length)[0]
  return findSimilar(given, known)
}

/** "Did you mean ...?", or the names there are. */
export function suggest(given: string, known: readonly string[]): string {
  const similar = findMeant(given, known)
  return similar === undefined ? `Choose one of: ${known.join(', ')}.` : `Did you mean "${similar}"?`
}
