import type { Product } from '../../../core/index.ts'
import type { Locale } from '../locale.ts'
import type { Random } from '../random.ts'
import type { Listing } from './invent-listing.ts'

/** Generations of product pages: the structure of a page, not what it says. */
export const PRODUCT_LAYOUTS = ['current', 'apparel', 'classic', 'book', 'classic_book'] as const
export type ProductLayout = (typeof PRODUCT_LAYOUTS)[number]

/** What is going on with a product's offers. */
const SITUATIONS = [
  'offered',
  'deal',
  'coupon',
  'unit_price',
  'subscription',
  'new_and_used',
  'used',
  'range',
  'price_in_cart',
  'no_featured_offer',
  'unavailable',
] as const
export type Situation = (typeof SITUATIONS)[number]

/** A page as data: what it looks like, and what must be read from it. */
export interface ProductTruth {
  readonly domain: string
  readonly layout: ProductLayout
  readonly situation: Situation
  readonly record: Product
}

/** What the parts of a truth are invented from. */
export interface Draft {
  readonly locale: Locale
  readonly listing: Listing
  readonly layout: ProductLayout
  readonly situation: Situation
  /** Currency of the prices; a visitor from abroad sees another than the marketplace's. */
  readonly currency: string
  readonly random: Random
}

/** Situations that a layout can show. */
export const SITUATIONS_OF: Readonly<Record<ProductLayout, readonly Situation[]>> = {
  current: SITUATIONS.filter((situation) => situation !== 'range'),
  apparel: ['offered', 'deal', 'range', 'no_featured_offer', 'unavailable'],
  classic: ['offered', 'deal', 'unit_price', 'used', 'range', 'no_featured_offer', 'unavailable'],
  book: ['offered', 'deal', 'new_and_used', 'used', 'no_featured_offer', 'unavailable'],
  classic_book: ['offered', 'deal', 'new_and_used', 'used', 'no_featured_offer', 'unavailable'],
}

export function isBook(layout: ProductLayout): boolean {
  return layout === 'book' || layout === 'classic_book'
}

/** Pages of 2014 to 2021. */
export function isClassic(layout: ProductLayout): boolean {
  return layout === 'classic' || layout === 'classic_book'
}
