import { useSignal } from '@preact/signals'
import type { ServedSessions, ServiceHealth } from '../../http/admin/account-commands.ts'
import type { LedgerCheck } from '../../store/ledger.ts'
import { formatDuration, formatNumber } from '../kit/format.ts'
import { AlertsHealth } from './alerts-health.tsx'
import { administrate } from './service/administrate.ts'
import { Head } from '../kit/head.tsx'
import { Loading } from '../kit/loading.tsx'
import { Table, type Column } from '../kit/table.tsx'
import type { ViewProps } from './view-props.ts'
import { RecentFailures } from './recent-failures.tsx'
import { useFollowed } from './service/use-followed.ts'

/** Age of the last run that is marked: two of the usual intervals. Unit: ms. */
const OLD_RUN_MS = 120_000

/** Whether the parts of the service work. */
export function HealthView({ workspace }: ViewProps) {
  const loaded = useFollowed('service.health', {})
  return (
    <>
      <Head title="Health" about="Checked each 5 seconds, while the page is shown." />
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
      <CheckLedger />
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
      <dl class="facts">
        <dt>Store</dt>
        <dd>
          <Tag isGood={problem === null} good="writes" bad="can't write" /> {problem}
        </dd>
        <dt>Room for batches</dt>
        <dd>
          <Tag isGood={hasRoom} good="yes" bad="no" /> {!hasRoom && 'New batches are refused, and no run begins.'}
        </dd>
        <dt>Browser that renders pages</dt>
        <dd>
          <Browser state={browser} />
        </dd>
        <dt>Last run of live batches</dt>
        <dd>
          <Run ageMs={runs.live} />
        </dd>
        <dt>Last run of sandbox batches</dt>
        <dd>
          <Run ageMs={runs.test} />
        </dd>
      </dl>
    </div>
  )
}

function Tag({ isGood, good, bad }: { readonly isGood: boolean; readonly good: string; readonly bad: string }) {
  return <span class={isGood ? 'tag good' : 'tag bad'}>{isGood ? good : bad}</span>
}

function Browser({ state }: { readonly state: ServiceHealth['browser'] }) {
  if (state === null) return <span class="quiet">none is configured</span>
  return (
    <>
      <Tag isGood={state === 'ok'} good="can be reached" bad="can't be reached" />{' '}
      {state === 'unreachable' && 'Requests that need it fail, and cost nothing.'}
    </>
  )
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
    <section class="card stack">
      <h2>Proxies</h2>
      <p class="quiet">
        Connections of this process since its start. A proxy that fails three times in a row rests for 30 seconds; then
        one connection tries it.
      </p>
      <Table label="Proxies" columns={PROXY_COLUMNS} rows={proxies} keyOf={({ proxy }) => proxy} />
    </section>
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
    <section class="card stack">
      <h2>Sessions of visitors</h2>
      <p class="quiet">
        Requests with a place come in the session of a visitor who told the shop that place. This process keeps{' '}
        {formatNumber(kept)} of them. Counted since its start: sessions made, those with a page that showed the place,
        those that the shop refused, and those whose place was lost later.
      </p>
      {rows.length > 0 && (
        <Table label="Sessions of visitors" columns={SESSION_COLUMNS} rows={rows} keyOf={([domain]) => domain} />
      )}
    </section>
  )
}

interface Outcome {
  readonly isGood: boolean
  readonly text: string
}

function describe({ charges, credits, differences }: LedgerCheck): Outcome {
  const isGood = differences.length === 0
  const sum = `${formatNumber(charges)} charges, ${formatNumber(credits)} credits`
  return { isGood, text: isGood ? `They agree: ${sum}.` : `They differ: ${differences.join('; ')}.` }
}

/** Compares the usage with the ledger, when it is asked for: it reads every charge. */
function CheckLedger() {
  const said = useSignal<Outcome | null>(null)
  const isBusy = useSignal(false)
  const check = async (): Promise<void> => {
    isBusy.value = true
    try {
      said.value = describe(await administrate('ledger.check', {}))
    } catch (error) {
      said.value = { isGood: false, text: (error as Error).message }
    }
    isBusy.value = false
  }
  return (
    <section class="card stack">
      <div class="row apart">
        <h2>Ledger</h2>
        <button type="button" onClick={() => void check()} disabled={isBusy.value}>
          Check the ledger
        </button>
      </div>
      <p class="quiet">Compares what each workspace was charged with the sum of its charges.</p>
      <div role="status">
        {said.value !== null && <p class={said.value.isGood ? 'notice' : 'notice bad'}>{said.value.text}</p>}
      </div>
    </section>
  )
}
