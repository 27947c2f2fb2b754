import type { AdminUsage } from '../../../http/admin/print-charges.ts'

/** What charges are summed by. */
export type Grouping = 'day' | 'keyId' | 'kind'

export interface UsageSum {
  /** The day, the key or the kind. */
  readonly group: string
  readonly charges: number
  readonly credits: number
}

/** Order: newest day first; else most credits first. */
export function sumBy(rows: readonly AdminUsage[], grouping: Grouping): UsageSum[] {
  const sums = new Map<string, UsageSum>()
  for (const row of rows) {
    const group = row[grouping]
    const { charges, credits } = sums.get(group) ?? { charges: 0, credits: 0 }
    sums.set(group, { group, charges: charges + row.charges, credits: credits + row.credits })
  }
  const all = [...sums.values()]
  return grouping === 'day'
    ? all.toSorted((a, b) => (a.group < b.group ? 1 : -1))
    : all.toSorted((a, b) => b.credits - a.credits)
}
