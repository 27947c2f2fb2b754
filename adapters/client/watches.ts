import {
  ENDPOINTS,
  type BatchEndpoint,
  type Rank,
  type Series,
  type Watch,
  type WatchAction,
  type WatchChanges,
  type WatchCreated,
  type WatchHead,
  type WatchList,
  type WatchValues,
} from '../../core/contract/index.ts'
import type { Answer } from './answer.ts'
import type { BatchItem } from './batches.ts'
import { newIdempotencyKey, type CallOptions, type Caller, type ChargedCallOptions } from './caller.ts'

/** A rule of a watch: see `core/watch/README.md`. */
export interface WatchRuleInput {
  readonly field: string
  readonly when: string
  readonly value?: string | number | boolean | null | undefined
  readonly confirm?: number | null | undefined
  readonly cooldown?: string | null | undefined
  readonly rearm?: number | string | null | undefined
}

/** When a watch looks, and what is an alert. null: the default. */
export interface WatchTermsInput {
  /** `15m` to `30d`. */
  readonly every?: string | null | undefined
  /** Five fields, instead of `every`. */
  readonly cron?: string | null | undefined
  readonly timezone?: string | null | undefined
  readonly fields?: readonly string[] | null | undefined
  readonly rules?: readonly WatchRuleInput[] | null | undefined
  readonly confirm?: number | null | undefined
  readonly max_credits_per_month?: number | null | undefined
  readonly keep?: string | null | undefined
  /** Products and brands whose rank in searches is kept. */
  readonly track?: { readonly asins?: readonly string[]; readonly brands?: readonly string[] } | null | undefined
  readonly webhook_url?: string | null | undefined
}

export interface WatchRequest extends WatchTermsInput {
  readonly endpoint: BatchEndpoint
  /** 1 to 1,000. */
  readonly items: readonly BatchItem[]
}

export interface WatchChangeRequest extends WatchTermsInput {
  readonly status?: 'active' | 'paused' | undefined
}

export interface WatchPageOptions extends CallOptions {
  readonly limit?: number | undefined
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined
}

export interface ChangesOptions extends WatchPageOptions {
  /** Index of the only item. Default: all. */
  readonly item?: number | undefined
  /** Reference of the only items. Default: all. */
  readonly reference?: string | undefined
}

/** An item, and a span of time. */
export interface RankOptions extends CallOptions {
  /** Index of the item. Default: 0. */
  readonly item?: number | undefined
  /** A time in UTC, or a day. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface SeriesOptions extends RankOptions {
  /** Path of a value. */
  readonly field: string
}

/** Calls about watches. Each rejects as `Client` says. */
export interface Watches {
  /** Creates a watch, once, however often it is repeated with its idempotency key. */
  create(watch: WatchRequest, options?: ChargedCallOptions): Promise<Answer<WatchCreated>>
  /** A page of the watches of the workspace, newest first. */
  list(options?: WatchPageOptions): Promise<Answer<WatchList>>
  /** A watch with its items. */
  get(id: string, options?: CallOptions): Promise<Answer<Watch>>
  /** Changes what is named, such as the rules, or whether the watch is paused. */
  change(id: string, change: WatchChangeRequest, options?: CallOptions): Promise<Answer<WatchHead>>
  /** Deletes a watch, with all that it has seen. */
  delete(id: string, options?: CallOptions): Promise<Answer<{ readonly id: string; readonly deleted_at: string }>>
  /** Adds items, which are looked at at once. An item that the watch has already is not added again. */
  addItems(id: string, items: readonly BatchItem[], options?: CallOptions): Promise<Answer<Watch>>
  /** Removes the item with an index, or all with a reference. What was seen of them stays. */
  removeItems(
    id: string,
    which: { readonly item: number } | { readonly reference: string },
    options?: CallOptions,
  ): Promise<Answer<Watch>>
  /** Looks at all items now, or at one. `item`: its index. */
  run(id: string, options?: CallOptions & { readonly item?: number | undefined }): Promise<Answer<WatchAction>>
  /** Replaces the secret of the webhook. Not repeated when there is no answer: the secret may have been replaced. */
  replaceSecret(id: string, options?: CallOptions): Promise<Answer<WatchCreated>>
  /** Sends a sample event. */
  test(id: string, options?: CallOptions): Promise<Answer<WatchAction>>
  /** Sends events that failed again, or the one that is named. */
  redeliver(id: string, options?: CallOptions & { readonly event?: string | undefined }): Promise<Answer<WatchAction>>
  /** A page of changes, oldest first. */
  changes(id: string, options?: ChangesOptions): Promise<Answer<WatchChanges>>
  /** The present values of all items, and why an item is not seen. `from`: index of the first item. */
  values(id: string, options?: CallOptions & { readonly from?: number | undefined }): Promise<Answer<WatchValues>>
  /** The values of a field of an item over time, and the times in which nobody saw it. */
  series(id: string, options: SeriesOptions): Promise<Answer<Series>>
  /** The rank of what a watch with `track` tracks, in one of its searches over time. */
  rank(id: string, options?: RankOptions): Promise<Answer<Rank>>
}

export function createWatches(call: Caller): Watches {
  return {
    create: (body, options) =>
      call({ idempotencyKey: newIdempotencyKey(), ...options, endpoint: ENDPOINTS.createWatch, body }),
    list: ({ limit, cursor, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.listWatches, query: { limit, cursor } }),
    get: (id, options) => call({ ...options, endpoint: ENDPOINTS.getWatch, params: { id } }),
    change: (id, body, options) => call({ ...options, endpoint: ENDPOINTS.changeWatch, params: { id }, body }),
    delete: (id, options) => call({ ...options, endpoint: ENDPOINTS.deleteWatch, params: { id } }),
    addItems: (id, items, options) =>
      call({ ...options, endpoint: ENDPOINTS.addWatchItems, params: { id }, body: { items } }),
    removeItems: (id, which, options) =>
      call({ ...options, endpoint: ENDPOINTS.removeWatchItems, params: { id }, query: { ...which } }),
    run: (id, { item, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.runWatch, params: { id }, query: { item }, isOnce: true }),
    replaceSecret: (id, options) =>
      call({ ...options, endpoint: ENDPOINTS.replaceWatchSecret, params: { id }, isOnce: true }),
    test: (id, options) => call({ ...options, endpoint: ENDPOINTS.testWatch, params: { id }, isOnce: true }),
    redeliver: (id, { event, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.redeliverWatch, params: { id }, query: { event }, isOnce: true }),
    changes: (id, { limit, cursor, item, reference, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.listChanges, params: { id }, query: { limit, cursor, item, reference } }),
    values: (id, { from, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.getWatchValues, params: { id }, query: { from } }),
    rank: (id, { item, from, to, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.getRank, params: { id }, query: { item, from, to } }),
    series: (id, { item, field, from, to, ...options }) =>
      call({ ...options, endpoint: ENDPOINTS.getSeries, params: { id }, query: { item, field, from, to } }),
  }
}
