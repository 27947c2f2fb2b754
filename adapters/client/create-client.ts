import { ENDPOINTS, type Account, type Usage } from '../../core/contract/index.ts'
import type { Product, SearchResponse } from '../../core/index.ts'
import type { Answer } from './answer.ts'
import { createBatches, type Batches } from './batches.ts'
import {
  createCaller,
  newIdempotencyKey,
  sleepFor,
  type CallOptions,
  type ChargedCallOptions,
  type ClientOptions,
} from './caller.ts'
import type { Explain, Explained, ProductQuery, SearchQuery, WithScreenshot } from './queries.ts'

/**
 * A typed client of the service. Errors that pass by themselves are waited out; everything that is charged is
 * charged once, however often it is sent.
 *
 * Every call rejects with a `ServiceError`, whose `code` is documented, with a `ConnectionError`, or with the
 * reason of the signal that ended it.
 */
export interface Client {
  /** One product. */
  product(
    query: ProductQuery & Explain,
    options?: ChargedCallOptions,
  ): Promise<Answer<Explained<Product & WithScreenshot>>>
  product(query: ProductQuery, options?: ChargedCallOptions): Promise<Answer<Product & WithScreenshot>>
  /** A search; several pages are one record. */
  search(
    query: SearchQuery & Explain,
    options?: ChargedCallOptions,
  ): Promise<Answer<Explained<SearchResponse & WithScreenshot>>>
  search(query: SearchQuery, options?: ChargedCallOptions): Promise<Answer<SearchResponse & WithScreenshot>>
  /** The pages of a search, a request each, as long as there are more and `pages` allows. Default of `pages`: 10. */
  searchPages(
    query: SearchQuery & Explain,
    options?: CallOptions,
  ): AsyncGenerator<Answer<Explained<SearchResponse>>, void>
  searchPages(query: SearchQuery, options?: CallOptions): AsyncGenerator<Answer<SearchResponse>, void>
  readonly batch: Batches
  /** Plan, credits, ceilings and keys. */
  account(options?: CallOptions): Promise<Answer<Account>>
  /** Charges by day, key and endpoint. `from`, `to`: days, such as `2026-05-31`. Default: the last 30 days. */
  usage(
    days?: { readonly from?: string | undefined; readonly to?: string | undefined },
    options?: CallOptions,
  ): Promise<Answer<Usage>>
}

/** The service has at most this page of a search. */
const LAST_PAGE = 10

/** Creates a client. It opens no connection. Throws: a `TypeError` when `baseUrl` is no URL, or the key is empty. */
export function createClient(options: ClientOptions): Client {
  if (!URL.canParse(options.baseUrl)) {
    throw new TypeError(`Invalid baseUrl "${options.baseUrl}". Give a URL such as http://127.0.0.1:8080.`)
  }
  if (options.key === '') throw new TypeError('The key is empty.')
  const call = createCaller(options)
  const search = <Data>(query: SearchQuery, settings?: ChargedCallOptions): Promise<Answer<Data>> =>
    call({ idempotencyKey: newIdempotencyKey(), ...settings, endpoint: ENDPOINTS.searchProducts, query })
  return {
    product: <Data>(query: ProductQuery, settings?: ChargedCallOptions): Promise<Answer<Data>> =>
      call({ idempotencyKey: newIdempotencyKey(), ...settings, endpoint: ENDPOINTS.getProduct, query }),
    search,
    async *searchPages<Data>(
      { start_page = 1, pages = LAST_PAGE, ...query }: SearchQuery,
      settings?: CallOptions,
    ): AsyncGenerator<Answer<Data>, void> {
      const last = Math.min(start_page + pages - 1, LAST_PAGE)
      for (let page = start_page; page <= last; page++) {
        const answer = await search<Data>({ ...query, start_page: page, pages: 1 }, settings)
        yield answer
        if (answer.meta.hasMore !== true) return
      }
    },
    batch: createBatches(call, options.sleep ?? sleepFor),
    account: (settings) => call({ ...settings, endpoint: ENDPOINTS.getAccount }),
    usage: (days, settings) => call({ ...settings, endpoint: ENDPOINTS.getUsage, query: days }),
  }
}
