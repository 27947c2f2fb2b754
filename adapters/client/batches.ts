import type { NamedRecord, RecordName } from '../../core/index.ts'
import {
  ENDPOINTS,
  type BatchCreated,
  type BatchEndpoint,
  type BatchHead,
  type BatchList,
  type Deliveries,
  type DeliverRequest,
  type ItemResult,
  type ItemStatus,
  type Redelivery,
} from '../../core/contract/index.ts'
import type { Answer } from './answer.ts'
import { newIdempotencyKey, type CallOptions, type Caller, type ChargedCallOptions } from './caller.ts'
import type { Explained, RecordQuery } from './queries.ts'

/** An item: the parameters of a record, and a text of your own that comes back with the result. */
export type BatchItem<Name extends RecordName = RecordName> = RecordQuery<Name> & {
  readonly reference?: string | undefined
}

/** A batch that is to be created. */
export interface BatchRequest<Name extends RecordName = RecordName> {
  readonly endpoint: BatchEndpoint<Name>
  /** 1 to 1,000. */
  readonly items: readonly BatchItem<Name>[]
  /** Public https address that the ended batch is posted to. Default: none. */
  readonly webhook_url?: string | undefined
  /** Texts of your own, by name: at most 16. Default: none. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** Bucket of your own that the results of the ended batch are written to. Default: none. */
  readonly deliver?: DeliverRequest | undefined
}

/** Which batches are listed. Default: all. */
export interface ListBatchesOptions extends CallOptions {
  readonly status?: BatchHead['status'] | undefined
  /** Created then or later: a day such as `2026-05-31`, or a time in UTC. */
  readonly created_from?: string | undefined
  /** Created before then. */
  readonly created_before?: string | undefined
  /** With an item that has this reference. */
  readonly reference?: string | undefined
  /** With all of these pairs. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** Result of an item. `data`: its record, with `provenance` if the item asked for it. Absent: null, see `error`. */
export interface BatchItemResult<Name extends RecordName = RecordName> extends Omit<ItemResult, 'data'> {
  readonly data: (NamedRecord<Name> & Partial<Explained<unknown>>) | null
}

/** A batch with results, whose `endpoint` says which records they have. */
export type Batch<Name extends RecordName = RecordName> = {
  readonly [N in Name]: BatchHead & {
    readonly endpoint: BatchEndpoint<N>
    readonly results: readonly BatchItemResult<N>[]
  }
}[Name]

declare const recordName: unique symbol

/** Id of a batch. TypeScript knows of the id of a created batch which records the results have. */
export type BatchId<Name extends RecordName = RecordName> = string & { readonly [recordName]?: Name }

export interface GetBatchOptions extends CallOptions {
  /** Results to skip. Default: 0. */
  readonly offset?: number | undefined
  /** Most results. 0: the batch alone. Default: all. */
  readonly limit?: number | undefined
  /** Only results after this position in the order of completion: `meta.nextSince` of the call before, at first 0. Not with `offset`. */
  readonly since?: number | undefined
  /** Only results with this status. Default: all. */
  readonly status?: ItemStatus | undefined
}

export interface FollowOptions extends CallOptions {
  /** Pause between two looks at a batch that runs. Unit: ms. Default: 5,000. */
  readonly pollMs?: number | undefined
}

/** Calls about batches. Each rejects as `Client` says. `Name`: the record of the batch, which types its results. */
export interface Batches {
  /** Creates a batch. Its secret for webhooks is in this answer alone. */
  create<Name extends RecordName>(
    request: BatchRequest<Name>,
    options?: ChargedCallOptions,
  ): Promise<Answer<BatchCreated & { readonly id: BatchId<Name> }>>
  /** A batch, with a page of its results. */
  get<Name extends RecordName = RecordName>(
    id: string | BatchId<Name>,
    options?: GetBatchOptions,
  ): Promise<Answer<Batch<Name>>>
  /** The results, as soon as they are there, until the batch has ended. Order: completion. */
  results<Name extends RecordName = RecordName>(
    id: string | BatchId<Name>,
    options?: FollowOptions,
  ): AsyncGenerator<BatchItemResult<Name>, void>
  /** Waits until the batch has ended. Gives it without its results. */
  wait(id: string, options?: FollowOptions): Promise<BatchHead>
  /** All batches of the workspace that are asked for, newest first. */
  list(options?: ListBatchesOptions): AsyncGenerator<BatchHead, void>
  /** Stops the batch. Items without a result are not charged. */
  cancel(id: string, options?: CallOptions): Promise<Answer<Batch>>
  /** Sends the webhook of an ended batch again. */
  redeliver(id: string, options?: CallOptions): Promise<Answer<Redelivery>>
  /** Attempts at the webhook. */
  deliveries(id: string, options?: CallOptions): Promise<Answer<Deliveries>>
}

const POLL_MS = 5000
/** Results of one look. Records with their pages are large. */
const RESULTS = 100
/** Batches of one look. */
const BATCHES = 100

type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>

export function createBatches(call: Caller, wait: Wait): Batches {
  const get = <Name extends RecordName>(
    id: string,
    { offset, limit, since, status, ...options }: GetBatchOptions = {},
  ): Promise<Answer<Batch<Name>>> =>
    call({ ...options, endpoint: ENDPOINTS.getBatch, params: { id }, query: { offset, limit, since, status } })
  return {
    create: (body, options) =>
      call({ idempotencyKey: newIdempotencyKey(), ...options, endpoint: ENDPOINTS.createBatch, body }),
    get,
    async *results<Name extends RecordName>(id: string, { pollMs = POLL_MS, ...options }: FollowOptions = {}) {
      let offset = 0
      for (;;) {
        const { data } = await get<Name>(id, { ...options, offset, limit: RESULTS })
        yield* data.results
        offset += data.results.length
        if (offset < data.processed_count) continue
        if (data.completed_at !== null) return
        await wait(pollMs, options.signal)
      }
    },
    async wait(id, { pollMs = POLL_MS, ...options } = {}) {
      for (;;) {
        const { results: _, ...batch } = (await get(id, { ...options, limit: 0 })).data
        if (batch.completed_at !== null) return batch
        await wait(pollMs, options.signal)
      }
    },
    async *list({ status, reference, created_from, created_before, metadata = {}, ...options } = {}) {
      const pairs = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value] as const)
      const filters = { status, reference, created_from, created_before, ...Object.fromEntries(pairs) }
      let cursor: string | null = null
      do {
        const query: object = { ...filters, limit: BATCHES, cursor }
        const { data }: Answer<BatchList> = await call({ ...options, endpoint: ENDPOINTS.listBatches, query })
        yield* data.batches
        cursor = data.next_cursor
      } while (cursor !== null)
    },
    cancel: (id, options) => call({ ...options, endpoint: ENDPOINTS.cancelBatch, params: { id } }),
    redeliver: (id, options) => call({ ...options, endpoint: ENDPOINTS.redeliverBatch, params: { id } }),
    deliveries: (id, options) => call({ ...options, endpoint: ENDPOINTS.listDeliveries, params: { id } }),
  }
}
