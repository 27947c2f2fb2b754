import { randomUUID } from 'node:crypto'
import type { H3Event, HTTPResponse } from 'h3'
import { RetrieverBusyError } from '../../retrieve/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { LoggedRequest } from '../../store/request-log.ts'
import { StoreError } from '../../store/store-error.ts'
import { Refusal } from './answers.ts'
import type { Service } from './deps.ts'
import { stateOf } from './hooks.ts'

/** Status of an answer that its client did not wait for. */
const CLIENT_LEFT = 499

type Outcome = Pick<LoggedRequest, 'outcome' | 'reason' | 'attempts' | 'credits'>

/**
 * Adds a request to the log of requests, with its answer: those that ask for a record, and all that are refused. What
 * answers without a page, such as a list of batches, is not in it.
 */
export function recordAnswer(event: H3Event, answer: HTTPResponse, caller: Caller, service: Service): void {
  const { status = 200, headers } = answer
  if (stateOf(event).asked === null && !(answer instanceof Refusal)) return
  const outcome = answer instanceof Refusal ? answer.error.error : status === CLIENT_LEFT ? 'client_left' : 'ok'
  record(event, caller, service, {
    outcome,
    reason: headers.get('Svc-Reason'),
    attempts: Number(headers.get('Svc-Attempts') ?? 0),
    credits: Number(headers.get('Svc-Cost') ?? 0),
  })
}

/** The same for a request that ended with an error that was thrown, as `toRefusal` answers it. */
export function recordError(event: H3Event, error: unknown, caller: Caller, service: Service): void {
  const isStore = error instanceof StoreError
  const isBusy = error instanceof RetrieverBusyError
  const outcome = isStore || isBusy ? 'unavailable' : 'internal_error'
  const reason = isBusy ? 'busy' : isStore ? 'store' : null
  record(event, caller, service, { outcome, reason, attempts: 0, credits: 0 })
}

function record(event: H3Event, { keyId, mode, workspace }: Caller, service: Service, outcome: Outcome): void {
  const { requestRecorder, epochMs } = service
  const { id, startMs, route, asked } = stateOf(event)
  const { record: name, input, place } = asked?.() ?? { record: null, input: '', place: null }
  requestRecorder?.add({
    id: randomUUID(),
    atMs: Math.round(epochMs()),
    workspaceId: workspace.id,
    keyId,
    mode,
    requestId: id,
    batchId: null,
    endpoint: `${event.req.method} ${route}`,
    record: name,
    input,
    place,
    ...outcome,
    durationMs: Math.round(performance.now() - startMs),
  })
}
