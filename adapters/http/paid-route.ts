import type { BatchEndpoint } from '../../core/contract/index.ts'
import { retrievePaid, type PaidOutcome, type Retrieval, type Settle } from '../retrieve/index.ts'
import type { Caller } from '../store/keys.ts'
import { admittedHandler } from './admitted-route.ts'
import { jsonTextAnswer, type Answer, type Headers } from './answer.ts'
import { refuseWith } from './refuse.ts'
import type { ServiceRequest } from './request.ts'
import type { Handler } from './routes.ts'
import type { Service } from './service.ts'

/** Answers an endpoint that costs credits. */
export function paidHandler(endpoint: BatchEndpoint, service: Service): Handler {
  return admittedHandler((request, caller) => answerPaid(endpoint, service, request, caller), service)
}

async function answerPaid(
  endpoint: BatchEndpoint,
  service: Service,
  { query: input, notes, signal }: ServiceRequest,
  caller: Caller,
): Promise<Answer> {
  const paid = { endpoint, input, keyKind: caller.kind, workspaceId: caller.workspace.id }
  try {
    const outcome = await retrievePaid(paid, { settle: settleAlone(caller, service) }, service, signal)
    if (!outcome.isOk && outcome.retrieval !== null) notes.reason = outcome.retrieval.reason
    return toAnswer(outcome, service)
  } catch (error) {
    if (signal.aborted) return ABANDONED
    throw error
  }
}

/** The client has left, so that nobody reads the answer. The log shows its status. */
const ABANDONED: Answer = { status: 499, headers: {}, body: null }

/** Settles a request by itself. The charge is on disk before the answer is sent. */
function settleAlone({ keyId }: Caller, { store, newId }: Service): Settle {
  return async (outcome, reservation) => {
    if (reservation === null) return outcome.isOk
    if (!outcome.isOk) {
      await store.ledger.release(reservation)
      return false
    }
    const { kind, credits } = outcome
    await store.ledger.settle(reservation, { chargeId: newId(), keyId, kind, credits })
    return true
  }
}

function toAnswer(outcome: PaidOutcome, service: Service): Answer {
  const { retrieval } = outcome
  const headers = retrieval === null ? {} : factHeaders(retrieval, service)
  if (!outcome.isOk) return refuseWith(outcome.error, headers)
  return jsonTextAnswer(200, outcome.retrieval.json, { 'Svc-Cost': String(outcome.credits), ...headers })
}

function factHeaders(retrieval: Retrieval, { extractorVersion }: Service): Headers {
  const { resolvedUrl, sourceStatus, attempts } = retrieval
  return {
    ...(resolvedUrl === null ? {} : { 'Svc-Resolved-Url': resolvedUrl }),
    ...(sourceStatus === null ? {} : { 'Svc-Source-Status': String(sourceStatus) }),
    'Svc-Attempts': String(attempts),
    'Svc-Extractor-Version': extractorVersion,
  }
}
