import { toErrorBody, type BatchEndpoint } from '../../core/contract/index.ts'
import { costOf, type ChargeKind } from '../../core/policy/index.ts'
import { parsePaidRequest, type Retrieval } from '../retrieve/index.ts'
import type { Caller, Reservation } from '../store/store.ts'
import { admittedHandler } from './admitted-route.ts'
import { jsonTextAnswer, type Answer, type Headers } from './answer.ts'
import { refuse, refuseWith } from './refuse.ts'
import type { ServiceRequest } from './request.ts'
import type { Handler } from './routes.ts'
import type { Service } from './service.ts'

/** Answers an endpoint that costs credits: parameters, roadmap, allowance, work. */
export function paidHandler(endpoint: BatchEndpoint, service: Service): Handler {
  return admittedHandler((request, caller) => answerPaid(endpoint, service, request, caller), service)
}

async function answerPaid(
  endpoint: BatchEndpoint,
  service: Service,
  request: ServiceRequest,
  caller: Caller,
): Promise<Answer> {
  const parsed = parsePaidRequest(endpoint, request.query)
  if (!parsed.ok) return refuseWith(toErrorBody(parsed))
  const { kind, domain, maxPages, retrieve } = parsed.params

  const most = costOf(caller.kind, maxPages)
  const reservation = most === 0 ? null : await service.store.reserve(caller.workspace.id, most, service.now())
  if (reservation === 'insufficient_credits') return refuse('insufficient_credits')
  let isSettled = false
  try {
    const retrieval = await retrieve(service.retrievers[caller.kind], request.signal)
    const outcome = 'error' in retrieval ? retrieval.error : 'ok'
    service.metrics.countRetrieval(domain, outcome, retrieval.winners)
    if ('error' in retrieval) {
      request.notes.reason = retrieval.reason
      return refuse(retrieval.error, factHeaders(retrieval, service))
    }
    const credits = costOf(caller.kind, retrieval.pages)
    if (reservation !== null) await settle(reservation, credits, kind, caller, service)
    isSettled = true
    return jsonTextAnswer(200, retrieval.json, { 'Svc-Cost': String(credits), ...factHeaders(retrieval, service) })
  } catch (error) {
    if (request.signal.aborted) return ABANDONED
    throw error
  } finally {
    if (reservation !== null && !isSettled) await service.store.release(reservation)
  }
}

/** Nobody is there any more to read it; the log shows it. */
const ABANDONED: Answer = { status: 499, headers: {}, body: null }

/** The charge is on disk before anything of the answer leaves. */
async function settle(
  reservation: Reservation,
  credits: number,
  kind: ChargeKind,
  { keyId }: Caller,
  { store, metrics, newId }: Service,
): Promise<void> {
  await store.settle(reservation, { chargeId: newId(), keyId, kind, credits })
  metrics.countCredits(kind, credits)
}

function factHeaders(retrieval: Retrieval<unknown>, { extractorVersion }: Service): Headers {
  const { resolvedUrl, sourceStatus, attempts } = retrieval
  return {
    ...(resolvedUrl === null ? {} : { 'Svc-Resolved-Url': resolvedUrl }),
    ...(sourceStatus === null ? {} : { 'Svc-Source-Status': String(sourceStatus) }),
    'Svc-Attempts': String(attempts),
    'Svc-Extractor-Version': extractorVersion,
  }
}
