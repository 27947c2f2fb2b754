import { diffRecords, findIncomparable, parseRowPath, type FieldChange } from '../../../../core/index.ts'
import { requireOpen } from './open-pages.ts'
import type { RecordReading } from './protocol.ts'

type AnyExtraction = RecordReading['extraction']

/** A value that both pages give from different sources. */
interface WinnerChange {
  /** Path of the value, with the ASIN of its row: `products[B0SHLF0001].price`. */
  readonly field: string
  readonly winnerBefore: string
  readonly winnerAfter: string
}

/** What two pages differ in. */
export interface Comparison {
  /** What keeps a difference from being a change, such as `currency`. Absent: null, nothing does. */
  readonly incomparable: string | null
  /** Order: that of the record. */
  readonly changes: readonly FieldChange[]
  /** Values that are the same, and were read from something else. */
  readonly moved: readonly WinnerChange[]
}

/** Compares the records of two pages, and what gave their values. Throws: for pages of different kinds, or without a record. */
export function compare(beforeId: number, afterId: number): Comparison {
  const [before, after] = [beforeId, afterId].map((id) => requireOpen(id).reading.extraction) as [
    AnyExtraction,
    AnyExtraction,
  ]
  for (const { record, kind } of [before, after]) {
    if (record === null) throw new Error(`A page of the kind "${kind.replaceAll('_', ' ')}" has no record to compare.`)
  }
  const changes = diffRecords(before, after)
  const changed = new Set(changes.map(({ field }) => field))
  const [winnersBefore, winnersAfter] = [namedWinners(before), namedWinners(after)]
  const moved = [...winnersBefore].flatMap(([field, winnerBefore]): WinnerChange[] => {
    const winnerAfter = winnersAfter.get(field)
    if (winnerAfter === undefined || winnerAfter === winnerBefore || changed.has(field)) return []
    return [{ field, winnerBefore, winnerAfter }]
  })
  return { incomparable: findIncomparable(before, after), changes, moved }
}

/** Winners by the path of their value. Rows have their ASIN for their number, which differs between pages. */
function namedWinners({ winners, record }: AnyExtraction): ReadonlyMap<string, string> {
  const values = record as Readonly<Record<string, unknown>> | null
  const named = Object.entries(winners as Readonly<Record<string, string>>).map(([path, winner]) => {
    const row = parseRowPath(path)
    if (row === null) return [path, winner] as const
    const rows = values?.[row.list] as readonly { readonly asin?: unknown }[] | undefined
    const key = rows?.[row.index]?.asin
    return [`${row.list}[${typeof key === 'string' ? key : row.index}].${row.field}`, winner] as const
  })
  return new Map(named)
}
