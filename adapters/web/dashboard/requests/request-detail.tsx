import type { LoggedRequest } from '../../../store/request-log.ts'
import { CopyCode } from '../../kit/copy-button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { formatDuration, formatMoment, formatNumber } from '../../kit/format.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { linkTo } from '../service/address.ts'
import { describeOutcome } from './describe-outcome.ts'
import { Outcome } from './outcome.tsx'

interface RequestDetailProps {
  readonly request: LoggedRequest
  /** Name and prefix of its key. */
  readonly keyName: string
  readonly onClose: () => void
}

/** All that is known of a request. */
export function RequestDetail({ request, keyName, onClose }: RequestDetailProps) {
  const { requestId, batchId, place, durationMs } = request
  return (
    <Dialog title="Request" onClose={onClose}>
      <p>
        <Outcome of={request} /> {describeOutcome(request)}
      </p>
      {request.isPart === true && (
        <p class="notice">More requests with this key may have come within the hour: they are left out.</p>
      )}
      <Facts
        of={[
          ['Ended', formatMoment(request.atMs)],
          ['Key', `${keyName}${request.mode === 'test' ? ', sandbox' : ''}`],
          ['Endpoint', request.endpoint],
          ['Record', request.record],
          ['Input', request.input],
          ['Place of delivery', place],
          ['Attempts', formatNumber(request.attempts)],
          ['Took', formatDuration(durationMs)],
          ['Credits', formatNumber(request.credits)],
          ['Id', <CopyCode text={requestId} name="the id" />],
          ['Batch', batchId === null ? null : <BatchLink id={batchId} />],
        ]}
      />
    </Dialog>
  )
}

function BatchLink({ id }: { readonly id: string }) {
  return (
    <a href={linkTo('batches', id)}>
      <code>{id}</code>
    </a>
  )
}
