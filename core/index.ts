/**
 * Marketplace pages in, typed records out. Pure: no I/O, no clock, no state.
 *
 * @module shelfmark
 */
export { ShelfmarkError, type ErrorCode } from './error/shelfmark-error.ts'
export type { Attempt, Issue, Provenance, Winners } from './field/trace.ts'
export type { Charset, CharsetEvidence } from './html/encoding/charset.ts'
export { toBytes, type PageInput } from './html/page-input.ts'
export { MAX_PAGE_SIZE, parsePage, Page, type ParsePageOptions } from './html/page.ts'
export type { DetailLabels, Language, WordedPageKind } from './marketplace/language.ts'
export { compileMarketplace, type Marketplace } from './marketplace/marketplace.ts'
export type { PageKind } from './marketplace/page-kind.ts'
export type { ProductMap } from './marketplace/product-map.ts'
export type { SearchMap } from './marketplace/search-map.ts'
export type { PageRules, Patterns, PriceMarkup, Sign, Site } from './marketplace/site.ts'
export type { StateKeys, StateMembers } from './marketplace/state-keys.ts'
export { classifyPage, type PageFacts } from './page/classify-page.ts'
export type { PageVerdict } from './page/evidence.ts'
export { recognizeDomain } from './page/recognize-domain.ts'
export {
  extractProduct,
  type ExtractProductOptions,
  type ProductExtraction,
  type ProductWinners,
} from './product/extract-product.ts'
export { isAsinMismatch } from './product/is-asin-mismatch.ts'
export { emptyValueOf, type RecordSchema } from './record/empty-value.ts'
export { emptyProduct, productSchema } from './record/product-schema.ts'
export type {
  Delivery,
  FeaturedMerchant,
  Format,
  Offer,
  OfferCondition,
  OverviewRow,
  Review,
  SalesRank,
  StarShare,
  Step,
  UnitPrice,
  Variation,
} from './record/product-parts.ts'
export type { Product, ProductField } from './record/product.ts'
export { cardSchema, emptyCard, searchSchema } from './record/search-schema.ts'
export type { Card, CardField, SearchResponse } from './record/search-response.ts'
export { combineSearchPages } from './search/combine-search-pages.ts'
export {
  extractSearch,
  type CardPath,
  type ExtractSearchOptions,
  type SearchExtraction,
  type SearchPath,
  type SearchWinners,
} from './search/extract-search.ts'
export type { Selectors } from './selector/compile-map.ts'
export type { ImageRules } from './text/image-url.ts'
export type { TextRules } from './text/page-text.ts'
export { cleanUrl, isOfMarketplace, productUrl, type LinkOwner, type LinkRules } from './text/url.ts'
