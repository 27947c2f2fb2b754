import type { PageWeight } from '../weight.ts'
import type { ProductLayout, Situation } from '../truth/product-truth.ts'
import type { SearchSort } from '../truth/search-truth.ts'

export interface ProductPageRequest {
  readonly asin: string
  readonly domain: string
  readonly weight: PageWeight
  readonly layout?: ProductLayout
  readonly situation?: Situation
  /** ASIN that the page names as the parent of its family. */
  readonly parent?: string
  /** ASIN that the page names among the variations of its family. */
  readonly sibling?: string
}

export interface SearchPageRequest {
  readonly query: string
  readonly domain: string
  readonly weight: PageWeight
  /** From 1. */
  readonly page: number
  readonly sort: SearchSort
  /** Nothing matches. */
  readonly isEmpty: boolean
}

/** Where the server has its pages from. The same request gives the same page, always. */
export interface PageSource {
  readonly product: (request: ProductPageRequest) => string
  readonly search: (request: SearchPageRequest) => string
}
