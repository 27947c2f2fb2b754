import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange, Usage } from '../../../store/ledger.ts'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { DaysSelect, readDays } from '../parts/days-select.tsx'
import { daysBack } from '../service/days.ts'
import { Empty, Head } from '../parts/head.tsx'
import { Loading } from '../parts/loading.tsx'
import { readStatistics } from '../service/read-statistics.ts'
import { useLoaded } from '../service/use-loaded.ts'
import type { ViewProps } from '../parts/view-props.ts'
import { EndpointTable, ErrorTable, formatTime } from './overview-tables.tsx'
import { RequestCharts } from './request-charts.tsx'
import { sumRequests, timeOf } from './request-sums.ts'

interface Overview {
  readonly days: DayRange
  readonly rows: readonly StatisticsRow[]
  readonly credits: number
}

async function readOverview(workspace: string, count: number): Promise<Overview> {
  const days = daysBack(count)
  const [rows, usage] = await Promise.all([
    readStatistics('requests', { days, of: [workspace] }),
    administrate<Usage[]>('usage.read', { workspace, ...days }),
  ])
  return { days, rows, credits: usage.reduce((sum, { credits }) => sum + credits, 0) }
}

/** How a workspace is served. */
export function OverviewView({ workspace }: ViewProps) {
  const count = readDays()
  const loaded = useLoaded(() => readOverview(workspace.id, count), [workspace.id, count])
  return (
    <>
      <Head
        title="Overview"
        about="Products and searches of live keys, items of batches included. Requests that are refused before a page is fetched do not count here."
      >
        <DaysSelect />
      </Head>
      <Loading of={loaded}>{(overview) => <Shown {...overview} />}</Loading>
    </>
  )
}

function Shown({ days, rows, credits }: Overview) {
  const all = sumRequests(rows)
  if (all.total === 0) {
    return (
      <Empty title="No requests yet">
        <a href={linkTo('keys')}>Create a live key</a>, and send a request. It is counted here some seconds later.
      </Empty>
    )
  }
  return (
    <>
      <dl class="tiles">
        <Tile name="Requests" value={formatNumber(all.total)} />
        <Tile name="Credits" value={formatNumber(credits)} />
        <Tile name="Succeeded" value={formatShare(all.ok / all.total)} />
        <Tile name="Half answered within" value={formatTime(timeOf(all, 0.5))} />
        <Tile name="95 % answered within" value={formatTime(timeOf(all, 0.95))} />
      </dl>
      <RequestCharts days={days} rows={rows} />
      <div class="columns">
        <EndpointTable rows={rows} />
        <ErrorTable sum={all} />
      </div>
    </>
  )
}

function Tile({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div class="card">
      <dt class="quiet small">{name}</dt>
      <dd class="big">{value}</dd>
    </div>
  )
}
