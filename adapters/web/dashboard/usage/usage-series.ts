import type { AdminUsage } from '../../../http/admin/print-charges.ts'
import { capitalize } from '../../kit/capitalize.ts'
import type { RecordFacts } from '../../record-facts.ts'
import type { Series } from '../../kit/series.ts'

/** Colors of the records, in the order of the interface. */
const COLORS = ['--accent', '--mark', '--good', '--quiet', '--bad']

/**
 * Credits by day, a series for each record: those of the list, and those that only charges name, such as
 * one that a later version has. Order: the first record last, which is the lowest in the chart.
 */
export function toUsageSeries(
  rows: readonly AdminUsage[],
  days: readonly string[],
  records: readonly Pick<RecordFacts, 'name' | 'plural'>[],
): Series[] {
  const names = new Map<string, string>(records.map(({ name, plural }) => [name, capitalize(plural)]))
  for (const { kind } of rows) if (!names.has(kind)) names.set(kind, kind)
  return [...names]
    .map(([record, name], index): Series => {
      const sums = new Map<string, number>()
      for (const { kind, day, credits } of rows) if (kind === record) sums.set(day, (sums.get(day) ?? 0) + credits)
      return {
        name,
        color: COLORS[index % COLORS.length] ?? '--accent',
        values: days.map((day) => sums.get(day) ?? 0),
      }
    })
    .toReversed()
}
