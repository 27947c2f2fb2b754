import { randomUUID } from 'node:crypto'
import type { H3Event, HTTPResponse } from 'h3'
import { RetrieverBusyError } from '../../fetch/retriever.ts'
import type { Caller, Key } from '../../store/keys.ts'
import type { LoggedRequest } from '../../store/request-log.ts'
import { StoreError } from '../../store/store-error.ts'
import { Refusal } from './answers.ts'
import { findBodyError } from './body-error.ts'
import type { Service } from './deps.ts'
import { stateOf } from './hooks.ts'

/** Status of an answer that its client did not wait for. */
const CLIENT_LEFT = 499

/** Errors of a key that may not be used from there, or for that: the request reaches no limit of its key. */
const KEY_REFUSALS: ReadonlySet<string> = new Set(['forbidden_address', 'forbidden_scope'])

type Outcome = Pick<LoggedRequest, 'outcome' | 'reason' | 'attempts' | 'credits' | 'isPart'>
type Owner = Pick<LoggedRequest, 'workspaceId' | 'keyId' | 'mode'>

/**
 * Adds a request to the log of requests, with its answer: those that ask for a record, and all that are refused. What
 * answers without a page, such as a list of batches, is not in it.
 */
export function recordAnswer(event: H3Event, answer: HTTPResponse, caller: Caller, service: Service): void {
  const { status = 200, headers } = answer
  if (stateOf(event).asked === null && !(answer instanceof Refusal)) return
  const outcome = answer instanceof Refusal ? answer.error.error : status === CLIENT_LEFT ? 'client_left' : 'ok'
  // A retrieval that failed counts as a request for a record.
  if (answer instanceof Refusal && !headers.has('Svc-Attempts')) countRefusal(event, toOwner(caller), outcome, service)
  if (KEY_REFUSALS.has(outcome)) {
    recordRefusedKey(event, toOwner(caller), service, { outcome, reason: null })
    return
  }
  add(event, toOwner(caller), service, {
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
  const outcome = isStore || isBusy ? 'unavailable' : (findBodyError(error) ?? 'internal_error')
  const reason = isBusy ? 'busy' : isStore ? 'store' : null
  if (!isBusy) countRefusal(event, toOwner(caller), outcome, service)
  add(event, toOwner(caller), service, { outcome, reason, attempts: 0, credits: 0 })
}

/** The same for a request with a key that is revoked or has expired. */
export function recordEndedKey(event: H3Event, key: Key, service: Service): void {
  const { id: keyId, mode, workspaceId, revokedAtMs } = key
  const reason = revokedAtMs === null ? 'key_expired' : 'key_revoked'
  countRefusal(event, { workspaceId, mode }, 'revoked', service)
  recordRefusedKey(event, { workspaceId, keyId, mode }, service, { outcome: 'revoked', reason })
}

/** Counts a request with a key that nobody knows: it belongs to no workspace, and is not in the log. */
export function countUnknownKey(event: H3Event, service: Pick<Service, 'statistics'>): void {
  countRefusal(event, { workspaceId: '', mode: 'live' }, 'unauthorized', service)
}

/** Counts a refusal by day: each that the log has, and those that it leaves out. */
function countRefusal(
  event: H3Event,
  { workspaceId, mode }: Pick<Owner, 'workspaceId' | 'mode'>,
  error: string,
  { statistics }: Pick<Service, 'statistics'>,
): void {
  statistics.countRefusal(workspaceId, mode, `${event.req.method} ${stateOf(event).route}`, error)
}

/** Of many requests that are refused for their key, the first in an hour are in the log. */
function recordRefusedKey(
  event: H3Event,
  owner: Owner,
  service: Service,
  refusal: Pick<LoggedRequest, 'outcome' | 'reason'>,
): void {
  const counted = service.refusedKeys.count(owner.keyId)
  if (counted === 'left out') return
  const isPart = counted === 'last' ? { isPart: true } : {}
  add(event, owner, service, { ...refusal, attempts: 0, credits: 0, ...isPart })
}

function toOwner({ keyId, mode, workspace }: Caller): Owner {
  return { workspaceId: workspace.id, keyId, mode }
}

function add(event: H3Event, owner: Owner, service: Service, outcome: Outcome): void {
  const { requestRecorder, epochMs } = service
  const { id, startMs, route, asked } = stateOf(event)
  const { record: name, input, place } = asked?.() ?? { record: null, input: '', place: null }
  requestRecorder?.add({
    id: randomUUID(),
    atMs: Math.round(epochMs()),
    ...owner,
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
