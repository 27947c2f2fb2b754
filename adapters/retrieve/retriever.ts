import type { ProductParams, SearchParams } from '../../core/contract/index.ts'
import type { Product, SearchResponse } from '../../core/index.ts'

/** Errors that a retrieval can end with, as they stand in the body. */
export type RetrievalError =
  | 'product_not_found'
  | 'target_unreachable'
  | 'extraction_failed'
  | 'asin_mismatch'
  | 'generic_gallery_page'

/** How a retrieval ended: with data, or with an error of the interface. */
export type Retrieval<T> = RetrievalFacts & (RetrievedData<T> | RetrievalFailure)

/** Data in two forms; each is made of the other when it is first asked for. */
interface RetrievedData<T> {
  readonly data: T
  /** `data` as JSON text, ready to be sent. */
  readonly json: string
}

interface RetrievalFailure {
  readonly error: RetrievalError
  /** What happened at the last attempt, for a log. */
  readonly reason: string
}

export interface RetrievalFacts {
  /** Attempts of all pages together. */
  readonly attempts: number
  /** Status of the last answer. Absent: null, there was none. */
  readonly sourceStatus: number | null
  /** Address of the last answer, without tracking. Absent: null, there was none. */
  readonly resolvedUrl: string | null
  /** Pages that were retrieved, and that are charged: 0 with an error. */
  readonly pages: number
  /** What gave each field its value, to be counted: field to selector, cards as `products[0].price`. Read when first asked for. */
  readonly winners: Readonly<Record<string, string>>
}

/**
 * Retrieves pages and reads them.
 *
 * Rejects: with the reason of the signal, at once, when it is aborted; with
 * `RetrieverBusyError` when too many pages wait to be read: nothing was wrong with this one.
 */
export interface Retriever {
  product(params: ProductParams, signal: AbortSignal): Promise<Retrieval<Product>>
  search(params: SearchParams, signal: AbortSignal): Promise<Retrieval<SearchResponse>>
}

/** More is being read than there is room for: an answer of 503, and a later attempt. */
export class RetrieverBusyError extends Error {
  override readonly name = 'RetrieverBusyError'
}
