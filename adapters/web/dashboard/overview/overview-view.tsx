import type { KeyMode } from '../../../../core/policy/index.ts'
import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { formatNumber, formatShare } from '../../kit/format.ts'
import { allRecords } from '../../kit/records.ts'
import { DaysSelect, readDays } from '../parts/params.tsx'
import { Empty, Head } from '../../kit/head.tsx'
import { ModeSelect, readMode } from '../parts/mode-select.tsx'
import { Loading } from '../../kit/loading.tsx'
import type { ViewProps } from '../parts/view-props.ts'
import { linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { daysBack } from '../service/days.ts'
import { readStatistics, useStatistics } from '../service/read-statistics.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { EndpointTable, ErrorTable, formatTime, RefusalTable, StepsNote } from './overview-tables.tsx'
import { RequestCharts } from './request-charts.tsx'
import { ofKind, sumRequests, timeOf, type RequestSum } from './request-sums.ts'

/** What the overview shows besides the requests. */
interface Others {
  readonly refusals: readonly StatisticsRow[]
  /** Refusals of keys that nobody knows, for all workspaces. */
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

const ABOUT: Readonly<Record<KeyMode, string>> = {
  live: `What live keys asked for, items of batches included: ${allRecords}.`,
  test: `What sandbox keys asked for, items of batches included: ${allRecords}, simulated and never charged.`,
}

/** How a workspace is served. */
export function OverviewView({ workspace }: ViewProps) {
  const days = daysBack(readDays())
  const loaded = useStatistics('requests', { days, of: [workspace.id] })
  const counted = loaded.value ?? []
  const hasSandbox = ofKind(counted, 'test').length > 0
  const kind = readMode() ?? (hasSandbox && ofKind(counted, 'live').length === 0 ? 'test' : 'live')
  return (
    <>
      <Head title="Overview" about={ABOUT[kind]}>
        <ModeSelect mode={kind} />
        <DaysSelect />
      </Head>
      <Loading of={loaded}>
        {(all) => <Requests workspace={workspace.id} kind={kind} days={days} rows={ofKind(all, kind)} />}
      </Loading>
    </>
  )
}

interface RequestsProps {
  readonly workspace: string
  readonly kind: KeyMode
  readonly days: DayRange
  readonly rows: readonly StatisticsRow[]
}

/** What is shown besides is read again when requests were counted. */
function Requests({ workspace, kind, days, rows }: RequestsProps) {
  const all = sumRequests(rows)
  const loaded = useLoaded(() => readOthers(workspace, days), [workspace, days.from, all.total])
  return (
    <Loading of={loaded}>
      {(others) => (
        <Shown {...others} kind={kind} days={days} rows={rows} all={all} refusals={ofKind(others.refusals, kind)} />
      )}
    </Loading>
  )
}

type ShownProps = Others & Omit<RequestsProps, 'workspace'> & { readonly all: RequestSum }

function Shown({ kind, days, rows, all, refusals, unknown, credits }: ShownProps) {
  if (all.total === 0 && refusals.length === 0) {
    return (
      <Empty title="No requests yet">
        Send a request, with a live or a sandbox <a href={linkTo('keys')}>key</a>. It is counted here some seconds
        later.
      </Empty>
    )
  }
  return (
    <>
      <dl class="tiles">
        <Tile name="Requests" value={formatNumber(all.total)} />
        {kind === 'live' && <Tile name="Credits" value={formatNumber(credits)} />}
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
