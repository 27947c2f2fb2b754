import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AdminWatch } from '../../../http/admin/watch-commands.ts'
import { CopyCode } from '../../kit/copy-button.tsx'
import { Cut } from '../../kit/cut.tsx'
import { Facts } from '../../kit/facts.tsx'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { linkTo } from '../service/address.ts'
import { useFollowed } from '../service/use-followed.ts'
import { showWorkspace } from '../service/workspaces.ts'
import { describeInput, describeInterval } from './describe-watch.ts'
import { RankView } from './rank-view.tsx'
import { SeriesView } from './series-view.tsx'
import { WatchChanges } from './watch-changes.tsx'
import { WatchItems } from './watch-items.tsx'
import { WatchState } from './watch-state.tsx'

/** A watch: its items, the values of one of them over time, and what has changed. */
export function WatchView({ id }: { readonly id: string }) {
  const loaded = useFollowed('watches.read', { watch: id })
  return (
    <>
      <a href={linkTo('watches', null, { kind: loaded.value?.kind ?? null })} class="small">
        ← All watches
      </a>
      <Loading of={loaded}>{(watch) => <Shown watch={watch} />}</Loading>
    </>
  )
}

function Shown({ watch }: { readonly watch: AdminWatch }) {
  const item = useSignal(0)
  useEffect(() => showWorkspace('watches', watch), [watch.workspace_id])
  const more = watch.item_count > 1 ? ` and ${formatNumber(watch.item_count - 1)} more` : ''
  return (
    <>
      <Head
        title={`Watch of ${formatMoment(watch.created_at)}`}
        about={
          <>
            <Cut text={describeInput(watch.first_item)} />
            {more}
          </>
        }
      />
      <div class="card stack">
        <div role="status">
          <WatchState of={watch} />
        </div>
        <Facts of={factsOf(watch)} />
      </div>
      {watch.track !== null && <RankView watch={watch} />}
      <WatchItems watch={watch} chosen={item.value} onChoose={(index) => (item.value = index)} />
      <SeriesView watch={watch} item={item.value} key={item.value} />
      <WatchChanges watch={watch} />
    </>
  )
}

function factsOf(watch: AdminWatch) {
  const orNone = (time: string | null, none: string): string => (time === null ? none : formatMoment(time))
  const most = watch.max_credits_per_month
  const unseen = formatNumber(watch.looks_count - watch.seen_count)
  return [
    ['Id', <CopyCode text={watch.id} name="the id" />],
    ['Record', watch.endpoint],
    ['Key', <code>{watch.key_id}</code>],
    ['Interval', describeInterval(watch)],
    ['Next run', watch.is_running ? 'now' : orNone(watch.next_run_at, 'paused')],
    ['Last look', orNone(watch.last_look_at, 'none yet')],
    ['Looks', `${formatNumber(watch.looks_count)}, ${unseen} of them saw nothing`],
    [
      'Credits',
      `${formatNumber(watch.credits_charged)}, of which ${formatNumber(watch.credits_this_month)} this month${most === null ? '' : ` of ${formatNumber(most)}`}`,
    ],
    ['Webhook', watch.webhook_url ?? 'none'],
  ] as const
}
