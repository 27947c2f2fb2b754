import type { Product, SearchResponse } from '../../core/index.ts'
import type { ProductParams, SearchParams } from '../../core/contract/index.ts'

/** Errors that a retrieval can end with, as they stand in the body. */
export type RetrievalError =
  | 'product_not_found'
  | 'target_unreachable'
  | 'extraction_failed'
  | 'asin_mismatch'
  | 'generic_gallery_page'

/** How a retrieval ended: with data, or with an error of the interface. */
export type Retrieval<T> = RetrievalFacts & ({ readonly data: T } | { readonly error: RetrievalError })

export interface RetrievalFacts {
  /** Attempts of all pages together. */
  readonly attempts: number
  /** Status of the last answer. Absent: null, there was none. */
  readonly sourceStatus: number | null
  /** Address of the last answer, without tracking. Absent: null, there was none. */
  readonly resolvedUrl: string | null
  /** Pages that were retrieved, and that are charged. */
  readonly pages: number
  /** What gave each field its value, to be counted: field to selector, cards as `products[0].price`. */
  readonly winners: Readonly<Record<string, string>>
}

/** Retrieves pages and reads them. Rejects only when the signal is aborted. */
export interface Retriever {
  product(params: ProductParams, signal: AbortSignal): Promise<Retrieval<Product>>
  search(params: SearchParams, signal: AbortSignal): Promise<Retrieval<SearchResponse>>
}
