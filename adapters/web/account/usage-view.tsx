import { useSignal } from '@preact/signals'
import type { Account, Usage } from '../../../core/contract/index.ts'
import { formatDay, formatMoment, formatNumber } from '../kit/format.ts'
import { Problem } from './notice.tsx'
import { useAsked } from './use-asked.ts'

/** Days that are shown before the person asks for all. */
const LAST_DAYS = 7

/** Credits of the month, and by day. `account`: null, it is being loaded. */
export function UsageView({ account }: { readonly account: Account | null }) {
  const { value, problem } = useAsked<Usage>(`live/usage?from=${new Date().toISOString().slice(0, 8)}01`)
  const days = new Map<string, { charges: number; credits: number }>()
  for (const { day, charges, credits } of value.value?.rows ?? []) {
    const sum = days.get(day) ?? { charges: 0, credits: 0 }
    days.set(day, { charges: sum.charges + charges, credits: sum.credits + credits })
  }
  const isWhole = useSignal(false)
  const all = [...days].toSorted(([a], [b]) => (a < b ? 1 : -1))
  const rows = isWhole.value ? all : all.slice(0, LAST_DAYS)
  return (
    <section class="stack" aria-labelledby="usage">
      <h2 id="usage">Usage of this month</h2>
      <Problem of={problem} />
      {account !== null && (
        <p>
          <strong>{formatNumber(account.used)}</strong> credits are used
          {account.allowance !== null && <> of {formatNumber(account.allowance)} that the plan includes</>}
          {account.spending_cap !== null && <>, with a cap of {formatNumber(account.spending_cap)}</>}. The next month
          begins {formatMoment(account.resets_at)}.
        </p>
      )}
      {value.value !== null && rows.length === 0 && <p class="quiet">Nothing was charged yet.</p>}
      {rows.length > 0 && (
        <table>
          <caption>Charges by day, in UTC</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="number">
                Charges
              </th>
              <th scope="col" class="number">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([day, { charges, credits }]) => (
              <tr key={day}>
                <td>{formatDay(day)}</td>
                <td class="number">{formatNumber(charges)}</td>
                <td class="number">{formatNumber(credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length < all.length && (
        <div>
          <button type="button" onClick={() => (isWhole.value = true)}>
            Show all {formatNumber(all.length)} days
          </button>
        </div>
      )}
    </section>
  )
}
