import { errorBody, toErrorBody, type ParsedParams } from '../../core/contract/index.ts'
import { costOf, resolvePlan, retryAfterSeconds, type ChargeKind } from '../../core/policy/index.ts'
import type { Admitted, Refused } from '../limit/limiter.ts'
import { RetrieverBusyError, type Retrieval, type Retriever } from '../retrieve/retriever.ts'
import { StoreError } from '../store/store-error.ts'
import type { Caller, Reservation } from '../store/store.ts'
import { jsonTextAnswer, withHeaders, type Answer, type Headers } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { refuse, refuseWith } from './refuse.ts'
import type { ServiceRequest } from './request.ts'
import type { Handler } from './routes.ts'
import { UNAVAILABLE_RETRY_SECONDS, type Service } from './service.ts'

/** An endpoint that costs credits. */
export interface PaidEndpoint<P extends { readonly domain: string }> {
  readonly kind: ChargeKind
  readonly parse: (query: URLSearchParams) => ParsedParams<P>
  /** The most pages that a request can be charged for. */
  readonly maxPages: (params: P) => number
  readonly retrieve: (retriever: Retriever, params: P, signal: AbortSignal) => Promise<Retrieval<unknown>>
}

/**
 * Answers a paid request. The order of its checks is a part of the interface:
 * key, ceilings, parameters, roadmap, allowance, work.
 */
export function paidHandler<P extends { readonly domain: string }>(
  endpoint: PaidEndpoint<P>,
  service: Service,
): Handler {
  return async (request) => {
    if (service.isDraining()) return refuseForNow()
    try {
      const caller = await authenticate(request, service.store)
      if (caller === 'unauthorized' || caller === 'revoked') return refuse(caller)
      request.notes.key = caller.prefix
      const admission = await service.limiter.admit(caller.keyId, resolvePlan(caller.workspace), service.now())
      if (!admission.ok) return refuseCeiling(admission, request, service)
      request.onEnd(() => void service.limiter.release(admission.slot))
      const answer = await answerAdmitted(endpoint, service, request, caller)
      return answer.status === 200 ? withHeaders(answer, ceilingHeaders(admission)) : answer
    } catch (error) {
      if (error instanceof RetrieverBusyError) return refuseForNow()
      if (!(error instanceof StoreError) || (error.code !== 'unavailable' && error.code !== 'closed')) throw error
      service.log.error({ request: request.id, err: error }, 'the store is away')
      return refuseForNow()
    }
  }
}

function refuseForNow(): Answer {
  return refuse('unavailable', { 'Retry-After': UNAVAILABLE_RETRY_SECONDS })
}

const CEILINGS: Readonly<Record<Refused['reason'], string>> = {
  rate: 'Too many requests a second for this key.',
  concurrency: 'Too many requests at the same time for this key.',
}

function refuseCeiling({ reason, retryAfterMs }: Refused, { id }: ServiceRequest, { docsUrl }: Service): Answer {
  const seconds = retryAfterSeconds(retryAfterMs)
  const message = `${CEILINGS[reason]} Retry after ${seconds} s.`
  const body = errorBody('rate_limited', { message, docs_url: docsUrl, request_id: id })
  return refuseWith(body, { 'Retry-After': String(seconds) })
}

function ceilingHeaders({ inFlight, allowed, rps, ceiling }: Admitted): Headers {
  return { 'Svc-Concurrency': `${inFlight}/${allowed} requests`, 'Svc-Rps': `${rps}/${ceiling}` }
}

async function answerAdmitted<P extends { readonly domain: string }>(
  endpoint: PaidEndpoint<P>,
  service: Service,
  request: ServiceRequest,
  caller: Caller,
): Promise<Answer> {
  const parsed = endpoint.parse(request.query)
  if (!parsed.ok) return refuseWith(toErrorBody(parsed))
  const { params } = parsed

  const most = costOf(caller.kind, endpoint.maxPages(params))
  const reservation = most === 0 ? null : await service.store.reserve(caller.workspace.id, most, service.now())
  if (reservation === 'insufficient_credits') return refuse('insufficient_credits')
  let isSettled = false
  try {
    const retriever = service.retrievers[caller.kind]
    const retrieval = await endpoint.retrieve(retriever, params, request.signal)
    const outcome = 'error' in retrieval ? retrieval.error : 'ok'
    service.metrics.countRetrieval(params.domain, outcome, retrieval.winners)
    if ('error' in retrieval) {
      request.notes.reason = retrieval.reason
      return refuse(retrieval.error, factHeaders(retrieval, service))
    }
    const credits = costOf(caller.kind, retrieval.pages)
    if (reservation !== null) await settle(reservation, credits, endpoint.kind, caller, service)
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
