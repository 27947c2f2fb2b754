/**
 * Marketplaces as data: where fields stand, and what words mean.
 *
 * @packageDocumentation
 */
import type { Marketplace } from '../core/marketplace/marketplace.ts'
import * as all from './marketplaces.ts'

export { baseProduct } from './base-product/index.ts'
export { baseSearch } from './base-search/index.ts'
export { languages } from './languages/index.ts'
export * from './marketplaces.ts'

/** All marketplaces by domain: `com`, `co.uk`, `de` ... */
export const marketplaces: ReadonlyMap<string, Marketplace> = new Map(
  Object.values(all).map((marketplace) => [marketplace.domain, marketplace]),
)
