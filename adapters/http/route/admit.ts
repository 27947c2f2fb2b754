import { onDispose, type H3Event, type HTTPResponse } from 'h3'
import { errorBody } from '../../../core/contract/index.ts'
import {
  describeCeiling,
  resolvePlan,
  retryAfterSeconds,
  type KeyLimits,
  type KeyScope,
} from '../../../core/policy/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { Admitted, RateUse } from '../../store/limiter.ts'
import { toAddressRanges } from './address-ranges.ts'
import { refuse, refuseForNow, refuseWith } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { stateOf } from './hooks.ts'
import { rateHeaders } from './rate-headers.ts'
import { countUnknownKey, recordAnswer, recordError } from './record-request.ts'
import { docsUrl } from './mount-base.ts'
import type { Handler } from './route.ts'
import { delayWrongKey } from './wrong-keys.ts'
import type { Service } from './deps.ts'

/** What is known of a request before it is admitted. */
interface Prepared {
  /** What it counts as in the rate of its key. */
  readonly requests: number
}

/** Answers a request whose key is valid and within its limits. */
type AdmittedHandler<P extends Prepared> = (
  event: H3Event,
  service: Service,
  caller: Caller,
  prepared: P,
) => HTTPResponse | Promise<HTTPResponse>

const ONE_REQUEST: Prepared = { requests: 1 }

/** Handler of an operation that needs a key, and counts as one request: see `admittedAs`. */
export function admitted(scope: KeyScope, handler: AdmittedHandler<Prepared>): Handler<Service> {
  return admittedAs(scope, () => ONE_REQUEST, handler)
}

/**
 * Handler of an operation that needs a key. The order of the checks is part of the
 * interface: key, address, scope, rate and concurrency, then the checks of the given handler.
 */
export function admittedAs<P extends Prepared>(
  scope: KeyScope,
  prepare: (event: H3Event, service: Service) => P,
  handler: AdmittedHandler<P>,
): Handler<Service> {
  return async (event, service) => {
    if (service.activity.isDraining) return refuseForNow('draining')
    const found = await authenticate(event, service, (caller) => maySend(caller, event))
    if (found === 'unauthorized') countUnknownKey(event, service)
    return typeof found === 'string' ? refuse(found) : answerRecorded(event, service, found)
  }

  function maySend(caller: Caller, event: H3Event): boolean {
    return mayUse(caller, stateOf(event).address) && caller.scopes.includes(scope)
  }

  async function answerRecorded(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
    try {
      const answer = await answerCaller(event, service, caller)
      recordAnswer(event, answer, caller, service)
      return answer
    } catch (error) {
      recordError(event, error, caller, service)
      throw error
    }
  }

  async function answerCaller(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
    stateOf(event).notes.key = caller.prefix
    const { address } = stateOf(event)
    const plan = resolvePlan(caller.workspace)
    if (!maySend(caller, event)) {
      // These requests reach no limit of their key.
      await delayWrongKey(event, service.wrongKeys.count(address))
      showRate(event, await service.limiter.look(caller.keyId, plan, service.epochMs()), plan)
      return refuse(mayUse(caller, address) ? 'forbidden_scope' : 'forbidden_address')
    }
    const prepared = prepare(event, service)
    const admission = await service.limiter.admit(caller.keyId, plan, service.epochMs(), prepared.requests)
    showRate(event, admission, plan)
    if (!admission.ok)
      return refuseRate(describeCeiling(admission.reason, plan), admission.retryAfterMs, event, service)
    onDispose(event, () => release(admission, event, service))
    const answer = await handler(event, service, caller, prepared)
    if ((answer.status ?? 200) < 400) showLimits(answer, admission)
    return answer
  }
}

/** Whether the list of a key allows an address. An unknown address is allowed only by a key without a list. */
function mayUse({ allowedAddresses }: Caller, address: string | null): boolean {
  return allowedAddresses.length === 0 || (address !== null && toAddressRanges(allowedAddresses).has(address))
}

/** Frees the slot of a request whose response has ended. A slot that can't be freed is free when its lease ends. */
async function release({ slot }: Admitted, event: H3Event, { limiter, log }: Service): Promise<void> {
  try {
    await limiter.release(slot)
  } catch (error) {
    log.warn({ request: stateOf(event).id, err: error }, 'a slot could not be released')
  }
}

/** Answer 429 `rate_limited`. `limit`: a sentence that says what is exceeded. */
export function refuseRate(limit: string, retryAfterMs: number, event: H3Event, { publicUrl }: Service): HTTPResponse {
  const seconds = retryAfterSeconds(retryAfterMs)
  const message = `${limit} Retry after ${seconds} s.`
  const docs_url = docsUrl(event, publicUrl)
  const body = errorBody('rate_limited', { message, docs_url, request_id: stateOf(event).id })
  return refuseWith(body, { 'Retry-After': String(seconds) })
}

function showLimits({ headers }: HTTPResponse, { inFlight, allowed, rps, ceiling }: Admitted): void {
  headers.set('Svc-Concurrency', `${inFlight}/${allowed} requests`)
  headers.set('Svc-Rps', `${rps}/${ceiling}`)
}

/** Every answer to a valid key has them, also one for an error that is thrown. */
function showRate({ res }: H3Event, use: RateUse, limits: KeyLimits): void {
  for (const [name, value] of Object.entries(rateHeaders(use, limits))) res.headers.set(name, value)
}
