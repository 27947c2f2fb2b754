import { formatDay, formatNumber } from '../../parts/format.ts'
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
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Charges">
      <table>
        <thead>
          <tr>
            <th scope="col">{HEADINGS[grouping]}</th>
            <th scope="col" class="number">
              Charged requests
            </th>
            <th scope="col" class="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ group, charges, credits }) => (
            <tr key={group}>
              <th scope="row">{print(group)}</th>
              <td class="number">{formatNumber(charges)}</td>
              <td class="number">{formatNumber(credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
