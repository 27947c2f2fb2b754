import type { AdminWatch } from '../../../http/admin/watch-commands.ts'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Empty, Head } from '../../kit/head.tsx'
import { ModeSelect, useMode } from '../parts/mode-select.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { ParamPager, ParamSelect } from '../parts/params.tsx'
import type { ViewProps } from '../parts/view-props.ts'
import { address, linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { useFollowed } from '../service/use-followed.ts'
import { describeInput, describeInterval } from './describe-watch.ts'
import { WatchState } from './watch-state.tsx'

const PER_PAGE = 50
const STATES = [
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['failing', 'Failing'],
] as const

/** The watches of a workspace, a page at a time. The address names the page. */
export function WatchesView({ workspace }: ViewProps) {
  const { params } = address.value
  const loaded = useMode(workspace.id, async (kind) => {
    const { watches } = await administrate('watches.list', { workspace: workspace.id, kind, limit: 1 })
    return watches.length > 0
  })
  const state = params.get('state') ?? ''
  const after = params.get('after') ?? ''
  return (
    <>
      <Head title="Watches" about="Items that are fetched at an interval. Newest first.">
        <ModeSelect mode={loaded.value ?? 'live'} />
        <ParamSelect name="state" label="State" all="All states" options={STATES} />
      </Head>
      <Loading of={loaded}>
        {(kind) => (
          <Page workspace={workspace.id} kind={kind} state={state} after={after} key={`${kind} ${state} ${after}`} />
        )}
      </Loading>
    </>
  )
}

interface PageProps {
  readonly workspace: string
  readonly kind: 'live' | 'test'
  /** Empty: all. */
  readonly state: string
  /** Last watch of the page before. Empty: this is the first page. */
  readonly after: string
}

/** A page of watches, which follows what happens. */
function Page({ workspace, kind, state, after }: PageProps) {
  const asked = { ...(state === '' ? {} : { state }), ...(after === '' ? {} : { after }) }
  const loaded = useFollowed('watches.list', { workspace, kind, limit: PER_PAGE, ...asked })
  const next = loaded.value?.next ?? null
  return (
    <>
      <Loading of={loaded}>
        {({ watches }) =>
          watches.length > 0 ? (
            <Table isCard label="Watches" columns={COLUMNS} rows={watches} keyOf={({ id }) => id} />
          ) : state === '' ? (
            <Empty title="No watches yet">
              Programs create a watch with <code>POST /api/v1/market/watch</code>, and a{' '}
              {kind === 'test' ? 'sandbox' : kind} key.
            </Empty>
          ) : (
            <Empty title="No watches">
              {next === null ? 'No watch is in this state.' : 'None on this page. Older ones follow.'}
            </Empty>
          )
        }
      </Loading>
      <ParamPager of="watches" next={next} params={{ kind }} />
    </>
  )
}

const orNone = (time: string | null, none: string) =>
  time === null ? <span class="quiet">{none}</span> : formatMoment(time)

const COLUMNS: readonly Column<AdminWatch>[] = [
  {
    title: 'Watch',
    cell: (watch) => (
      <>
        <a href={linkTo('watches', watch.id)} class="cut" dir="auto" title={describeInput(watch.first_item)}>
          {describeInput(watch.first_item)}
        </a>
        <code class="meaning small">{watch.id}</code>
      </>
    ),
  },
  { title: 'State', cell: (watch) => <WatchState of={watch} /> },
  { title: 'Record', cell: ({ endpoint }) => endpoint },
  { title: 'Interval', cell: describeInterval },
  { title: 'Items', as: 'number', cell: ({ item_count: count }) => formatNumber(count) },
  {
    title: 'Next run',
    cell: (watch) => (watch.is_running ? 'now' : orNone(watch.next_run_at, 'paused')),
  },
  { title: 'Last look', cell: ({ last_look_at: time }) => orNone(time, 'none yet') },
  { title: 'Credits', as: 'number', cell: ({ credits_charged: credits }) => formatNumber(credits) },
]
