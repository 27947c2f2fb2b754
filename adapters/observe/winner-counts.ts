import type { Issue } from '../../core/index.ts'

/** An issue of a field, without its texts. */
export interface FieldIssue extends Pick<Issue, 'field' | 'problem'> {
  /** The field that it contradicts. Absent: null, it contradicts none. */
  readonly against: string | null
}

/** What was read of the pages of a record on a marketplace. */
export interface ReadRecord {
  readonly record: string
  readonly domain: string
  /** Path of a field to its source. */
  readonly winners: Readonly<Record<string, string>>
  readonly issues: readonly FieldIssue[]
}

/**
 * How often a field had a value. A field of a row is written as `products[].price`, whatever its row.
 *
 * - `winners`: `source` gave the field its value: a selector, or another source such as `detail row`.
 * - `unread`: a page shows the field, and it could not be read. `source`: empty.
 * - `inconsistent`: the value contradicts another one. `source`: the field of that; empty, the value alone can't be right.
 * - `reads`: how often a field could have had a value. `field`: empty for the record itself, `products[]` for its rows. `source`: empty.
 */
export interface FieldCount {
  readonly series: 'winners' | 'unread' | 'inconsistent' | 'reads'
  readonly record: string
  readonly domain: string
  readonly field: string
  readonly source: string
  readonly count: number
}

/** Sources that are counted. Others are left out, so that the memory is limited. */
const MAX_SOURCES = 20_000

/** The label of a detail row comes from the page. All labels count as one source, so that the number of series is limited. */
const DETAIL_ROW = 'detail row'

/** Counts of the records of one kind on one marketplace. */
interface RecordCounts {
  readonly record: string
  readonly domain: string
  readonly winners: Map<string, Map<string, number>>
  readonly unread: Map<string, number>
  readonly inconsistent: Map<string, Map<string, number>>
  readonly reads: Map<string, number>
}

/** Counts the sources of values. A record has about sixty, so that a count is a step through maps and makes no text. */
export class WinnerCounts {
  private readonly records = new Map<string, Map<string, RecordCounts>>()
  private size = 0

  add({ record, domain, winners, issues }: ReadRecord): void {
    const counts = this.countsOf(record, domain)
    let list = ''
    let rows = 0
    for (const path in winners) {
      const winner = winners[path] as string
      const open = path.indexOf('[')
      if (open >= 0) {
        const close = path.indexOf(']', open)
        list = path.slice(0, open)
        // Each row has a field that is never absent, and rows are in their order.
        rows = Math.max(rows, Number(path.slice(open + 1, close)) + 1)
      }
      const field = fieldOf(path)
      const sources = entryOf(counts.winners, field)
      const source = sourceOf(winner)
      const count = sources.get(source)
      if (count === undefined && ++this.size > MAX_SOURCES) continue
      sources.set(source, (count ?? 0) + 1)
    }
    for (const path of new Set(issues.filter(({ problem }) => problem !== 'inconsistent').map(({ field }) => field))) {
      increase(counts.unread, fieldOf(path), 1)
    }
    for (const { field, problem, against } of issues) {
      if (problem !== 'inconsistent') continue
      increase(entryOf(counts.inconsistent, fieldOf(field)), against === null ? '' : fieldOf(against), 1)
    }
    increase(counts.reads, '', 1)
    if (rows > 0) increase(counts.reads, `${list}[]`, rows)
  }

  /** Gives all counts, and begins at zero. */
  take(): FieldCount[] {
    const all: FieldCount[] = []
    for (const domains of this.records.values()) {
      for (const { record, domain, winners, unread, inconsistent, reads } of domains.values()) {
        const push = (series: FieldCount['series'], field: string, source: string, count: number): void =>
          void all.push({ series, record, domain, field, source, count })
        for (const [field, count] of reads) push('reads', field, '', count)
        for (const [field, count] of unread) push('unread', field, '', count)
        for (const [series, fields] of [
          ['winners', winners],
          ['inconsistent', inconsistent],
        ] as const) {
          for (const [field, sources] of fields) {
            for (const [source, count] of sources) push(series, field, source, count)
          }
        }
      }
    }
    this.records.clear()
    this.size = 0
    return all
  }

  private countsOf(record: string, domain: string): RecordCounts {
    const domains = entryOf(this.records, record)
    let counts = domains.get(domain)
    if (counts === undefined) {
      counts = { record, domain, winners: new Map(), unread: new Map(), inconsistent: new Map(), reads: new Map() }
      domains.set(domain, counts)
    }
    return counts
  }
}

/** The source that counts for a winner. */
export function sourceOf(winner: string): string {
  return winner.startsWith(DETAIL_ROW) ? DETAIL_ROW : winner
}

/** The field that a path is counted for: `products[].price` for `products[3].price`. */
export function fieldOf(path: string): string {
  const open = path.indexOf('[')
  return open < 0 ? path : path.slice(0, open + 1) + path.slice(path.indexOf(']', open))
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** The map of a key. It is created when it does not exist. */
function entryOf<Key, Value>(maps: Map<string, Map<Key, Value>>, key: string): Map<Key, Value> {
  let entry = maps.get(key)
  if (entry === undefined) {
    entry = new Map()
    maps.set(key, entry)
  }
  return entry
}
