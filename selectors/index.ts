/**
 * The site and its marketplaces as data: where fields are, and what words mean.
 *
 * @module shelfmark/selectors
 */
export { baseProduct } from './base/product/index.ts'
export { baseSearch } from './base/search/index.ts'
export { baseSite } from './base/site.ts'
export { languages } from './languages/index.ts'
export * from './marketplaces/index.ts'
