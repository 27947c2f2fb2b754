import { formatDay, formatNumber } from '../../kit/format.ts'
import { Table, type Column } from '../../kit/table.tsx'
import type { Grouping, UsageSum } from './sum-usage.ts'

const HEADINGS: Readonly<Record<Grouping, string>> = { day: 'Day', keyId: 'Key', kind: 'Endpoint' }

interface UsageTableProps {
  readonly sums: readonly UsageSum[]
  readonly grouping: Grouping
  /** Names of keys, by id. */
  readonly names: ReadonlyMap<string, string>
}

export function UsageTable({ sums, grouping, names }: UsageTableProps) {
  const print = (group: string): string => {
    if (grouping === 'kind') return group
    return grouping === 'day' ? formatDay(group) : (names.get(group) ?? group)
  }
  const columns: readonly Column<UsageSum>[] = [
    { title: HEADINGS[grouping], cell: ({ group }) => print(group) },
    { title: 'Charged requests', as: 'number', cell: ({ charges }) => formatNumber(charges) },
    { title: 'Credits', as: 'number', cell: ({ credits }) => formatNumber(credits) },
  ]
  return <Table label="Charges" columns={columns} rows={sums} keyOf={({ group }) => group} />
}
