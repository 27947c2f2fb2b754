import { useSignal } from '@preact/signals'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import type { AdminUsage } from '../../../http/admin/print-charges.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { listDays } from '../../../../core/policy/index.ts'
import { Button } from '../../kit/button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { address, linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { Chart } from '../../kit/chart.tsx'
import { DaysSelect, ParamSelect, readDays } from '../parts/params.tsx'
import { daysBack } from '../service/days.ts'
import { Empty, Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import type { ViewProps } from '../parts/view-props.ts'
import { Paged } from '../../kit/paged.tsx'
import { Forecast } from './forecast.tsx'
import { References } from './references.tsx'
import { saveCsv } from './save-csv.ts'
import { StatementView } from './statement-view.tsx'
import { toCsv } from './to-csv.ts'
import { sumBy, type Grouping } from './sum-usage.ts'
import { toUsageSeries } from './usage-series.ts'
import { UsageTable } from './usage-table.tsx'
import { records } from '../../kit/records.ts'

interface UsageAndKeys {
  readonly days: DayRange
  readonly usage: readonly AdminUsage[]
  readonly keys: readonly AdminKey[]
}

async function readUsage(workspace: string, count: number): Promise<UsageAndKeys> {
  const days = daysBack(count)
  const [usage, keys] = await Promise.all([
    administrate('usage.read', { workspace, ...days }),
    administrate('keys.list', { workspace }),
  ])
  return { days, usage, keys }
}

/** What a workspace was charged. */
export function UsageView({ workspace }: ViewProps) {
  const count = readDays()
  const loaded = useLoaded(() => readUsage(workspace.id, count), [workspace.id, count])
  return (
    <>
      <Head title="Usage" about="What was charged. Days are those of UTC. Sandbox keys are never charged.">
        <DaysSelect />
      </Head>
      <Loading of={loaded}>{(read) => <Shown workspace={workspace} {...read} />}</Loading>
      <StatementView workspace={workspace} />
    </>
  )
}

function Shown({ workspace, days, usage, keys }: UsageAndKeys & ViewProps) {
  const grouping = useSignal<Grouping | 'reference'>('day')
  const chosen = address.value.params.get('key') ?? ''
  const rows = chosen === '' ? usage : usage.filter(({ keyId }) => keyId === chosen)
  const names = new Map(keys.map((key) => [key.id, `${key.name} (${key.prefix}…)`]))
  const used = new Set(usage.map(({ keyId }) => keyId))
  if (usage.length === 0) {
    return <Empty title="Nothing was charged">Send a request with a live key, and its credits are shown here.</Empty>
  }
  const total = rows.reduce((sum, { credits }) => sum + credits, 0)
  return (
    <>
      <section class="card stack">
        <div class="row apart">
          <p class="big">
            {formatNumber(total)} <span class="quiet">credits</span>
          </p>
          <div class="row">
            <ParamSelect
              name="key"
              label="Key"
              all="All keys"
              options={[...names].filter(([id]) => used.has(id) || id === chosen)}
            />
            <a href={linkTo('requests', null, { key: chosen === '' ? null : chosen, range: '7d' })}>Requests</a>
            <Button text="Save as CSV" onClick={() => saveCsv(toCsv(rows, keys), 'usage.csv')} />
          </div>
        </div>
        <Forecast workspace={workspace} />
        <UsageChart days={days} rows={rows} />
      </section>
      <section class="card stack">
        <Tabs
          label="Usage"
          tabs={[
            { name: 'day', text: 'By day' },
            { name: 'keyId', text: 'By key' },
            { name: 'kind', text: 'By endpoint' },
            { name: 'reference', text: 'By reference' },
          ]}
          chosen={grouping.value}
          onChoose={(name) => (grouping.value = name)}
        >
          {grouping.value === 'reference' ? (
            <References workspace={workspace.id} days={days} />
          ) : (
            <Sums rows={rows} grouping={grouping.value} names={names} key={grouping.value} />
          )}
        </Tabs>
      </section>
    </>
  )
}

interface SumsProps {
  readonly rows: readonly AdminUsage[]
  readonly grouping: Grouping
  readonly names: ReadonlyMap<string, string>
}

function Sums({ rows, grouping, names }: SumsProps) {
  return (
    <Paged of="charges" rows={sumBy(rows, grouping)}>
      {(page) => <UsageTable sums={page} grouping={grouping} names={names} />}
    </Paged>
  )
}

/** Credits by day: those of all endpoints on top of each other. */
function UsageChart({ days, rows }: { readonly days: DayRange; readonly rows: readonly AdminUsage[] }) {
  const all = listDays(days)
  const series = toUsageSeries(rows, all, records)
  return (
    <Chart
      label="Credits by day and record"
      days={all}
      series={series}
      as="bars"
      format={formatNumber}
      unit="credits"
    />
  )
}
