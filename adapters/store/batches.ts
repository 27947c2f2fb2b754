import type { BatchEndpoint } from '../../core/contract/index.ts'
import type { AttemptOutcome, BatchProgress, Delivery, KeyKind } from '../../core/policy/index.ts'
import type { Reservation } from './ledger.ts'

/** A batch without its items and results. */
export interface Batch {
  /** UUID. */
  readonly id: string
  readonly workspaceId: string
  /** Key of the workspace that is charged. It may have been revoked since. */
  readonly keyId: string
  readonly kind: KeyKind
  readonly endpoint: BatchEndpoint
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
  readonly progress: BatchProgress
  /** Secret that signs the webhook; encrypted if a master key is configured. */
  readonly sealedSecret: string
  /** Absent: null, the batch has no webhook. */
  readonly webhookUrl: string | null
  /** Absent: null, the batch has no webhook. */
  readonly delivery: Delivery | null
}

export interface NewBatch extends Pick<
  Batch,
  'id' | 'workspaceId' | 'keyId' | 'kind' | 'endpoint' | 'createdAtMs' | 'sealedSecret' | 'webhookUrl'
> {
  /** Items as the client submitted them, each as JSON. Count: 1 to 1,000. */
  readonly inputs: readonly string[]
  /** Absent: null, every call creates a batch. */
  readonly idempotency: Idempotency | null
}

/** Within a workspace, the same key with the same body is the same batch. */
export interface Idempotency {
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

/** What a worker must know of an item. */
export interface Item extends Pick<Batch, 'workspaceId' | 'keyId' | 'kind' | 'endpoint'> {
  /** The item as the client submitted it, as JSON. */
  readonly input: string
}

/** The final result of an item. */
export interface ItemResult extends Claim {
  readonly isOk: boolean
  /** Credits to charge: at most those of the reservation. */
  readonly credits: number
  /** The result as the client sees it, as JSON. */
  readonly json: string
  /** Absent: null, the item is free. */
  readonly reservation: Reservation | null
}

/** The right to make one attempt at a webhook until a lease ends. */
export interface DeliveryClaim {
  readonly batchId: string
  /** Number of the attempt, from 1. */
  readonly attempt: number
}

/** A range of the results of a batch. */
export interface ResultRange {
  /** Default: 0. */
  readonly offset?: number | undefined
  /** Default: no limit. */
  readonly limit?: number | undefined
}

/** A scheduled hand-out of items. Of all processes that claim a tick, one gets its items. */
export interface Run {
  /** Number of the tick. Later ticks have higher numbers. */
  readonly tick: number
  readonly maxItems: number
}

/** How long a claim is valid. */
export interface Lease {
  /** Unit: ms since 1970. */
  readonly nowMs: number
  readonly leaseMs: number
}

/**
 * Batches with their items, results and deliveries. Workers may work on an item more than
 * once. Its result, its counters and its charge are written once, in one step.
 */
export interface Batches {
  /**
   * Writes a batch with all of its items. Returns the earlier batch if the idempotency key was
   * used before, or `idempotency_conflict` if it was used with another body.
   */
  create(batch: NewBatch): Promise<{ readonly isNew: boolean; readonly batch: Batch } | 'idempotency_conflict'>
  /** Absent: null, no batch has this id. */
  find(batchId: string): Promise<Batch | null>
  /** Results as JSON, one by one. Order: completion. */
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
  /** Ids of batches that were created before a time and have not ended. */
  listOverdue(createdBeforeMs: number): Promise<string[]>

  /** Deals the items of a run round-robin over the batches, and claims them. Empty: the tick was claimed before. */
  claimRun(run: Run, lease: Lease): Promise<Claim[]>
  /** Claims items whose lease has ended without a result. */
  reclaim(maxItems: number, lease: Lease): Promise<Claim[]>
  /** Absent: null, the item has a result, or does not exist. */
  findItem(claim: Claim): Promise<Item | null>
  /**
   * Writes a result, its counters and its charge, and ends the reservation, in one step. The
   * last result of a batch makes the webhook due. `already_committed`: the item has a result,
   * or does not exist; the reservation is released, and nothing is written.
   *
   * Throws: `invalid_charge`. Rejects: nothing is written, and the reservation is released.
   */
  commit(result: ItemResult, nowMs: number): Promise<'committed' | 'already_committed'>

  /** Claims webhooks that are due. */
  claimDeliveries(maxDeliveries: number, lease: Lease): Promise<DeliveryClaim[]>
  /** Writes the outcome of an attempt. If the attempt has an outcome: no effect. */
  endAttempt(claim: DeliveryClaim, outcome: AttemptOutcome, nowMs: number): Promise<void>
  /** Makes the webhook of an ended batch due again, beginning with the first attempt. */
  redeliver(batchId: string, nowMs: number): Promise<'due' | 'not_ended' | 'no_webhook'>

  /**
   * Removes the results of batches that ended before one time, and idempotency keys that were
   * used before another. Returns how many batches lost their results.
   */
  forget(times: { readonly endedBeforeMs: number; readonly usedBeforeMs: number }): Promise<number>
}
