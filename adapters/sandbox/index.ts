/**
 * The simulated marketplace: generated products and searches as data, and their
 * pages as each marketplace prints them. The same request always gives the same
 * page, without a network. It needs no module of Node; `shelfmark/sandbox/server` serves it.
 *
 * @module shelfmark/sandbox
 */
export { requireLocale, type Locale } from './locale/locale.ts'
export type { PageWeight, RenderOptions } from './markup/filler.ts'
export { renderProduct } from './records/product/render-product.ts'
export { renderSearch } from './records/search/render-search.ts'
export { pageStates, renderState, type PageState } from './states/render-state.ts'
export type { StateOptions, StatePage } from './states/state-page.ts'
export { generateProduct, type ProductRequest } from './truth/generate-product.ts'
export { generateSearch, type SearchRequest } from './truth/generate-search.ts'
export { generateAsin } from './truth/listing.ts'
export {
  isBook,
  PRODUCT_LAYOUTS,
  SCRIPTED_PARTS,
  SITUATIONS_OF,
  type ProductLayout,
  type ProductTruth,
  type ScriptedPart,
  type Situation,
} from './truth/product-truth.ts'
export { SEARCH_SORTS, type SearchSort, type SearchTruth } from './truth/search-truth.ts'
