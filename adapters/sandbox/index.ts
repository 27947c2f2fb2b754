/**
 * The simulated marketplace: invented products and searches as data, and their
 * pages as each of the 20 marketplaces prints them. The same for the same
 * request, always, without a network.
 *
 * @packageDocumentation
 */
export { renderProduct } from './product/render-product.ts'
export { renderSearch } from './search/render-search.ts'
export { builtInPages } from './server/built-in-pages.ts'
export type { PageSource, ProductPageRequest, SearchPageRequest } from './server/page-source.ts'
export type { SandboxAnswer, SandboxRequest } from './server/answer.ts'
export { Sandbox, type SandboxOptions } from './server/sandbox.ts'
export { startSandbox, type RunningSandbox, type StartSandboxOptions } from './server/start-sandbox.ts'
export { pageStates, renderState, type PageState } from './states/render-state.ts'
export type { StateOptions, StatePage } from './states/state-page.ts'
export { generateProduct, type ProductRequest } from './truth/generate-product.ts'
export { generateSearch, type SearchRequest } from './truth/generate-search.ts'
export {
  PRODUCT_LAYOUTS,
  SITUATIONS_OF,
  type ProductLayout,
  type ProductTruth,
  type Situation,
} from './truth/product-truth.ts'
export {
  SEARCH_LAYOUTS,
  SEARCH_SORTS,
  type SearchLayout,
  type SearchSort,
  type SearchTruth,
} from './truth/search-truth.ts'
export { requireLocale, type Locale } from './locale.ts'
export type { PageWeight, RenderOptions } from './weight.ts'
