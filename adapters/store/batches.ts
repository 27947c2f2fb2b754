import { REFERENCE, type DeliverTarget, type Metadata } from '../../core/contract/index.ts'
import type { BatchProgress, Delivery, DeliveryAttempt, KeyMode } from '../../core/policy/index.ts'
import type { Reservation } from './ledger.ts'
import type { Owned, OwnedPage } from './owned.ts'
import type { SecretOwners } from './stored-secrets.ts'

/** A batch without its items and results. */
export interface Batch extends Owned {
  readonly progress: BatchProgress
  /** Absent: null, the batch has no webhook. */
  readonly delivery: Delivery | null
  /** Texts of the customer's own, by name. */
  readonly metadata: Metadata
  /** Where its results are written when it has ended. Absent: null, nowhere. */
  readonly deliver: DeliverTarget | null
  /** How that goes. Absent: null, nowhere. */
  readonly written: Delivery | null
  /** The schedule that it is a run of. Absent: null, it is not. */
  readonly scheduleId: string | null
  /** Whether its results are kept. False: they were removed, a time after the end of the batch. */
  readonly hasResults: boolean
  /** The watch that it is a run of: callers do not see it. Absent: null, a caller created it. */
  readonly watchId: string | null
}

/** Origin of a URL, such as `https://example.com`. */
export function originOf(url: string): string {
  return new URL(url).origin
}

export interface NewBatch extends Owned {
  /** Items as the client submitted them, each as JSON. Count: 1 to 1,000. */
  readonly inputs: readonly string[]
  /** Absent: null, every call creates a batch. */
  readonly idempotency: Idempotency | null
  /** Default: none. */
  readonly metadata?: Metadata | undefined
  /** Where its results are written. Default: null, nowhere. */
  readonly deliver?: DeliverTarget | null | undefined
  /** Default: null, it is not a run of a schedule. */
  readonly scheduleId?: string | null | undefined
  /** Keys for that, sealed. Default: null, its schedule has them, or it has no bucket. */
  readonly sealedKeys?: string | null | undefined
  /** Default: null, a caller creates it. */
  readonly watchId?: string | null | undefined
  /** Items without a result that the workspace may have from keys of this mode, this batch included. Absent: null, any number. */
  readonly maxPending: number | null
}

export interface CreatedBatch {
  readonly isNew: boolean
  readonly batch: Batch
}

/** Within a workspace, the same key with the same body is the same batch. */
export interface Idempotency {
  /** As the caller sent it. Live and sandbox keys have names apart. */
  readonly key: string
  /** Digest of the request body. */
  readonly bodyHash: string
}

/** The right to work on an item until a lease ends. */
export interface Claim {
  readonly batchId: string
  /** Index of the item in its batch, from 0. */
  readonly index: number
}

/** An item that was given to a worker. */
export interface ClaimedItem extends Claim {
  /** Whose item it is: workers deal their turns over workspaces, and over the batches of each. */
  readonly workspaceId: string
  /** Rank among the items of its workspace that were claimed and have no result yet, from 1: see `rankItems`. */
  readonly rank: number
}

/** What a worker must know of an item. */
export interface Item extends Pick<Batch, 'workspaceId' | 'keyId' | 'mode' | 'endpoint' | 'watchId'> {
  /** The item as the client submitted it, as JSON. */
  readonly input: string
  /** Times that work on it began and did not end, because the process died. */
  readonly deaths: number
}

/** The final result of an item, and what is charged for it: all that is written in one step. */
export interface ItemCommit extends Claim {
  readonly isOk: boolean
  /** Credits to charge: at most those of the reservation. */
  readonly credits: number
  /** The result as the client sees it, as JSON. */
  readonly json: string
  /** Absent: null, the item is free. */
  readonly reservation: Reservation | null
}

/** What a request to deliver a webhook again leads to. `retryAfterMs`: the last such request was too recent. Unit: ms. */
export type Redelivery = 'due' | 'not_ended' | 'no_webhook' | 'results_expired' | { readonly retryAfterMs: number }

/** Reference of an item. `input`: the item as JSON. Absent: null, it has none, or an empty one. */
export function referenceOf(input: string): string | null {
  const reference = (JSON.parse(input) as Readonly<Record<string, unknown>> | null)?.[REFERENCE]
  return typeof reference === 'string' && reference !== '' ? reference : null
}

/** References of the items of a batch, each once. `inputs`: the items as JSON. */
export function referencesOf(inputs: readonly string[]): readonly string[] {
  return [...new Set(inputs.map(referenceOf))].filter((reference) => reference !== null)
}

/** Whose batches are listed: sandbox keys and live keys do not see each other's. */
export type BatchOwner = Pick<Owned, 'workspaceId' | 'mode'>

/** A page of batches. */
export interface BatchPage extends OwnedPage {
  /** Only batches that were created at this time or later. Default: all. Unit: ms since 1970. */
  readonly createdFromMs?: number | undefined
  /** Only batches that were created before this time. Default: all. Unit: ms since 1970. */
  readonly createdBeforeMs?: number | undefined
  /** Only batches that have an item with this reference. Default: all. */
  readonly reference?: string | undefined
}

/** Metadata as it is stored: JSON. Absent: null, there is none. */
export function packMetadata(metadata: Metadata = {}): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)
}

/** `text`: as it is stored. */
export function unpackMetadata(text: string | null | undefined): Metadata {
  return JSON.parse(text ?? '{}') as Metadata
}

/** Stored bytes of results that a reader has in memory at the same time; one result may have more. */
export const RESULT_BYTES_PER_READ = 256 * 1024

/** A range of the results of a batch. */
export interface ResultRange {
  /** Default: 0. */
  readonly offset?: number | undefined
  /** Default: no limit. */
  readonly limit?: number | undefined
}

/** A scheduled hand-out of items from keys of one mode. Of all processes that try to claim it, one gets its items. */
export interface RunLimits {
  /** Each mode has its own runs, so that sandbox items never take the turn of live ones. */
  readonly mode: KeyMode
  /** Time between two runs. 0: a run is always due. Unit: ms. */
  readonly intervalMs: number
  readonly maxItems: number
}

export interface ClaimedRun {
  /** Empty: no run is due, or nothing waits. */
  readonly claims: readonly ClaimedItem[]
  /** How far the stored time of the last run was in the future; it was ignored. Absent: null, it was not. Unit: ms. */
  readonly aheadMs: number | null
}

/** How long a claim is valid. */
export interface Lease {
  /** Unit: ms since 1970. */
  readonly nowMs: number
  readonly leaseMs: number
}

/** How long data of batches is kept. Unit: ms. */
export interface Retention {
  /** From the end of a batch. */
  readonly resultsMs: number
  /** From the end of a batch: after it, no batch has its id. A batch that has results keeps its record. */
  readonly recordsMs: number
  /** From the use of an idempotency key. */
  readonly idempotencyMs: number
}

/**
 * Batches with their items, results and deliveries. Workers may work on an item more than
 * once. Its result, its counters and its charge are written once, in one step.
 */
export interface Batches extends SecretOwners {
  /**
   * Writes a batch with all of its items. Returns the earlier batch if the idempotency key was
   * used before, `idempotency_conflict` if it was used with another body, or
   * `pending_items_exceeded` if more than `maxPending` items would have no result.
   */
  create(batch: NewBatch): Promise<CreatedBatch | 'idempotency_conflict' | 'pending_items_exceeded'>
  /** Absent: null, no batch has this id. */
  find(batchId: string): Promise<Batch | null>
  /**
   * Batches of a workspace from keys of one mode, without runs of watches. Order: newest first. `after`: id of the last batch
   * of the page before; null: the first page. `unknown_batch`: no such batch of theirs.
   */
  list(owner: BatchOwner, page: BatchPage): Promise<readonly Batch[] | 'unknown_batch'>
  /** Results as JSON, one by one, read `RESULT_BYTES_PER_READ` at a time. Order: completion. */
  results(batchId: string, range?: ResultRange): AsyncIterable<string>
  /**
   * Ends a batch early: every item without a result gets `batch_aborted`, and the webhook is
   * due. On an ended batch: no effect.
   *
   * Absent: null, no batch has this id.
   */
  stop(batchId: string, nowMs: number): Promise<Batch | null>
  /** Ids of the batches of a key that have not ended. */
  listOpen(keyId: string): Promise<string[]>
  /** Ids of batches that were created more than an age ago and have not ended. Unit: ms. */
  listOverdue(ageMs: number, nowMs: number): Promise<string[]>

  /**
   * If a run is due, as `dueRunMs` of core/policy decides: deals its items round-robin over the
   * workspaces, then over the batches of each, and claims them.
   */
  claimRun(run: RunLimits, lease: Lease): Promise<ClaimedRun>
  /** Time since the last run for keys of a mode. Absent: null, there was none. Unit: ms. */
  runAgeMs(mode: KeyMode, nowMs: number): Promise<number | null>
  /** Claims items whose lease has ended without a result. A lease that ends later than a new one was taken on a wrong clock, and has ended. */
  reclaim(mode: KeyMode, maxItems: number, lease: Lease): Promise<readonly ClaimedItem[]>
  /** Absent: null, the item has a result, or does not exist. */
  findItem(claim: Claim): Promise<Item | null>
  /**
   * Writes the `deaths` of an item: one more before work on it begins, and the old number when
   * work was given up. If the process dies in between, its death is counted. False: the item has a result, or its
   * batch was stopped.
   */
  setDeaths(claim: Claim, deaths: number): Promise<boolean>
  /**
   * Writes a result, its counters and its charge, and ends the reservation, in one step. The
   * last result of a batch makes the webhook due. `already_committed`: the item has a result,
   * or does not exist; the reservation is released, and nothing is written.
   *
   * Throws: `invalid_charge`. Rejects: nothing is written, and the reservation is released.
   */
  commit(result: ItemCommit, nowMs: number): Promise<'committed' | 'already_committed'>

  /** The last `KEPT_ATTEMPTS` attempts at the webhook of a batch. Order: time. Empty: there were none, or no batch has this id. */
  listAttempts(batchId: string): Promise<readonly DeliveryAttempt[]>
  /** Makes the webhook of an ended batch due again, or before it the results that could not be written, beginning with the first attempt, once in `REDELIVERY_PAUSE_MS`. */
  redeliver(batchId: string, nowMs: number): Promise<Redelivery>

  /**
   * Removes what is older than it is kept: results of batches that have ended, records of batches
   * without results, and idempotency keys. Returns how many batches lost their results.
   */
  forget(kept: Retention, nowMs: number): Promise<number>
}
