/** Counts of a field in a time. */
export interface FieldCounts {
  /** How often the field could have had a value: records, or rows, that were read. */
  readonly reads: number
  /** How often it had none although a page shows it. */
  readonly unread: number
  /** How often each source gave the field its value. */
  readonly sources: ReadonlyMap<string, number>
}

/**
 * What has happened to a field:
 *
 * - `vanished`: it has a value on almost no page any more.
 * - `rarer`, `unread`: it has a value on fewer pages, or more pages show it in a form that can't be read.
 * - `stopped`, `falling`: it has values as before, and the source that gave most of them gives almost none, or fewer.
 */
export type Drift = 'none' | 'vanished' | 'rarer' | 'unread' | 'stopped' | 'falling'

/** A share in two times. 0 to 1. Absent: null, nothing was counted. */
export interface Change {
  readonly before: number | null
  readonly recent: number | null
}

/** A field in two times. */
export interface FieldLayout {
  /** Share of the records, or rows, with a value. */
  readonly filled: Change
  /** Share of the records, or rows, that show the field in a form that can't be read. */
  readonly unread: Change
  readonly reads: { readonly before: number; readonly recent: number }
  /** Sources, with their shares of the values. Order: most values before, then most recent. */
  readonly sources: readonly (Change & { readonly source: string })[]
  readonly drift: Drift
}

/** A share that changed by less is no drift, however sure the change is. */
const LEAST_CHANGE = 0.05
/** A lower share is almost none. */
const ALMOST_NONE = 0.02
/** Fewer records, or rows, say nothing. */
const LEAST_READS = 20
/**
 * Half of the width of the intervals, in standard errors. Two shares differ when their intervals do not touch: a chance of
 * less than one in 100,000 for shares that are equal, so that hundreds of fields give no false alarm.
 */
const Z = 4.5

/** Compares a field in two times. A change counts when the numbers are large enough for it. */
export function compareLayouts(before: FieldCounts, recent: FieldCounts): FieldLayout {
  const [valuesBefore, valuesRecent] = [sum(before), sum(recent)]
  const sources = [...new Set([...before.sources.keys(), ...recent.sources.keys()])]
    .map((source) => ({
      source,
      before: share(before.sources.get(source) ?? 0, valuesBefore),
      recent: share(recent.sources.get(source) ?? 0, valuesRecent),
    }))
    .toSorted((a, b) => (b.before ?? 0) - (a.before ?? 0) || (b.recent ?? 0) - (a.recent ?? 0))
  const [first] = sources
  const winsBefore = before.sources.get(first?.source ?? '') ?? 0
  const winsRecent = recent.sources.get(first?.source ?? '') ?? 0
  const filled = { before: share(valuesBefore, before.reads), recent: share(valuesRecent, recent.reads) }
  const unread = { before: share(before.unread, before.reads), recent: share(recent.unread, recent.reads) }
  const reads = { before: before.reads, recent: recent.reads }
  const drift = ((): Drift => {
    if (isLower(valuesRecent, recent.reads, valuesBefore, before.reads)) {
      return (filled.recent ?? 0) < ALMOST_NONE ? 'vanished' : 'rarer'
    }
    if (isLower(before.unread, before.reads, recent.unread, recent.reads)) return 'unread'
    if (!isLower(winsRecent, valuesRecent, winsBefore, valuesBefore)) return 'none'
    return (first?.recent ?? 0) < ALMOST_NONE ? 'stopped' : 'falling'
  })()
  return { filled, unread, reads, sources, drift }
}

const sum = ({ sources }: FieldCounts): number => [...sources.values()].reduce((a, b) => a + b, 0)

const share = (count: number, of: number): number | null => (of === 0 ? null : Math.min(count / of, 1))

/** Whether a share is lower than another, beyond chance. */
function isLower(count: number, of: number, otherCount: number, otherOf: number): boolean {
  if (Math.min(of, otherOf) < LEAST_READS || otherCount / otherOf - count / of < LEAST_CHANGE) return false
  return intervalOf(count, of).high < intervalOf(otherCount, otherOf).low
}

/** Where a share is, by Wilson's score interval: it is right for small numbers too, and for shares of nothing and of all. */
function intervalOf(count: number, of: number): { readonly low: number; readonly high: number } {
  const p = Math.min(count / of, 1)
  const scale = 1 + Z ** 2 / of
  const middle = (p + Z ** 2 / (2 * of)) / scale
  const half = (Z / scale) * Math.sqrt((p * (1 - p)) / of + Z ** 2 / (4 * of ** 2))
  return { low: middle - half, high: middle + half }
}
