import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'

/** How often a candidate gave a field its value. */
interface Candidate {
  readonly selector: string
  /** Shares of the values of the field, in the last days and in the days before. 0 to 1. */
  readonly recent: number
  readonly before: number
}

/** The candidates of a field of a marketplace. */
export interface FieldLayout {
  readonly domain: string
  readonly field: string
  /** Values in the last days, and in the days before. */
  readonly recentCount: number
  readonly beforeCount: number
  /** Order: most wins before, then most recent wins. */
  readonly candidates: readonly Candidate[]
  /** What has happened to the candidate that won most before. */
  readonly drift: 'none' | 'stopped' | 'falling'
}

/** Values that a field must have in both times before its candidates are compared. */
const MIN_VALUES = 10
/** A candidate that lost this share of the values of its field is falling. */
const FALL = 0.2
/** A candidate with a lower share has stopped to win. */
const STOPPED = 0.02

/** Compares the candidates of the last days with those of the days before. Order: drifting fields first; domain, field. */
export function findDrift(recent: readonly StatisticsRow[], before: readonly StatisticsRow[]): FieldLayout[] {
  const fields = new Map<string, { recent: Map<string, number>; before: Map<string, number> }>()
  const collect = (rows: readonly StatisticsRow[], time: 'recent' | 'before'): void => {
    for (const { name, count } of rows) {
      const [domain = '', field = '', selector = ''] = name
      const key = `${domain}\n${field}`
      const entry = fields.get(key) ?? { recent: new Map(), before: new Map() }
      entry[time].set(selector, (entry[time].get(selector) ?? 0) + count)
      fields.set(key, entry)
    }
  }
  collect(recent, 'recent')
  collect(before, 'before')
  return [...fields]
    .map(([key, counts]) => toLayout(key.split('\n') as [string, string], counts))
    .toSorted(
      (a, b) =>
        Number(a.drift === 'none') - Number(b.drift === 'none') ||
        compare(a.domain, b.domain) ||
        compare(a.field, b.field),
    )
}

function toLayout(
  [domain, field]: readonly [string, string],
  counts: { readonly recent: ReadonlyMap<string, number>; readonly before: ReadonlyMap<string, number> },
): FieldLayout {
  const [recentCount, beforeCount] = [sum(counts.recent), sum(counts.before)]
  const share = (count: number | undefined, of: number): number => (of === 0 ? 0 : (count ?? 0) / of)
  const candidates = [...new Set([...counts.before.keys(), ...counts.recent.keys()])]
    .map((selector) => ({
      selector,
      recent: share(counts.recent.get(selector), recentCount),
      before: share(counts.before.get(selector), beforeCount),
    }))
    .toSorted((a, b) => b.before - a.before || b.recent - a.recent)
  const [first] = candidates
  const isKnown = first !== undefined && recentCount >= MIN_VALUES && beforeCount >= MIN_VALUES
  const isFalling = isKnown && first.before - first.recent >= FALL
  const drift = !isFalling ? 'none' : first.recent < STOPPED ? 'stopped' : 'falling'
  return { domain, field, recentCount, beforeCount, candidates, drift }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
