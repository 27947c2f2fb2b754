import { useSignal } from '@preact/signals'
import type { AdminStatement } from '../../../http/admin/usage-commands.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { formatNumber, formatUsd } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Select } from '../../kit/select.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import type { ViewProps } from '../parts/view-props.ts'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { saveCsv } from './save-csv.ts'
import { statementLines, toStatementCsv, type StatementLine } from './statement.ts'

const MONTHS = 12

/** What a workspace owes for a month. */
export function StatementView({ workspace }: ViewProps) {
  const months = lastMonths(Date.now())
  const month = useSignal(months[0] ?? '')
  const loaded = useLoaded(
    () => administrate('usage.statement', { workspace: workspace.id, month: month.value }),
    [workspace.id, month.value],
  )
  return (
    <Card
      title="Statement"
      actions={
        <>
          <Select label="Month" options={months} value={month.value} onChange={(chosen) => (month.value = chosen)} />
          {loaded.value !== null && <Save statement={loaded.value} workspace={workspace.name} />}
        </>
      }
    >
      <Loading of={loaded}>{(statement) => <Shown statement={statement} />}</Loading>
    </Card>
  )
}

function Save({ statement, workspace }: { readonly statement: AdminStatement; readonly workspace: string }) {
  return (
    <Button
      text="Save the statement"
      onClick={() => saveCsv(toStatementCsv(statement, workspace), `statement-${statement.month}.csv`)}
    />
  )
}

const COLUMNS: readonly Column<StatementLine>[] = [
  { title: 'For', as: 'wrap', cell: ({ text }) => text },
  {
    title: 'Credits',
    as: 'number',
    cell: ({ credits }) => (credits === null ? '' : formatNumber(credits)),
  },
  {
    title: 'US dollars',
    as: 'number',
    cell: ({ usdCents }) => (usdCents === null ? '' : formatUsd(usdCents)),
  },
]

function Shown({ statement }: { readonly statement: AdminStatement }) {
  return (
    <>
      <p class="big">
        {formatUsd(statement.totalUsdCents)}{' '}
        <span class="quiet">{statement.isOver ? 'in all' : 'so far: the month has not ended'}</span>
      </p>
      <Table label="Statement" columns={COLUMNS} rows={statementLines(statement)} keyOf={({ text }) => text} />
      <p class="quiet small">
        A month is one of UTC. Prices are those of the terms that the workspace has now; credits beyond the plan cost
        0.90 dollars for 1,000 requests of 5 credits.
      </p>
    </>
  )
}

/** Months until now, the newest first. UTC. Form: `YYYY-MM`. */
function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
}
