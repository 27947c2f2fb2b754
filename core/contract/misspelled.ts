import { givenNames, type ParamSource } from './param-source.ts'
import type { ParamDetail } from './params.ts'

/** Edits that make a name a misspelling: a letter inserted, removed or replaced, or two neighbors swapped. */
const MAX_EDITS = 2

/**
 * Names that were given and are not known, but look like a known one that was not given. Every other unknown name
 * is ignored. Each known name is suggested once, so that a request can't cause more details than it has parameters.
 *
 * Order: as given.
 */
export function findMisspelled(source: ParamSource, known: readonly string[]): ParamDetail[] {
  const given = givenNames(source)
  const missing = new Set(known.filter((name) => !given.includes(name)))
  return given.flatMap((param) => {
    const meant = known.includes(param) ? undefined : findSimilar(param, missing)
    if (meant === undefined) return []
    missing.delete(meant)
    return [{ param, message: `is not known (did you mean "${meant}"?)` }]
  })
}

/** The name with the fewest edits. Absent: undefined, every name needs too many. */
function findSimilar(text: string, names: ReadonlySet<string>): string | undefined {
  for (let edits = 1; edits <= MAX_EDITS; edits++) {
    for (const name of names) if (edits < name.length && isWithin(edits, text, name)) return name
  }
  return undefined
}

/** Whether at most `edits` edits turn one text into the other. Compares the beginnings, then tries each edit at the first difference. */
function isWithin(edits: number, left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > edits) return false
  let start = 0
  while (start < left.length && left[start] === right[start]) start++
  const [a, b] = [left.slice(start), right.slice(start)]
  if (a === '' || b === '') return true
  if (edits === 0) return false
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  )
}
