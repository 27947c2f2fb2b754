import type { ServedSessions, ServiceHealth } from '../../http/admin/account-commands.ts'
import { Card } from '../kit/card.tsx'
import { Facts } from '../kit/facts.tsx'
import { formatDuration, formatNumber } from '../kit/format.ts'
import { Head } from '../kit/head.tsx'
import { Loading } from '../kit/loading.tsx'
import { Table, type Column } from '../kit/table.tsx'
import { AlertsHealth } from './alerts-health.tsx'
import { CheckCard } from './check-card.tsx'
import { RecentFailures } from './recent-failures.tsx'
import { administrate } from './service/administrate.ts'
import { useFollowed } from './service/use-followed.ts'
import type { ViewProps } from './parts/view-props.ts'

/** Age of the last run that is marked: two of the usual intervals. Unit: ms. */
const OLD_RUN_MS = 120_000

/** Whether the parts of the service work. */
export function HealthView({ workspace }: ViewProps) {
  const loaded = useFollowed('service.health', {})
  return (
    <>
      <Head title="Health" about="Checked every 5 seconds while the page is open." />
      <Loading of={loaded}>
        {(health) => (
          <>
            <Shown health={health} />
            <AlertsHealth alerts={health.alerts} />
            {health.proxies !== null && health.proxies.length > 0 && <Proxies proxies={health.proxies} />}
            {health.sessions !== null && <Visitors sessions={health.sessions} />}
          </>
        )}
      </Loading>
      <RecentFailures workspace={workspace} />
      <CheckCard title="Ledger" button="Check the ledger" check={checkLedger}>
        <p class="quiet">Compares what each workspace was charged with the sum of its charges.</p>
      </CheckCard>
    </>
  )
}

function Shown({
  health: { store_problem: problem, has_room: hasRoom, browser, run_age_ms: runs },
}: {
  readonly health: ServiceHealth
}) {
  return (
    <div class="card">
      <Facts
        of={[
          ['Store', <Tag isGood={problem === null} good="writes" bad="can't write" more={problem} />],
          [
            'Room for batches',
            <Tag isGood={hasRoom} good="yes" bad="no" more="New batches are refused, and no run begins." />,
          ],
          ['Browser that renders pages', <Browser state={browser} />],
          ['Last run of live batches', <Run ageMs={runs.live} />],
          ['Last run of sandbox batches', <Run ageMs={runs.test} />],
        ]}
      />
    </div>
  )
}

interface TagProps {
  readonly isGood: boolean
  readonly good: string
  readonly bad: string
  /** What follows when it is not good. */
  readonly more?: string | null
}

function Tag({ isGood, good, bad, more }: TagProps) {
  return isGood ? (
    <span class="tag good">{good}</span>
  ) : (
    <>
      <span class="tag bad">{bad}</span> {more}
    </>
  )
}

function Browser({ state }: { readonly state: ServiceHealth['browser'] }) {
  if (state === null) return <span class="quiet">none is configured</span>
  const more = state === 'unreachable' ? 'Requests that need it fail, and cost nothing.' : null
  return <Tag isGood={state === 'ok'} good="can be reached" bad="can't be reached" more={more} />
}

function Run({ ageMs }: { readonly ageMs: number | null }) {
  if (ageMs === null) return <span class="quiet">none yet</span>
  return <span class={ageMs > OLD_RUN_MS ? 'tag warn' : ''}>{formatDuration(ageMs)} ago</span>
}

type ProxyState = NonNullable<ServiceHealth['proxies']>[number]

const PROXY_COLUMNS: readonly Column<ProxyState>[] = [
  { title: 'Proxy', cell: ({ proxy }) => proxy },
  { title: 'Connections', as: 'number', cell: ({ connections }) => formatNumber(connections) },
  { title: 'Failed', as: 'number', cell: ({ failures }) => formatNumber(failures) },
  { title: 'Now', cell: ({ is_resting }) => <Tag isGood={!is_resting} good="in use" bad="rests" /> },
  { title: 'Problem', cell: ({ problem }) => (problem === null ? '–' : `It ${problem}.`) },
]

/** The ways to the marketplaces. */
function Proxies({ proxies }: { readonly proxies: readonly ProxyState[] }) {
  return (
    <Card title="Proxies">
      <p class="quiet">
        Connections of this process since its start. A proxy that fails three times in a row rests for 30 seconds; then
        one connection tries it.
      </p>
      <Table label="Proxies" columns={PROXY_COLUMNS} rows={proxies} keyOf={({ proxy }) => proxy} />
    </Card>
  )
}

type DomainSessions = readonly [domain: string, counts: ServedSessions['counts'][string]]

const SESSION_COLUMNS: readonly Column<DomainSessions>[] = [
  { title: 'Domain', cell: ([domain]) => domain },
  { title: 'Made', as: 'number', cell: ([, { made }]) => formatNumber(made) },
  { title: 'Place proven', as: 'number', cell: ([, { proven }]) => formatNumber(proven) },
  { title: 'Refused', as: 'number', cell: ([, { refused }]) => formatNumber(refused) },
  { title: 'Place lost', as: 'number', cell: ([, { lost }]) => formatNumber(lost) },
]

/** Sessions of visitors who told a marketplace a place of delivery. */
function Visitors({ sessions: { kept, counts } }: { readonly sessions: ServedSessions }) {
  const rows = Object.entries(counts)
  return (
    <Card title="Sessions of visitors">
      <p class="quiet">
        Requests with a place come in the session of a visitor who told the shop that place. This process keeps{' '}
        {formatNumber(kept)} of them. Counted since its start: sessions made, those with a page that showed the place,
        those that the shop refused, and those whose place was lost later.
      </p>
      {rows.length > 0 && (
        <Table label="Sessions of visitors" columns={SESSION_COLUMNS} rows={rows} keyOf={([domain]) => domain} />
      )}
    </Card>
  )
}

/** Reads every charge, and so only when it is asked for. */
async function checkLedger(): Promise<string> {
  const { charges, credits, differences } = await administrate('ledger.check', {})
  if (differences.length > 0) throw new Error(`They differ: ${differences.join('; ')}.`)
  return `They agree: ${formatNumber(charges)} charges, ${formatNumber(credits)} credits.`
}
