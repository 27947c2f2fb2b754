/**
 * Marketplace pages in, typed records out. Pure: no I/O, no clock, no state.
 *
 * @packageDocumentation
 */
export { ShelfmarkError, type ErrorCode } from './errors.ts'
export type { Attempt } from './field/field-reader.ts'
export type { Issue } from './field/issue.ts'
export type { Charset, CharsetEvidence } from './html/charset.ts'
export { parsePage, Page, type ParsePageOptions } from './html/page.ts'
export { recogniseDomain } from './page/recognise-domain.ts'
export { extractProduct, type ExtractProductOptions, type ProductExtraction } from './product/extract-product.ts'
export type { Condition, DetailLabels, Language } from './marketplace/language.ts'
export { compileMarketplace, type Marketplace } from './marketplace/marketplace.ts'
export {
  productSchema,
  type Offer,
  type Product,
  type ProductField,
  type Review,
  type Variation,
} from './product/product-schema.ts'
export type { Selectors } from './field/compile-map.ts'
export type { ProductMap } from './product/selector-map.ts'
export { extractSearch, type ExtractSearchOptions, type SearchExtraction } from './search/extract-search.ts'
export { combineSearchPages } from './search/combine-search-pages.ts'
export type { SearchMap } from './search/search-map.ts'
export { cardSchema, searchSchema, type Card, type CardField, type SearchResponse } from './search/search-schema.ts'
export { classifyPage, type PageFacts } from './page/classify-page.ts'
export { isAsinMismatch } from './page/is-asin-mismatch.ts'
export type { PageKind, PageVerdict } from './page/page-kind.ts'
export { cleanUrl, isOfMarketplace, productUrl } from './text/url.ts'
