import type { PageWeight } from '../markup/filler.ts'
import { renderProduct } from '../product/render-product.ts'
import { renderSearch } from '../search/render-search.ts'
import { generateProduct } from '../truth/generate-product.ts'
import { generateSearch } from '../truth/generate-search.ts'
import type { ProductLayout, ScriptedPart, Situation } from '../truth/product-truth.ts'
import type { SearchSort } from '../truth/search-truth.ts'

/** A product page to print. */
export interface ProductPageRequest {
  readonly asin: string
  readonly domain: string
  readonly weight: PageWeight
  readonly layout?: ProductLayout
  readonly situation?: Situation
  /** ASIN that the page names as the parent of its variation family. */
  readonly parent?: string
  /** ASIN that the page names as another child of its variation family. */
  readonly sibling?: string
  /** Parts that only scripts print. */
  readonly scripted?: readonly ScriptedPart[]
}

/** A page of search results to print. */
export interface SearchPageRequest {
  readonly query: string
  readonly domain: string
  readonly weight: PageWeight
  /** Starts at 1. */
  readonly page: number
  readonly sort: SearchSort
  /** Whether the search has no results. */
  readonly isEmpty: boolean
}

/** Prints the pages that the server sends. The same request always gives the same page. */
export interface PagePrinter {
  /** Markup of a product page. */
  readonly product: (request: ProductPageRequest) => string
  /** Markup of a page of search results. */
  readonly search: (request: SearchPageRequest) => string
}

/** The generated pages of the sandbox. */
export const builtInPages: PagePrinter = {
  product: ({ weight, ...request }) => renderProduct(generateProduct(request), { weight }),
  search: ({ weight, isEmpty, ...request }) =>
    renderSearch(generateSearch({ ...request, size: isEmpty ? 0 : undefined }), { weight }),
}
