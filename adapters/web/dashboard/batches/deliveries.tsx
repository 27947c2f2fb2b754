import { useSignal } from '@preact/signals'
import type { Deliveries as Attempts } from '../../../../core/contract/index.ts'
import type { AdminBatch } from '../../../http/admin/batch-commands.ts'
import { formatDuration, formatMoment } from '../../kit/format.ts'
import { administrate } from '../service/administrate.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Said } from '../../kit/notice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { Table, type Column } from '../../kit/table.tsx'
import { may } from '../service/session.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { isRunning } from './batches-view.tsx'
import { State } from './progress.tsx'

interface DeliveriesProps {
  readonly batch: AdminBatch
  readonly onChange: () => void
}

/** The webhook of a batch, and the attempts at it. */
export function Deliveries({ batch, onChange }: DeliveriesProps) {
  const { id, webhook_url: url, webhook_delivery_status: status, webhook_last_error: lastError } = batch
  const said = useSignal<string | null>(null)
  const { isBusy, problem, run } = useAction()
  // Attempts are listed again when one has changed the batch.
  const loaded = useLoaded(
    () => administrate('batches.deliveries', { batch: id }, true),
    [id, status, lastError, batch.webhook_delivered_at],
  )
  if (url === null) return null
  const redeliver = async (): Promise<void> => {
    await administrate('batches.redeliver', { batch: id })
    said.value = 'The webhook is sent again.'
    onChange()
  }
  const mayRedeliver = !isRunning(batch) && batch.has_results && may('operator')
  return (
    <Card
      title={<>Webhook {status !== null && <State of={status} />}</>}
      actions={mayRedeliver && <Button text="Send it again" onClick={() => run(redeliver)} disabled={isBusy} />}
    >
      <p class="quiet wrap">{url}</p>
      {batch.webhook_next_attempt_at !== null && (
        <p>The next attempt is at {formatMoment(batch.webhook_next_attempt_at)}.</p>
      )}
      <Said text={problem ?? said.value} isBad={problem !== null} />
      <Loading of={loaded}>{(attempts) => <AttemptTable attempts={attempts.deliveries} />}</Loading>
    </Card>
  )
}

function AttemptTable({ attempts }: { readonly attempts: Attempts['deliveries'] }) {
  return (
    <Table
      label="Attempts at the webhook"
      columns={COLUMNS}
      rows={attempts.toReversed()}
      none="No attempt has ended yet. It is sent when the batch ends."
      keyOf={({ started_at: time }) => time}
    />
  )
}

const COLUMNS: readonly Column<Attempts['deliveries'][number]>[] = [
  { title: 'Attempt', cell: ({ attempt }) => attempt },
  { title: 'Started', cell: (attempt) => formatMoment(attempt.started_at) },
  { title: 'Answer', cell: ({ error, http_status: status }) => error ?? `http ${status}` },
  { title: 'Took', as: 'number', cell: (attempt) => formatDuration(attempt.duration_ms) },
]
