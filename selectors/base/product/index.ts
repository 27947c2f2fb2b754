import type { ProductMap } from '../../../core/records/product/map.ts'
import { delivery } from './delivery.ts'
import { item } from './item.ts'
import { offer } from './offer.ts'
import { opinion } from './opinion.ts'
import { price } from './price.ts'
import { versions } from './versions.ts'

/**
 * Where a product page has each field of the record, on all marketplaces, in the
 * layouts of 2013 to 2026.
 *
 * Order: newest layout first, unless a candidate would misread an older layout.
 */
export const baseProduct: ProductMap = { ...item, ...versions, ...price, ...offer, ...delivery, ...opinion }
