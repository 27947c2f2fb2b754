import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AdminBatch } from '../../../http/admin/batch-commands.ts'
import { CopyCode } from '../../kit/copy-button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { may } from '../service/session.ts'
import { showWorkspace } from '../service/workspaces.ts'
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
  useEffect(() => showWorkspace('batches', batch), [batch.workspace_id])
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
          <Button text="Cancel the batch" class="danger" onClick={() => (isAsking.value = true)} />
        )}
      </Head>
      <div class="card stack">
        <div class="row">
          <span role="status">
            <BatchState of={batch} />
          </span>
          <Progress of={batch} />
        </div>
        <Facts of={factsOf(batch)} />
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

function factsOf(batch: AdminBatch) {
  const orNone = (time: string | null): string => (time === null ? 'not yet' : formatMoment(time))
  return [
    ['Id', <CopyCode text={batch.id} name="the id" />],
    ['Endpoint', batch.endpoint],
    ['Key', <code>{batch.key_id}</code>],
    ['Credits', formatNumber(batch.credits_charged)],
    ['Started', orNone(batch.started_at)],
    ['Ended', orNone(batch.completed_at)],
  ] as const
}
