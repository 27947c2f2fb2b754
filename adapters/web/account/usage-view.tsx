import { useSignal } from '@preact/signals'
import type { Account, Usage } from '../../../core/contract/index.ts'
import { Button } from '../kit/button.tsx'
import { formatDay, formatMoment, formatNumber } from '../kit/format.ts'
import { Loading } from '../kit/loading.tsx'
import { Table, type Column } from '../kit/table.tsx'
import type { Loaded } from '../kit/use-loaded.ts'
import { useAsked } from './session.ts'

/** Days that are shown before the person asks for all. */
const LAST_DAYS = 7

/** Credits of the month, and by day. */
export function UsageView({ account }: { readonly account: Loaded<Account> }) {
  const usage = useAsked<Usage>(`live/usage?from=${new Date().toISOString().slice(0, 8)}01`)
  return (
    <section class="stack" aria-labelledby="usage">
      <h2 id="usage">Usage of this month</h2>
      <Loading of={account}>
        {({ used, allowance, spending_cap: cap, resets_at: end }) => (
          <p>
            <strong>{formatNumber(used)}</strong> credits are used
            {allowance !== null && <> of {formatNumber(allowance)} that the plan includes</>}
            {cap !== null && <>, with a cap of {formatNumber(cap)}</>}. The next month begins {formatMoment(end)}.
          </p>
        )}
      </Loading>
      <Loading of={usage}>{({ rows }) => <Days rows={rows} />}</Loading>
    </section>
  )
}

interface DaySum {
  readonly day: string
  readonly charges: number
  readonly credits: number
}

const COLUMNS: readonly Column<DaySum>[] = [
  { title: 'Day', cell: ({ day }) => formatDay(day) },
  { title: 'Charges', as: 'number', cell: ({ charges }) => formatNumber(charges) },
  { title: 'Credits', as: 'number', cell: ({ credits }) => formatNumber(credits) },
]

function Days({ rows }: { readonly rows: Usage['rows'] }) {
  const isWhole = useSignal(false)
  const sums = new Map<string, DaySum>()
  for (const { day, charges, credits } of rows) {
    const sum = sums.get(day) ?? { charges: 0, credits: 0 }
    sums.set(day, { day, charges: sum.charges + charges, credits: sum.credits + credits })
  }
  const all = [...sums.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const shown = isWhole.value ? all : all.slice(0, LAST_DAYS)
  return (
    <>
      <Table
        label="Charges by day, in UTC"
        hasCaption
        columns={COLUMNS}
        rows={shown}
        none="Nothing was charged yet."
        keyOf={({ day }) => day}
      />
      {shown.length < all.length && (
        <div>
          <Button text={`Show all ${formatNumber(all.length)} days`} onClick={() => (isWhole.value = true)} />
        </div>
      )}
    </>
  )
}
