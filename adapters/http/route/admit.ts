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
import type { Admitted } from '../../store/limiter.ts'
import { toAddressRanges } from './address-ranges.ts'
import { refuse, refuseForNow, refuseWith } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { countRefusal } from './count-refusal.ts'
import { stateOf } from './hooks.ts'
import { rateHeaders } from './rate-headers.ts'
import { docsUrl } from './mount-base.ts'
import type { Handler } from './route.ts'
import { delayWrongKey } from './wrong-keys.ts'
import type { Service } from './deps.ts'

/** Answers a request whose key is valid and within its limits. */
type AdmittedHandler = (event: H3Event, service: Service, caller: Caller) => HTTPResponse | Promise<HTTPResponse>

/**
 * Handler of an operation that needs a key. The order of the checks is part of the
 * interface: key, address, scope, rate and concurrency, then the checks of the given handler.
 */
export function admitted(scope: KeyScope, handler: AdmittedHandler): Handler<Service> {
  return async (event, service) => {
    if (service.activity.isDraining) return refuseForNow()
    const found = await authenticate(event, service)
    const caller = typeof found === 'string' ? null : found
    const answer = typeof found === 'string' ? refuse(found) : await answerCaller(event, service, found)
    countRefusal(event, answer, caller, service)
    return answer
  }

  async function answerCaller(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
    stateOf(event).notes.key = caller.prefix
    const { address } = stateOf(event)
    const isForbidden = !mayUse(caller, address)
    if (isForbidden || !caller.scopes.includes(scope)) {
      // These requests reach no limit of their key.
      await delayWrongKey(event, service.wrongKeys.count(address))
      return refuse(isForbidden ? 'forbidden_address' : 'forbidden_scope')
    }
    const plan = resolvePlan(caller.workspace)
    const admission = await service.limiter.admit(caller.keyId, plan, service.epochMs())
    if (!admission.ok)
      return refuseRate(describeCeiling(admission.reason, plan), admission.retryAfterMs, event, service)
    onDispose(event, () => release(admission, event, service))
    const answer = await handler(event, service, caller)
    if ((answer.status ?? 200) < 400) showLimits(answer, admission, plan)
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

function showLimits({ headers }: HTTPResponse, admission: Admitted, limits: KeyLimits): void {
  const { inFlight, allowed, rps, ceiling } = admission
  headers.set('Svc-Concurrency', `${inFlight}/${allowed} requests`)
  headers.set('Svc-Rps', `${rps}/${ceiling}`)
  for (const [name, value] of Object.entries(rateHeaders(admission, limits))) headers.set(name, value)
}
