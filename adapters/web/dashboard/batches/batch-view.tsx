import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AdminBatch } from '../../../http/admin/batch-commands.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { address, linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { may } from '../service/session.ts'
import { useFollowed } from '../service/use-followed.ts'
import { isRunning } from './batches-view.tsx'
import { Deliveries } from './deliveries.tsx'
import { Items } from './items.tsx'
import { BatchState, Progress } from './progress.tsx'

/** A batch, while it runs and after. */
export function BatchView({ id }: { readonly id: string }) {
  const loaded = useFollowed('batches.read', { batch: id })
  return (
    <>
      <a href={linkTo('batches', null, { kind: loaded.value?.kind ?? null })} class="small">
        ← All batches
      </a>
      <Loading of={loaded}>{(batch) => <Shown batch={batch} reload={loaded.reload} />}</Loading>
    </>
  )
}

function Shown({ batch, reload }: { readonly batch: AdminBatch; readonly reload: () => void }) {
  const isAsking = useSignal(false)
  useEffect(() => showWorkspace(batch), [batch.workspace_id])
  const cancel = async (): Promise<void> => {
    await administrate('batches.cancel', { batch: batch.id })
    reload()
  }
  return (
    <>
      <Head title={`Batch of ${formatMoment(batch.created_at)}`}>
        <a class="button" href={linkTo('requests', null, { batch: batch.id, range: '7d' })}>
          Requests
        </a>
        {isRunning(batch) && may('operator') && (
          <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
            Cancel the batch
          </button>
        )}
      </Head>
      <div class="card stack">
        <div class="row">
          <span role="status">
            <BatchState of={batch} />
          </span>
          <Progress of={batch} />
        </div>
        <Facts of={batch} />
      </div>
      <Deliveries batch={batch} onChange={reload} />
      <Items batch={batch} />
      {isAsking.value && (
        <Dialog
          title="Cancel the batch?"
          action="Cancel the batch"
          isDanger
          onSubmit={cancel}
          onClose={() => (isAsking.value = false)}
        >
          <p>
            {formatNumber(batch.total_count - batch.processed_count)} items without a result end with{' '}
            <code>batch_aborted</code>, at no cost. The webhook is sent.
          </p>
        </Dialog>
      )}
    </>
  )
}

/** The address of a batch need not name its workspace, which is shown with it. */
function showWorkspace({ id, workspace_id: workspace }: AdminBatch): void {
  if (address.value.params.get('workspace') !== workspace) location.replace(linkTo('batches', id, { workspace }))
}

function Facts({ of: batch }: { readonly of: AdminBatch }) {
  const orNone = (time: string | null): string => (time === null ? 'not yet' : formatMoment(time))
  return (
    <dl class="facts">
      <dt>Id</dt>
      <dd class="row">
        <code>{batch.id}</code> <CopyButton text={batch.id} name="the id" />
      </dd>
      <dt>Endpoint</dt>
      <dd>{batch.endpoint}</dd>
      <dt>Key</dt>
      <dd>
        <code>{batch.key_id}</code>
      </dd>
      <dt>Credits</dt>
      <dd>{formatNumber(batch.credits_charged)}</dd>
      <dt>Started</dt>
      <dd>{orNone(batch.started_at)}</dd>
      <dt>Ended</dt>
      <dd>{orNone(batch.completed_at)}</dd>
    </dl>
  )
}
