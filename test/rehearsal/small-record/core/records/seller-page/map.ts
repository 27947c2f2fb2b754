import type { Selectors } from '../../selector/compile-map.ts'

/** Where a page has its seller. */
export type SellerPageMap = Readonly<Record<'seller_id' | 'name' | 'rating' | 'business_name' | 'about', Selectors>>
