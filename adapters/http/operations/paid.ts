import type { H3Event, HTTPResponse } from 'h3'
import { toTimestamp, type BatchEndpoint, type ParsedParams } from '../../../core/contract/index.ts'
import { IDEMPOTENCY_MS } from '../../../core/policy/index.ts'
import { describeAsked } from '../../fetch/describe-asked.ts'
import { parseRetrievalRequest, type RetrievalRequest } from '../../fetch/parse-request.ts'
import { retrievePaid, type PaidOutcome, type Settle } from '../../fetch/paid-retrieval.ts'
import type { Retrieval } from '../../fetch/retriever.ts'
import type { Caller } from '../../store/keys.ts'
import { admittedAs } from '../route/admit.ts'
import { abandoned, because, REPLAYED, refuseWith, refuseParams, type HeaderValues } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import type { Handler } from '../route/route.ts'
import type { Service } from '../route/deps.ts'
import { settleOnceAnswered } from './answer-charge.ts'
import { findKeyMistakes, readIdempotencyKey } from './idempotency-key.ts'
import { answerRecord, findFormatMistakes } from './record-format.ts'

/** Handler of an operation that costs credits. */
export function paid(endpoint: BatchEndpoint): Handler<Service> {
  const prepare = (event: H3Event, { contract }: Service): PreparedRetrieval => {
    const { searchParams } = event.url
    stateOf(event).asked = () => describeAsked(contract, endpoint, searchParams)
    // The parameters are the URL's own object: h3's `getQuery` makes one value of some that are repeated.
    const parsed = parseRetrievalRequest(contract, endpoint, searchParams)
    return { parsed, requests: parsed.ok ? parsed.params.maxPages : 1 }
  }
  return admittedAs('retrieve', prepare, answerPaid)
}

/** `requests`: each page counts as a request. */
interface PreparedRetrieval {
  readonly parsed: ParsedParams<RetrievalRequest>
  readonly requests: number
}

async function answerPaid(
  event: H3Event,
  service: Service,
  caller: Caller,
  { parsed }: PreparedRetrieval,
): Promise<HTTPResponse> {
  const { signal } = event.req
  const idempotencyKey = readIdempotencyKey(event)
  const mistakes = [...findKeyMistakes(idempotencyKey), ...findFormatMistakes(event)]
  if (mistakes.length > 0) {
    const details = [...(parsed.ok ? [] : parsed.details), ...mistakes]
    return refuseParams(details)
  }
  const payer = { mode: caller.mode, workspaceId: caller.workspace.id }
  const request = { parsed, ...payer, idempotencyKey: idempotencyKey ?? undefined }
  const onKeepFailed = (err: unknown): void => {
    service.log.warn({ request: stateOf(event).id, err }, 'an answer could not be stored for replays')
  }
  const deps = { ...service, onKeepFailed }
  try {
    const outcome = await retrievePaid(request, { settle: settleAlone(event, caller, service) }, deps, signal)
    if (!outcome.ok && outcome.retrieval !== null) stateOf(event).notes.reason = outcome.retrieval.reason
    return toAnswer(event, parsed, outcome, service)
  } catch (error) {
    if (signal.aborted) return abandoned()
    throw error
  }
}

/** Settles a single request. The charge is on disk before the answer is sent, and counts once it was sent. */
function settleAlone(event: H3Event, { keyId, workspace }: Caller, { store, newId }: Service): Settle {
  const { ledger } = store
  return async (outcome, reservation, claim) => {
    if (!outcome.ok) {
      if (reservation !== null) await ledger.release(reservation)
      return false
    }
    if (claim !== null && claim.chargedAtMs !== null) {
      const charge = { workspaceId: workspace.id, chargeId: claim.chargeId, atMs: claim.chargedAtMs }
      settleOnceAnswered(event, ledger, charge, true)
      return false
    }
    // A sandbox key pays nothing.
    if (reservation === null) return true
    const { record, credits } = outcome
    const chargeId = claim?.chargeId ?? newId()
    const written = await ledger.settle(reservation, { chargeId, keyId, record, credits, isUnanswered: true })
    const charge = { workspaceId: workspace.id, chargeId, atMs: reservation.atMs }
    // Without an idempotency key, a charge that was written before is this one: its first answer was lost.
    const isReplay = claim !== null && written === 'already_charged'
    settleOnceAnswered(event, ledger, charge, isReplay)
    return !isReplay
  }
}

/** An idempotency key that has no more replays is free again after this time at most. */
const KEY_RETRY_SECONDS = String(IDEMPOTENCY_MS / 1000)

function toAnswer(
  event: H3Event,
  parsed: ParsedParams<RetrievalRequest>,
  outcome: PaidOutcome,
  service: Service,
): HTTPResponse {
  const { retrieval } = outcome
  const facts = retrieval === null ? {} : factHeaders(retrieval, service)
  if (!outcome.ok) {
    const isQuota = outcome.error.error === 'quota_exceeded'
    const why = outcome.retrieval === null ? {} : because(outcome.retrieval.reasonCode)
    return refuseWith(outcome.error, { ...facts, ...why, ...(isQuota && { 'Retry-After': KEY_RETRY_SECONDS }) })
  }
  const { credits, creditsRemaining } = outcome
  const left = creditsRemaining === null ? {} : { 'Svc-Credits-Remaining': String(creditsRemaining) }
  const { keptVersion } = outcome
  const replayed = keptVersion === null ? {} : { ...REPLAYED, 'Svc-Extractor-Version': keptVersion }
  const headers = { 'Svc-Cost': String(credits), ...left, ...facts, ...replayed }
  const { record: name } = outcome
  const fields = parsed.ok ? parsed.params.params.fields : null
  return answerRecord(event, { name, json: outcome.retrieval.json, fields }, headers)
}

function factHeaders(retrieval: Retrieval, { extractorVersion }: Service): HeaderValues {
  const { resolvedUrl, sourceStatus, attempts, fetchedAtMs, hasMore, location } = retrieval
  return {
    ...(resolvedUrl === null ? {} : { 'Svc-Resolved-Url': resolvedUrl }),
    ...(sourceStatus === null ? {} : { 'Svc-Source-Status': String(sourceStatus) }),
    'Svc-Attempts': String(attempts),
    'Svc-Extractor-Version': extractorVersion,
    ...(fetchedAtMs === null ? {} : { 'Svc-Fetched-At': toTimestamp(fetchedAtMs) }),
    ...(hasMore === null ? {} : { 'Svc-Has-More': String(hasMore) }),
    ...(location === null ? {} : { 'Svc-Location': location }),
  }
}
