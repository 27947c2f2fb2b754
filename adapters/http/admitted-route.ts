import { errorBody } from '../../core/contract/index.ts'
import { resolvePlan, retryAfterSeconds } from '../../core/policy/index.ts'
import type { Admitted, Refused } from '../store/limiter.ts'
import { RetrieverBusyError } from '../retrieve/index.ts'
import { StoreError } from '../store/store-error.ts'
import type { Caller } from '../store/keys.ts'
import { withHeaders, type Answer, type Headers } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { refuse, refuseWith } from './refuse.ts'
import type { ServiceRequest } from './request.ts'
import type { Handler } from './routes.ts'
import { UNAVAILABLE_RETRY_SECONDS, type Service } from './service.ts'

/** Answers a request whose key and ceilings are all right. `id`: the part of the path that its route names. */
export type AdmittedHandler = (request: ServiceRequest, caller: Caller, id: string) => Promise<Answer>

/**
 * Lets those in who show a key, within its ceilings. The order of the checks is
 * a part of the interface: key, ceilings, then what the handler looks at.
 */
export function admittedHandler(handler: AdmittedHandler, service: Service): Handler {
  return async (request, id) => {
    if (service.isDraining()) return refuseForNow()
    try {
      const caller = await authenticate(request, service.store)
      if (caller === 'unauthorized' || caller === 'revoked') return refuse(caller)
      request.notes.key = caller.prefix
      const admission = await service.limiter.admit(caller.keyId, resolvePlan(caller.workspace), service.now())
      if (!admission.ok) return refuseCeiling(admission, request, service)
      request.onEnd(() => void release(admission, request, service))
      const answer = await handler(request, caller, id)
      const isGood = answer.status >= 200 && answer.status < 300
      return isGood ? withHeaders(answer, ceilingHeaders(admission)) : answer
    } catch (error) {
      if (error instanceof RetrieverBusyError) return refuseForNow()
      if (!(error instanceof StoreError) || (error.code !== 'unavailable' && error.code !== 'closed')) throw error
      service.log.error({ request: request.id, err: error }, 'the store is away')
      return refuseForNow()
    }
  }
}

/** A slot that can't be given back is free when its lease ends. */
async function release({ slot }: Admitted, { id }: ServiceRequest, { limiter, log }: Service): Promise<void> {
  try {
    await limiter.release(slot)
  } catch (error) {
    log.warn({ request: id, err: error }, 'a slot was not given back')
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
