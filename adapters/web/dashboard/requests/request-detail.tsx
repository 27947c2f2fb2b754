import type { LoggedRequest } from '../../../store/request-log.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
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
  const facts: readonly (readonly [string, unknown])[] = [
    ['Ended', formatMoment(request.atMs)],
    ['Key', `${keyName}${request.mode === 'test' ? ', sandbox' : ''}`],
    ['Endpoint', request.endpoint],
    ['Record', request.record],
    ['Input', request.input],
    ['Place of delivery', place],
    ['Attempts', formatNumber(request.attempts)],
    ['Took', formatDuration(durationMs)],
    ['Credits', formatNumber(request.credits)],
  ]
  return (
    <Dialog title="Request" onClose={onClose}>
      <p>
        <Outcome of={request} /> {describeOutcome(request)}
      </p>
      {request.isPart === true && (
        <p class="notice">More requests with this key may have come within the hour: they are left out.</p>
      )}
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd dir="auto">{String(value)}</dd>
            </>
          ))}
        <dt>Id</dt>
        <dd class="row">
          <code>{requestId}</code> <CopyButton text={requestId} name="the id" />
        </dd>
        {batchId !== null && (
          <>
            <dt>Batch</dt>
            <dd>
              <a href={linkTo('batches', batchId)}>
                <code>{batchId}</code>
              </a>
            </dd>
          </>
        )}
      </dl>
    </Dialog>
  )
}
