import { givenNames, type ParamSource } from './param-source.ts'
import type { ParamDetail } from './params.ts'

/** Edits that make a name a misspelling: a letter inserted, removed or replaced, or two neighbors swapped. */
const MAX_EDITS = 2
/** Names up to this length are misspelled by one edit, after the same first letter: "ip" is not "zip". */
const SHORT_NAME = 4

/** Names that other services have for a parameter of this one. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['marketplace', 'domain'],
  ['tld', 'domain'],
  ['zipcode', 'zip'],
  ['zip_code', 'zip'],
  ['postal_code', 'zip'],
  ['postcode', 'zip'],
  ['geo_location', 'zip'],
  ['lang', 'language'],
  ['sort', 'sort_by'],
  ['prime', 'prime_only'],
  ['page', 'start_page'],
  ['start_page', 'page'],
  ['webhook', 'webhook_url'],
  ['callback', 'webhook_url'],
  ['callback_url', 'webhook_url'],
])

/**
 * Names that were given and are not known, but mean a known one that was not given, or are known elsewhere. Every
 * other unknown name is ignored. Each known name is suggested once, so that a request can't cause more details than
 * it has parameters.
 *
 * `elsewhere`: who has a name that is not known here, such as "search and offers". Default: nobody.
 * Order: as given.
 */
export function findMisspelled(
  source: ParamSource,
  known: readonly string[],
  elsewhere: ReadonlyMap<string, string> = new Map(),
): ParamDetail[] {
  const given = givenNames(source)
  const missing = new Set(known.filter((name) => !given.includes(name)))
  return given.flatMap((param) => {
    if (known.includes(param)) return []
    const alias = ALIASES.get(param)
    const meant = alias !== undefined && missing.has(alias) ? alias : findSimilar(param, missing)
    if (meant !== undefined) {
      missing.delete(meant)
      return [{ param, message: `is not known (did you mean "${meant}"?)` }]
    }
    const name = elsewhere.has(param) || alias === undefined || known.includes(alias) ? param : alias
    const owners = elsewhere.get(name)
    if (owners === undefined) return []
    const called = name === param ? '' : `, as "${name}"`
    return [{ param, message: `is not known here (only ${owners} can have it${called})` }]
  })
}

/** Unknown names of a body that are named: an answer is not as large as its request. */
const MAX_UNKNOWN = 20
/** Longest part of an unknown name that is named. Unit: characters. */
const MAX_NAME = 100

/** Names that were given to a body that ignores no name, and are not known: those above, and every other one, up to 20 in all. Order: as given. */
export function findUnknown(source: ParamSource, known: readonly string[]): ParamDetail[] {
  const misspelled = new Map(findMisspelled(source, known).map((detail) => [detail.param, detail]))
  const unknown = givenNames(source).filter((param) => !known.includes(param))
  return unknown
    .slice(0, MAX_UNKNOWN)
    .map((param) => misspelled.get(param) ?? { param: param.slice(0, MAX_NAME), message: 'is not known' })
}

/** The name with the fewest edits. Absent: undefined, every name needs too many. */
function findSimilar(text: string, names: ReadonlySet<string>): string | undefined {
  for (let edits = 1; edits <= MAX_EDITS; edits++) {
    for (const name of names) if (mayNeed(edits, text, name) && isWithin(edits, text, name)) return name
  }
  return undefined
}

function mayNeed(edits: number, text: string, name: string): boolean {
  return name.length > SHORT_NAME || (edits === 1 && edits < name.length && text[0] === name[0])
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
