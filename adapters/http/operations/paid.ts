import type { H3Event, HTTPResponse } from 'h3'
import type { BatchEndpoint } from '../../../core/contract/index.ts'
import { retrievePaid, type PaidOutcome, type Retrieval, type Settle } from '../../retrieve/index.ts'
import type { Caller } from '../../store/keys.ts'
import { admitted } from '../route/admit.ts'
import { abandoned, jsonTextAnswer, refuseWith, type HeaderValues } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import type { Handler } from '../route/route.ts'
import type { Service } from '../route/deps.ts'

/** Handler of an operation that costs credits. */
export function paid(endpoint: BatchEndpoint): Handler<Service> {
  return admitted((event, service, caller) => answerPaid(endpoint, event, service, caller))
}

async function answerPaid(
  endpoint: BatchEndpoint,
  event: H3Event,
  service: Service,
  caller: Caller,
): Promise<HTTPResponse> {
  const { signal } = event.req
  // The parameters are the URL's own object: h3's `getQuery` makes one value of some that are repeated.
  const request = { endpoint, input: event.url.searchParams, keyKind: caller.kind, workspaceId: caller.workspace.id }
  try {
    const outcome = await retrievePaid(request, { settle: settleAlone(caller, service) }, service, signal)
    if (!outcome.ok && outcome.retrieval !== null) stateOf(event).notes.reason = outcome.retrieval.reason
    return toAnswer(outcome, service)
  } catch (error) {
    if (signal.aborted) return abandoned()
    throw error
  }
}

/** Settles a single request. The charge is on disk before the answer is sent. */
function settleAlone({ keyId }: Caller, { store, newId }: Service): Settle {
  return async (outcome, reservation) => {
    if (reservation === null) return outcome.ok
    if (!outcome.ok) {
      await store.ledger.release(reservation)
      return false
    }
    const { kind, credits } = outcome
    await store.ledger.settle(reservation, { chargeId: newId(), keyId, kind, credits })
    return true
  }
}

function toAnswer(outcome: PaidOutcome, service: Service): HTTPResponse {
  const { retrieval } = outcome
  const headers = retrieval === null ? {} : factHeaders(retrieval, service)
  if (!outcome.ok) return refuseWith(outcome.error, headers)
  return jsonTextAnswer(200, outcome.retrieval.json, { 'Svc-Cost': String(outcome.credits), ...headers })
}

function factHeaders(retrieval: Retrieval, { extractorVersion }: Service): HeaderValues {
  const { resolvedUrl, sourceStatus, attempts } = retrieval
  return {
    ...(resolvedUrl === null ? {} : { 'Svc-Resolved-Url': resolvedUrl }),
    ...(sourceStatus === null ? {} : { 'Svc-Source-Status': String(sourceStatus) }),
    'Svc-Attempts': String(attempts),
    'Svc-Extractor-Version': extractorVersion,
  }
}
