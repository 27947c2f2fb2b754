import type { SEARCH_SORTS } from '../../core/contract/index.ts'
import type { Provenance } from '../../core/index.ts'
import type { Domain } from '../../selectors/index.ts'

/** How pages are rendered, by a server that has a browser. */
export interface RenderQuery {
  /** Renders the page, and reads what is shown then. 10 credits a page. Default: false. */
  readonly render_js?: boolean | undefined
  /**
   * Renders the page, and adds `screenshot`: a PNG in base64 of what a window shows (`true`), or of
   * the whole page. 15 credits. Not with `pages` above 1. Default: false.
   */
  readonly screenshot?: boolean | 'viewport' | 'full' | undefined
}

/** What a query for a screenshot adds to a record. */
export interface WithScreenshot {
  /** PNG in base64. Absent: undefined, none was requested. */
  readonly screenshot?: string
}

/** Parameters of a product. */
export interface ProductQuery extends RenderQuery {
  /** ASIN, or ISBN of a book: 10 letters and digits. */
  readonly query: string
  /** Default: `com`. */
  readonly domain?: Domain | undefined
  /** Form: `xx_YY`. Default: the marketplace's own. */
  readonly language?: string | undefined
  /** Adds the page as received, as `html`. Default: false. */
  readonly add_html?: boolean | undefined
  /** Adds where the values come from, as `provenance`. Default: false. */
  readonly explain?: boolean | undefined
  /** Time limit of the retrieval. Unit: s, 1 to 45. Default: 45. */
  readonly timeout?: number | undefined
}

/** Parameters of a search. */
export interface SearchQuery extends RenderQuery {
  /** Search keywords. */
  readonly query: string
  /** Default: `com`. */
  readonly domain?: Domain | undefined
  /** Form: `xx_YY`. Default: the marketplace's own. */
  readonly language?: string | undefined
  /** Default: `best_match`. */
  readonly sort_by?: (typeof SEARCH_SORTS)[number] | undefined
  /** First page, 1 to 10. Default: 1. */
  readonly start_page?: number | undefined
  /** Number of pages, 1 to 10. Default: 1. */
  readonly pages?: number | undefined
  /** Adds the page as received, as `html`. Not with `pages` above 1. Default: false. */
  readonly add_html?: boolean | undefined
  /** Adds where the values come from, as `provenance`. Default: false. */
  readonly explain?: boolean | undefined
  /** Time limit of the retrieval. Unit: s, 1 to 45. Default: 45, and 60 for several pages. */
  readonly timeout?: number | undefined
}

/** Asks for the provenance of the values. */
export interface Explain {
  readonly explain: true
}

/** A record, with the selector that gave each value, what could not be read, and everything that was tried. */
export type Explained<Data> = Data & { readonly provenance: Provenance }
