/**
 * The site and its marketplaces as data: where fields are, and what words mean.
 *
 * @module shelfmark/selectors
 */
export { addressChange } from './base/address-change.ts'
export { base, type BaseMaps } from './base/index.ts'
export { pageBlocks, type PageBlocks } from './base/page-blocks.ts'
export { languages } from './languages/index.ts'
export * from './marketplaces/index.ts'
