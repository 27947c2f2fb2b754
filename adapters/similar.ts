import { findSimilar } from '../core/error/similar.ts'

/** "Did you mean ...?", or the names there are. */
export function suggest(given: string, known: readonly string[]): string {
  const similar = findSimilar(given, known)
  return similar === undefined ? `Choose one of: ${known.join(', ')}.` : `Did you mean "${similar}"?`
}
