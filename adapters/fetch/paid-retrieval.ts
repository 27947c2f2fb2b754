import { errorBody, toErrorBody, type ErrorBody, type ParsedParams } from '../../core/contract/index.ts'
import type { RecordName } from '../../core/index.ts'
import { costOf, MAX_REPLAYS, type KeyMode } from '../../core/policy/index.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { KeyClaim, KeyedRequest, KeyRefusal } from '../store/idempotency.ts'
import type { Granted, Ledger, Reservation } from '../store/ledger.ts'
import type { Storage } from '../store/storage.ts'
import { keepRetrieval, readKept } from './kept-answer.ts'
import type { RetrievalRequest } from './parse-request.ts'
import { RetrieverBusyError, type FailedRetrieval, type RetrievedRecord, type Retriever } from './retriever.ts'

/** What is requested, and who pays. */
export interface PaidRequest {
  readonly parsed: ParsedParams<RetrievalRequest>
  /** Of the payer's key. */
  readonly mode: KeyMode
  readonly workspaceId: string
  /** Names the request for a day: a replay is free. Absent: undefined, every request is charged. */
  readonly idempotencyKey?: string | undefined
}

interface PaidRecord {
  readonly ok: true
  /** Name of the record: what the charge is for. */
  readonly record: RecordName
  /** What is charged: 0 for a replay. */
  readonly credits: number
  /** Included credits that the workspace can still spend this month. Absent: null, nothing is charged. */
  readonly creditsRemaining: number | null
  readonly retrieval: RetrievedRecord
  /** The answer is that of an earlier request: program that extracted it, and its version. Absent: null, the pages were retrieved now. */
  readonly keptVersion: string | null
}

/** How a paid retrieval ended. */
export type PaidOutcome =
  | PaidRecord
  | {
      readonly ok: false
      readonly error: ErrorBody
      /** Absent: null, nothing was retrieved: the request was refused before, or an unexpected error occurred. */
      readonly retrieval: FailedRetrieval | null
    }

/**
 * Writes the outcome and its charge, and ends the reservation: whether it resolves or rejects,
 * the reservation is settled or released.
 *
 * `reservation`: null when nothing was reserved. `claim`: null without an idempotency key, or
 * before it was claimed. Gives whether the charge was written by this call.
 */
export type Settle = (outcome: PaidOutcome, reservation: Reservation | null, claim: KeyClaim | null) => Promise<boolean>

export interface PaidRetrievalOptions {
  readonly settle: Settle
  /** Called with an error that is not an outcome of a retrieval; the outcome is `internal_error` then. Default: the error is thrown. */
  readonly onUnexpectedError?: ((error: unknown) => void) | undefined
}

export interface PaidRetrievalDeps {
  readonly store: {
    readonly ledger: Pick<Ledger, 'reserve' | 'release' | 'claimKey' | 'endClaim' | 'keepAnswer'>
    readonly storage: Pick<Storage, 'usage' | 'hasRoom'>
  }
  /** By the mode of the key. */
  readonly retrievers: Readonly<Record<KeyMode, Retriever>>
  readonly metrics: Pick<Metrics, 'countRetrieval' | 'countCredits'>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Called with the reason why an answer was not stored for replays. Default: nothing. */
  readonly onKeepFailed?: ((error: unknown) => void) | undefined
}

/**
 * Answers a request that costs credits: refuses wrong parameters, reserves the most that it can
 * cost, retrieves, and has the outcome settled.
 *
 * Until it calls `settle`, this function releases the reservation when it rejects. From then
 * on, `settle` ends the reservation.
 *
 * Rejects: with the reason of the signal, a `RetrieverBusyError`, an unexpected error, and
 * the errors of the store and of `settle`.
 */
export async function retrievePaid(
  { parsed, mode, workspaceId, idempotencyKey }: PaidRequest,
  options: PaidRetrievalOptions,
  deps: PaidRetrievalDeps,
  signal: AbortSignal,
): Promise<PaidOutcome> {
  const refuseWith = async (error: ErrorBody): Promise<PaidOutcome> => {
    const outcome = refuse(error)
    await options.settle(outcome, null, null)
    return outcome
  }
  if (!parsed.ok) return await refuseWith(toErrorBody(parsed))
  const work = { parsed: parsed.params, mode, workspaceId }
  if (idempotencyKey === undefined) return await retrieveClaimed({ ...work, claim: null }, options, deps, signal)

  const { ledger } = deps.store
  const { record, meaning, form } = parsed.params
  const request = { workspaceId, mode, key: idempotencyKey, params: meaning, form }
  const claim = await claimInTime(request, deps, signal)
  if (typeof claim === 'string') return await refuseWith(KEY_ERRORS[claim])
  try {
    if (claim.answer !== null) return await replay(record, claim, claim.answer, options)
    const outcome = await retrieveClaimed({ ...work, claim }, options, deps, signal)
    if (outcome.ok) await keepIfPossible(request, outcome.retrieval, deps)
    return outcome
  } finally {
    await ledger.endClaim(request)
  }
}

/** Gives the answer to an earlier request again, at no charge. */
async function replay(
  record: RecordName,
  claim: KeyClaim,
  answer: Uint8Array,
  { settle }: PaidRetrievalOptions,
): Promise<PaidOutcome> {
  const { extractorVersion: keptVersion, ...retrieval } = await readKept(answer)
  const outcome: PaidOutcome = { ok: true, record, ...toCharge(0, null), retrieval, keptVersion }
  await settle(outcome, null, claim)
  return outcome
}

/** Stores an answer for replays. Without it, they retrieve again: the answer is charged by now, and does not fail for that. */
async function keepIfPossible(
  request: KeyedRequest,
  retrieval: RetrievedRecord,
  { store, onKeepFailed }: PaidRetrievalDeps,
): Promise<void> {
  try {
    await keepRetrieval(request, retrieval, store)
  } catch (error) {
    onKeepFailed?.(error)
  }
}

/** Claims an idempotency key. Rejects: with a `RetrieverBusyError`, when another request uses the key for too long; with the reason of the signal. */
async function claimInTime(
  request: KeyedRequest,
  { store, epochMs }: PaidRetrievalDeps,
  signal: AbortSignal,
): Promise<KeyClaim | KeyRefusal> {
  const late = AbortSignal.timeout(KEY_WAIT_MS)
  try {
    return await store.ledger.claimKey(request, epochMs(), AbortSignal.any([signal, late]))
  } catch (error) {
    if (late.aborted && !signal.aborted) throw new RetrieverBusyError('Another request uses the idempotency key.')
    throw error
  }
}

interface ClaimedRetrieval extends Pick<PaidRequest, 'mode' | 'workspaceId'> {
  readonly parsed: RetrievalRequest
  /** Absent: null, the request has no idempotency key. */
  readonly claim: KeyClaim | null
}

async function retrieveClaimed(
  { parsed, mode, workspaceId, claim }: ClaimedRetrieval,
  options: PaidRetrievalOptions,
  { store, retrievers, metrics, epochMs }: PaidRetrievalDeps,
  signal: AbortSignal,
): Promise<PaidOutcome> {
  const { record, params, maxPages, service } = parsed
  const finish = async (outcome: PaidOutcome, reservation: Reservation | null): Promise<PaidOutcome> => {
    const isCharged = await options.settle(outcome, reservation, claim)
    if (isCharged && outcome.ok) metrics.countCredits(outcome.record, outcome.credits)
    // A request with the same idempotency key was charged meanwhile.
    return outcome.ok && claim !== null && !isCharged ? { ...outcome, ...toCharge(0, null) } : outcome
  }
  const isReplay = claim !== null && claim.chargedAtMs !== null
  const toCredits = (pages: number): number => (isReplay ? 0 : costOf(mode, pages, service))

  const mostCredits = toCredits(maxPages)
  const reservation = mostCredits === 0 ? null : await store.ledger.reserve(workspaceId, mostCredits, epochMs())
  if (reservation === 'insufficient_credits') return await finish(refuse(errorBody(reservation)), null)

  let outcome: PaidOutcome
  try {
    const retrieval = await retrievers[mode].retrieve(parsed, signal, workspaceId)
    const isFailed = 'error' in retrieval
    const { winners, issues } = retrieval
    metrics.countRetrieval(isFailed ? retrieval.error : 'ok', { record, domain: params.domain, winners, issues })
    outcome = isFailed
      ? { ok: false, error: toFailureBody(retrieval), retrieval }
      : { ok: true, record, ...toCharge(toCredits(retrieval.pages), reservation), retrieval, keptVersion: null }
  } catch (error) {
    if (options.onUnexpectedError === undefined || signal.aborted) {
      if (reservation !== null) await store.ledger.release(reservation)
      throw error
    }
    options.onUnexpectedError(error)
    outcome = refuse(errorBody('internal_error'))
  }
  return await finish(outcome, reservation)
}

/** Body of the error that a retrieval ended with. */
function toFailureBody({ error, details, gtinDetails }: FailedRetrieval): ErrorBody {
  if (error === 'gtin_not_confirmed') {
    return errorBody(error, { details: gtinDetails ?? { gtin: '', candidates: [] } })
  }
  if (error !== 'location_not_applied') return errorBody(error)
  return errorBody(error, { details: details ?? { asked: { zip: null, city: null, ship_to: null }, shown: null } })
}

/** `reservation`: null, nothing is charged. */
function toCharge(credits: number, reservation: Granted | null): Pick<PaidRecord, 'credits' | 'creditsRemaining'> {
  if (reservation === null) return { credits, creditsRemaining: null }
  return { credits, creditsRemaining: Math.max(0, reservation.leftCredits + reservation.credits - credits) }
}

/** Longest wait for another request with the same idempotency key. Unit: ms. */
const KEY_WAIT_MS = 60_000

const KEY_ERRORS: Readonly<Record<KeyRefusal, ErrorBody>> = {
  idempotency_conflict: errorBody('idempotency_conflict'),
  too_many_replays: errorBody('quota_exceeded', {
    message: `This Idempotency-Key has been replayed ${MAX_REPLAYS} times. Send a new key; the request is then charged.`,
  }),
}

function refuse(error: ErrorBody): PaidOutcome {
  return { ok: false, error, retrieval: null }
}
