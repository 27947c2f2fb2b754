import type { BatchProgress, Delivery, DeliveryAttempt } from '../policy/index.ts'
import type { BatchHead, Deliveries, ItemResult, ItemStatus } from './batch-record.ts'
import { printDeliver, type DeliverTarget } from './deliver.ts'
import type { BatchEndpoint } from './endpoints.ts'
import { ERRORS, errorBody, type ErrorBody } from './errors.ts'
import type { Metadata } from './metadata.ts'
import type { ProvenBy } from './proven-by.ts'
import { membersOf, printMembers, printObject, type Member } from './print-object.ts'

/** The parts of a batch that the interface shows, without its results. */
export interface PrintedBatch {
  readonly id: string
  readonly endpoint: BatchEndpoint
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
  readonly progress: BatchProgress
  /** Absent: null, the batch has no webhook. */
  readonly webhookUrl: string | null
  /** Absent: null, the batch has no webhook. */
  readonly delivery: Delivery | null
  /** Texts of the customer's own. */
  readonly metadata: Metadata
  /** Where its results are written. Absent: null, nowhere. */
  readonly deliver: DeliverTarget | null
  /** The schedule that it is a run of. Absent: null, it is not. */
  readonly scheduleId: string | null
  /** How that goes. Absent: null, nowhere. */
  readonly written: Delivery | null
}

/** A batch without its results. `estimatedEndMs`: when it will have ended; null, it is not known. */
export function printBatchHead(
  { id, endpoint, createdAtMs, progress, webhookUrl, delivery, metadata, deliver, written, scheduleId }: PrintedBatch,
  estimatedEndMs: number | null = null,
): BatchHead {
  return {
    id,
    status: progress.status,
    endpoint,
    total_count: progress.totalCount,
    processed_count: progress.processedCount,
    success_count: progress.successCount,
    failure_count: progress.failureCount,
    credits_charged: progress.creditsCharged,
    created_at: toTimestamp(createdAtMs),
    started_at: toTimestampOrNull(progress.startedAtMs),
    completed_at: toTimestampOrNull(progress.completedAtMs),
    estimated_completion_at: toTimestampOrNull(estimatedEndMs),
    webhook_url: webhookUrl,
    webhook_delivery_status: delivery?.status ?? null,
    webhook_last_error: delivery?.lastError ?? null,
    webhook_delivered_at: toTimestampOrNull(delivery?.deliveredAtMs ?? null),
    metadata,
    schedule_id: scheduleId,
    deliver: deliver === null ? null : printDeliver(deliver, { id, createdAtMs }, written),
  }
}

/** The attempts at the webhook of a batch. */
export function printDeliveries(batch: PrintedBatch, attempts: readonly DeliveryAttempt[]): Deliveries {
  const { id, webhook_url, webhook_delivery_status } = printBatchHead(batch)
  const deliveries = attempts.map(({ attempt, startedAtMs, durationMs, status, error }) => ({
    attempt,
    started_at: toTimestamp(startedAtMs),
    duration_ms: durationMs,
    http_status: status,
    error,
  }))
  return { id, webhook_url, webhook_delivery_status, deliveries }
}

/** A time as the interface prints it. Form: `2026-05-31T23:59:59.000Z`. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

function toTimestampOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : toTimestamp(timeMs)
}

/** Results are joined until a piece has this length. Unit: characters. */
const PIECE_LENGTH = 64 * 1024

/**
 * A batch with its results as JSON, in UTF-8: the body of a poll and of a webhook.
 *
 * Yields pieces, so that 1,000 results of 30 kB each are never in memory as one string.
 * `results`: each as JSON. `estimatedEndMs`: as for the head.
 */
export async function* printBatch(
  batch: PrintedBatch,
  results: AsyncIterable<string>,
  estimatedEndMs: number | null = null,
): AsyncGenerator<Uint8Array> {
  yield* joinPieces(printParts(printBatchHead(batch, estimatedEndMs), results))
}

async function* printParts(head: BatchHead, results: AsyncIterable<string>): AsyncGenerator<string> {
  yield `{${printMembers(membersOf(head))},"results":[`
  let separator = ''
  for await (const result of results) {
    yield separator + result
    separator = ','
  }
  yield ']}'
}

/** Results as lines of JSON, in UTF-8. Yields pieces, as `printBatch`. */
export async function* printLines(results: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  yield* joinPieces(endLines(results))
}

async function* endLines(results: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const result of results) yield `${result}\n`
}

async function* joinPieces(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = ''
  for await (const part of parts) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield encoder.encode(piece)
    piece = ''
  }
  if (piece !== '') yield encoder.encode(piece)
}

/** Results with a status, from an offset among these on. `results`: each as JSON, which is parsed for its status. */
export async function* selectResults(
  results: AsyncIterable<string>,
  status: ItemStatus,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): AsyncGenerator<string> {
  if (limit <= 0) return
  let seen = 0
  for await (const result of results) {
    if ((JSON.parse(result) as Pick<ItemResult, 'status'>).status !== status) continue
    seen++
    if (seen > offset) yield result
    if (seen >= offset + limit) return
  }
}

/** How the pages of an item were fetched. */
interface FetchFacts {
  readonly attempts: number
  /** Absent: null, there was no answer. */
  readonly sourceStatus: number | null
  /** Absent: null, there was no answer. */
  readonly resolvedUrl: string | null
  /** Unit: ms since 1970. Absent: null, there was no answer. */
  readonly fetchedAtMs: number | null
  /** Form: `<extractor>@<semver>`. */
  readonly extractorVersion: string
  /** How the place of delivery was proven. Absent: null, none was asked for, or the item failed. */
  readonly location: ProvenBy | null
}

/** The work on an item. */
interface Work {
  /** Unit: ms. */
  readonly durationMs: number
  /** Absent: null, nothing was fetched. */
  readonly fetch: FetchFacts | null
}

interface ItemFacts extends Work {
  /** Position of the item in its batch, from 0. */
  readonly index: number
  /** The item as it was submitted: JSON. */
  readonly input: string
}

/** Result of an item that succeeded, as JSON. `data`: the record as the synchronous endpoint gives it, JSON too. */
export function printSuccess(facts: ItemFacts, data: string, credits: number): string {
  const members = outcomeMembers(facts, { status: 'ok', httpStatus: 200, data, error: 'null', credits })
  return printObject([...itemMembers(facts.index, facts.input), ...members])
}

/** Result of an item that failed, as JSON, with the body of the error that the synchronous endpoint gives. */
export function printFailure(facts: ItemFacts, error: ErrorBody): string {
  return printObject([...itemMembers(facts.index, facts.input), ...failureMembers(facts, error)])
}

/** Result of an item that had none when its batch was stopped, as JSON. */
export function printAborted(index: number, input: string): string {
  return printObject([...itemMembers(index, input), ...abortedMembers()])
}

function abortedMembers(): Member[] {
  return failureMembers({ durationMs: 0, fetch: null }, errorBody('batch_aborted'))
}

interface Outcome {
  readonly status: ItemStatus
  readonly httpStatus: number
  readonly data: string
  readonly error: string
  readonly credits: number
}

/** What every result of an item begins with. */
function itemMembers(index: number, input: string): Member[] {
  return [
    ['index', String(index)],
    ['input', input],
  ]
}

function failureMembers(work: Work, error: ErrorBody): Member[] {
  const httpStatus = ERRORS[error.error].status
  return outcomeMembers(work, { status: 'error', httpStatus, data: 'null', error: JSON.stringify(error), credits: 0 })
}

function outcomeMembers({ durationMs, fetch }: Work, outcome: Outcome): Member[] {
  const { status, httpStatus, data, error, credits } = outcome
  return [
    ...membersOf({ status, http_status: httpStatus }),
    ['data', data],
    ['error', error],
    ...membersOf({ duration_ms: durationMs, credits_charged: credits, ...toFetchMembers(fetch) }),
  ]
}

function toFetchMembers(fetch: FetchFacts | null) {
  const location = fetch?.location ?? null
  return {
    attempts: fetch?.attempts ?? null,
    source_status: fetch?.sourceStatus ?? null,
    resolved_url: fetch?.resolvedUrl ?? null,
    extractor_version: fetch?.extractorVersion ?? null,
    fetched_at: toTimestampOrNull(fetch?.fetchedAtMs ?? null),
    ...(location === null ? {} : { location }),
  }
}
