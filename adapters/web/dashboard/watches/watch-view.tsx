import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AdminWatch } from '../../../http/admin/watch-commands.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { address, linkTo } from '../service/address.ts'
import { useFollowed } from '../service/use-followed.ts'
import { describeInput, describeInterval } from './describe-watch.ts'
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
  useEffect(() => showWorkspace(watch), [watch.workspace_id])
  const more = watch.item_count > 1 ? ` and ${formatNumber(watch.item_count - 1)} more` : ''
  return (
    <>
      <Head
        title={`Watch of ${formatMoment(watch.created_at)}`}
        about={
          <>
            <span dir="auto" class="cut">
              {describeInput(watch.first_item)}
            </span>
            {more}
          </>
        }
      />
      <div class="card stack">
        <div role="status">
          <WatchState of={watch} />
        </div>
        <Facts of={watch} />
      </div>
      <WatchItems watch={watch} chosen={item.value} onChoose={(index) => (item.value = index)} />
      <SeriesView watch={watch} item={item.value} key={item.value} />
      <WatchChanges watch={watch} />
    </>
  )
}

/** The address of a watch need not name its workspace, which is shown with it. */
function showWorkspace({ id, workspace_id: workspace }: AdminWatch): void {
  if (address.value.params.get('workspace') !== workspace) location.replace(linkTo('watches', id, { workspace }))
}

function Facts({ of: watch }: { readonly of: AdminWatch }) {
  const orNone = (time: string | null, none: string): string => (time === null ? none : formatMoment(time))
  const most = watch.max_credits_per_month
  return (
    <dl class="facts">
      <dt>Id</dt>
      <dd class="row">
        <code>{watch.id}</code> <CopyButton text={watch.id} name="the id" />
      </dd>
      <dt>Record</dt>
      <dd>{watch.endpoint}</dd>
      <dt>Key</dt>
      <dd>
        <code>{watch.key_id}</code>
      </dd>
      <dt>Interval</dt>
      <dd>{describeInterval(watch)}</dd>
      <dt>Next run</dt>
      <dd>{watch.is_running ? 'now' : orNone(watch.next_run_at, 'paused')}</dd>
      <dt>Last look</dt>
      <dd>{orNone(watch.last_look_at, 'none yet')}</dd>
      <dt>Looks</dt>
      <dd>
        {formatNumber(watch.looks_count)}, {formatNumber(watch.looks_count - watch.seen_count)} of them saw nothing
      </dd>
      <dt>Credits</dt>
      <dd>
        {formatNumber(watch.credits_charged)}, of which {formatNumber(watch.credits_this_month)} this month
        {most !== null && ` of ${formatNumber(most)}`}
      </dd>
      <dt>Webhook</dt>
      <dd class="wrap">{watch.webhook_url ?? 'none'}</dd>
    </dl>
  )
}
