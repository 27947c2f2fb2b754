import type { BatchEndpoint } from '../../core/contract/index.ts'
import type { AttemptOutcome, BatchProgress, Delivery, KeyKind } from '../../core/policy/index.ts'
import type { Reservation } from './store.ts'

/** A batch without its items and results. */
export interface Batch {
  /** UUID. */
  readonly id: string
  readonly workspaceId: string
  /** Who is charged: a key of the workspace, which may be revoked by now. */
  readonly keyId: string
  readonly kind: KeyKind
  readonly endpoint: BatchEndpoint
  readonly createdAtMs: number
  readonly progress: BatchProgress
  /** Signs the webhook; sealed, when a master key is configured. */
  readonly sealedSecret: string
  /** Absent: null, nobody is to be told. */
  readonly webhookUrl: string | null
  /** Absent: null, there is no webhook. */
  readonly delivery: Delivery | null
}

export interface NewBatch extends Pick<
  Batch,
  'id' | 'workspaceId' | 'keyId' | 'kind' | 'endpoint' | 'createdAtMs' | 'sealedSecret' | 'webhookUrl'
> {
  /** Items as they were submitted, each as JSON. From 1 to 1,000. */
  readonly inputs: readonly string[]
  /** Absent: null, a second batch is a second batch. */
  readonly idempotency: Idempotency | null
}

/** The same key and the same body in the same workspace are the same batch. */
export interface Idempotency {
  readonly key: string
  /** Digest of the request's body. */
  readonly bodyHash: string
}

/** An item that somebody is to work on until a lease ends. */
export interface Claim {
  readonly batchId: string
  /** Place of the item in its batch, from 0. */
  readonly index: number
}

/** What is needed to work on an item. */
export interface Item extends Pick<Batch, 'workspaceId' | 'keyId' | 'kind' | 'endpoint'> {
  /** The item as it was submitted: JSON. */
  readonly input: string
}

/** The work on an item is done. */
export interface ItemResult extends Claim {
  readonly isOk: boolean
  /** What is charged, at most the credits of the reservation. */
  readonly credits: number
  /** The result as it is shown: JSON. */
  readonly json: string
  /** Credits set aside for the item. Absent: null, it is free. */
  readonly reservation: Reservation | null
}

/** An attempt at a webhook that is to be made until a lease ends. */
export interface DeliveryClaim {
  readonly batchId: string
  /** From 1. */
  readonly attempt: number
}

/** A part of a batch's results. Absent: undefined, from the first, and all of them. */
export interface ResultRange {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

/** A run of a tick: of all processes that ask for it, one gets it. */
export interface Run {
  /** Number of the tick: it rises with time. */
  readonly tick: number
  /** Items of the run. */
  readonly most: number
}

/** How long something is held by whoever claims it. Unit: ms. */
export interface Lease {
  readonly nowMs: number
  readonly leaseMs: number
}

/**
 * Batches, their items, results and deliveries. Work on an item may be done
 * more than once; its result, counters and charge are written once, in one step.
 */
export interface Batches {
  /** Writes a batch with all of its items. The key of an earlier batch gives that one, or, with another body, `idempotency_conflict`. */
  create(batch: NewBatch): Promise<{ readonly isNew: boolean; readonly batch: Batch } | 'idempotency_conflict'>
  /** Absent: null, there is none. */
  find(batchId: string): Promise<Batch | null>
  /** Results as JSON, piece by piece. Order: completion. */
  results(batchId: string, range?: ResultRange): AsyncIterable<string>
  /**
   * Ends a batch before its time: what has no result gets `batch_aborted`, and its webhook is due.
   * After its end: no effect. Absent: null, there is none.
   */
  stop(batchId: string, nowMs: number): Promise<Batch | null>
  /** Ids of batches that have not ended, and were created before a time. */
  listOverdue(createdBeforeMs: number): Promise<string[]>

  /** Deals the items of a run round-robin over the batches, and claims them. A tick that was taken gives none. */
  claimRun(run: Run, lease: Lease): Promise<Claim[]>
  /** Claims anew what somebody claimed and did not finish in time: at most so many. */
  reclaim(most: number, lease: Lease): Promise<Claim[]>
  /** Absent: null, it has a result, or there is none. */
  findItem(claim: Claim): Promise<Item | null>
  /**
   * Writes result, counters and charge, and ends the reservation, in one step; the last
   * result of a batch makes its webhook due. `already_committed`: the item has a result,
   * nothing is written but that the reservation is released.
   * Throws: `invalid_charge`. Rejects: nothing is written.
   */
  commit(result: ItemResult, nowMs: number): Promise<'committed' | 'already_committed'>

  /** Webhooks that are due, each for one caller. */
  claimDeliveries(most: number, lease: Lease): Promise<DeliveryClaim[]>
  /** Writes what became of an attempt. One that is known already: no effect. */
  endAttempt(claim: DeliveryClaim, outcome: AttemptOutcome, nowMs: number): Promise<void>
  /** Makes the webhook of an ended batch due again, from the first attempt. */
  redeliver(batchId: string, nowMs: number): Promise<'due' | 'not_ended' | 'no_webhook'>

  /** Removes results of batches that ended before a time, and idempotency keys that were used before one. Says of how many batches. */
  forget(times: { readonly endedBeforeMs: number; readonly usedBeforeMs: number }): Promise<number>
}
