import type { KeyMode } from '../../../../core/policy/index.ts'
import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'

/** Requests of a day, an endpoint or both. */
export interface RequestSum {
  readonly total: number
  readonly ok: number
  /** Requests by their longest duration. Unit: ms. `Infinity`: longer than all that are counted apart. */
  readonly durations: ReadonlyMap<number, number>
  /** Requests that failed, by error. */
  readonly errors: ReadonlyMap<string, number>
}

/** Counts of the series `requests` or `refusals` of keys of a kind. */
export function ofKind(rows: readonly StatisticsRow[], kind: KeyMode): readonly StatisticsRow[] {
  return rows.filter(({ name }) => (name.at(-1) === 'test') === (kind === 'test'))
}

/** Sums counts of the series `requests`. */
export function sumRequests(rows: readonly StatisticsRow[]): RequestSum {
  const [durations, errors] = [new Map<number, number>(), new Map<string, number>()]
  let [total, ok] = [0, 0]
  for (const { name, count } of rows) {
    const [, , outcome = '', longest = ''] = name
    total += count
    if (outcome === 'ok') ok += count
    else add(errors, outcome, count)
    add(durations, longest === 'more' ? Infinity : Number(longest), count)
  }
  return { total, ok, durations, errors }
}

/** Requests that were refused for the same reason. */
export interface RefusalSum {
  readonly error: string
  /** Method and path. */
  readonly endpoint: string
  readonly count: number
}

/** Sums counts of the series `refusals`. Order: most first. */
export function sumRefusals(rows: readonly StatisticsRow[]): RefusalSum[] {
  const groups = groupBy(rows, ({ name }) => name.slice(1).join('\n'))
  return [...groups.values()]
    .map((own) => {
      const [, endpoint = '', error = ''] = own[0]?.name ?? []
      return { error, endpoint, count: own.reduce((sum, { count }) => sum + count, 0) }
    })
    .toSorted((a, b) => b.count - a.count)
}

/** Endpoint of a count of the series `requests`. */
export const endpointOf = ({ name }: StatisticsRow): string => name[1] ?? ''

/** Time within which a share of the requests was answered. `share`: 0 to 1. Unit: ms. Absent: null, there was no request. */
export function timeOf({ total, durations }: RequestSum, share: number): number | null {
  let seen = 0
  for (const [longestMs, count] of [...durations].toSorted(([a], [b]) => a - b)) {
    seen += count
    if (seen >= total * share) return longestMs
  }
  return null
}

export function groupBy<Row>(rows: readonly Row[], toGroup: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(toGroup(row))
    if (group === undefined) groups.set(toGroup(row), [row])
    else group.push(row)
  }
  return groups
}

function add<Key>(sums: Map<Key, number>, key: Key, count: number): void {
  sums.set(key, (sums.get(key) ?? 0) + count)
}
