import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { allRecords } from '../../parts/records.ts'
import { DaysSelect, readDays } from '../parts/days-select.tsx'
import { Empty, Head } from '../parts/head.tsx'
import { Loading } from '../parts/loading.tsx'
import type { ViewProps } from '../parts/view-props.ts'
import { linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { daysBack } from '../service/days.ts'
import { readStatistics, useStatistics } from '../service/read-statistics.ts'
import { useLoaded } from '../service/use-loaded.ts'
import { EndpointTable, ErrorTable, formatTime, RefusalTable, StepsNote } from './overview-tables.tsx'
import { RequestCharts } from './request-charts.tsx'
import { sumRequests, timeOf } from './request-sums.ts'

/** What the overview shows besides the requests. */
interface Others {
  readonly refusals: readonly StatisticsRow[]
  /** Refusals of keys that are not valid, for all workspaces. */
  readonly unknown: readonly StatisticsRow[]
  readonly credits: number
}

async function readOthers(workspace: string, days: DayRange): Promise<Others> {
  const [refusals, unknown, usage] = await Promise.all([
    readStatistics('refusals', { days, of: [workspace] }, true),
    readStatistics('refusals', { days, of: [''], byDay: false }, true),
    administrate('usage.read', { workspace, ...days }, true),
  ])
  return { refusals, unknown, credits: usage.reduce((sum, { credits }) => sum + credits, 0) }
}

/** How a workspace is served. */
export function OverviewView({ workspace }: ViewProps) {
  const days = daysBack(readDays())
  const loaded = useStatistics('requests', { days, of: [workspace.id] })
  return (
    <>
      <Head title="Overview" about={`What live keys asked for, items of batches included: ${allRecords}.`}>
        <DaysSelect />
      </Head>
      <Loading of={loaded}>{(rows) => <Requests workspace={workspace.id} days={days} rows={rows} />}</Loading>
    </>
  )
}

interface RequestsProps {
  readonly workspace: string
  readonly days: DayRange
  readonly rows: readonly StatisticsRow[]
}

/** What is shown besides is read again when requests were counted. */
function Requests({ workspace, days, rows }: RequestsProps) {
  const loaded = useLoaded(() => readOthers(workspace, days), [workspace, days.from, rows])
  return <Loading of={loaded}>{(others) => <Shown days={days} rows={rows} {...others} />}</Loading>
}

function Shown({ days, rows, refusals, unknown, credits }: Others & Omit<RequestsProps, 'workspace'>) {
  const all = sumRequests(rows)
  if (all.total === 0 && refusals.length === 0) {
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
        <Tile name="Succeeded" value={all.total === 0 ? '–' : formatShare(all.ok / all.total)} />
        <Tile name="Half within" value={formatTime(timeOf(all, 0.5))} />
        <Tile name="95% within" value={formatTime(timeOf(all, 0.95))} />
      </dl>
      <StepsNote />
      <RequestCharts days={days} rows={rows} refusals={refusals} />
      <div class="columns">
        {all.total > 0 && <EndpointTable rows={rows} />}
        {all.total > 0 && <ErrorTable sum={all} />}
      </div>
      <RefusalTable rows={refusals} unknown={unknown} />
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
