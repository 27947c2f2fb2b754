import type { SEARCH_SORTS } from './sorts.ts'

/** Parameters of a product request, checked and made uniform. */
export interface ProductParams {
  /** ASIN, upper case. */
  readonly query: string
  readonly domain: string
  /** Form: `xx_YY`. Absent: null, the marketplace's own. */
  readonly language: string | null
  readonly add_html: boolean
}

/** Parameters of a search request, checked and made uniform. */
export interface SearchParams {
  readonly query: string
  readonly domain: string
  readonly sort_by: (typeof SEARCH_SORTS)[number]
  /** First page, from 1 to 10. */
  readonly start_page: number
  /** Number of pages, from 1 to 10. */
  readonly pages: number
  readonly add_html: boolean
}
