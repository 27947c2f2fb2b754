import type { Place, Product } from '../../../../../core/index.ts'
import type { Locale } from '../../../locale/locale.ts'
import type { Listing } from '../../../truth/listing.ts'
import type { Random } from '../../../truth/random.ts'
import type { ShopTime } from '../../../truth/shop-time.ts'

/** Generations of product pages. A layout is the structure of a page, not its content. */
export const PRODUCT_LAYOUTS = ['current', 'apparel', 'book', 'classic'] as const
/** A generation of product pages. */
export type ProductLayout = (typeof PRODUCT_LAYOUTS)[number]

/** States of a product's offers. */
const SITUATIONS = [
  'offered',
  'deal',
  'coupon',
  'unit_price',
  'subscription',
  'members_price',
  'new_and_used',
  'used',
  'range',
  'price_in_cart',
  'no_featured_offer',
  'unavailable',
  'undeliverable',
] as const
/** The state of the offers of a product. */
export type Situation = (typeof SITUATIONS)[number]

/** Parts of a product page that its scripts can print. */
export const SCRIPTED_PARTS = ['price', 'delivery', 'variations'] as const
/** A part of a product page that its scripts can print: price, delivery, or variations. */
export type ScriptedPart = (typeof SCRIPTED_PARTS)[number]

/** What is wrong with a page for a place: its header shows another one, or the product is not delivered there. */
export type PlaceFault = 'other_place' | 'undeliverable'

/** What a page shows of the reviews: nothing, although the product has ratings; or a product without ratings. */
export type ShownReviews = 'withheld' | 'none'

/** A product page as data: its layout, and the record that must be read from it. */
export interface ProductTruth {
  readonly domain: string
  readonly layout: ProductLayout
  readonly situation: Situation
  /** Read from the page after its scripts have run. */
  readonly record: Product
  /** Whether the product has ratings, and the page none of its reviews. */
  readonly isWithheld: boolean
  /** Parts that only its scripts print. Most pages have none. */
  readonly scripted: readonly ScriptedPart[]
  /** Read from the page as received: without what its scripts print. */
  readonly received: Product
}

/** What the parts of a product are generated from. */
export interface ProductContext {
  readonly locale: Locale
  readonly listing: Listing
  readonly layout: ProductLayout
  readonly situation: Situation
  /** Currency of the prices. Visitors from abroad see another than that of the marketplace. */
  readonly currency: string
  readonly random: Random
  /** Place of delivery that was asked for. Absent: undefined. */
  readonly place?: Place | undefined
  /** The place that the header shows instead. */
  readonly hasOtherPlace: boolean
  /** Absent: undefined, nothing moves. */
  readonly time?: ShopTime | undefined
}

/** Situations that each layout can show. */
export const SITUATIONS_OF: Readonly<Record<ProductLayout, readonly Situation[]>> = {
  current: SITUATIONS.filter((situation) => situation !== 'range'),
  apparel: ['offered', 'deal', 'range', 'no_featured_offer', 'unavailable'],
  classic: ['offered', 'deal', 'unit_price', 'used', 'range', 'no_featured_offer', 'unavailable'],
  book: ['offered', 'deal', 'new_and_used', 'used', 'no_featured_offer', 'unavailable'],
}
