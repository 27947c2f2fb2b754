import type { ProductMap } from '../../core/product/selector-map.ts'
import { item } from './item.ts'
import { offer } from './offer.ts'
import { opinion } from './opinion.ts'
import { price } from './price.ts'

/**
 * Where every field of the product record stands, on all marketplaces. The
 * layouts of 2013 to 2026 follow one another in each list: the newest first,
 * unless an older one would be misread.
 */
export const baseProduct: ProductMap = { ...item, ...price, ...offer, ...opinion }
