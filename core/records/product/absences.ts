import type { AbsenceRules } from '../../record/absences.ts'
import { findShown } from '../../record/find-shown.ts'
import { featuredOffer } from './offers.ts'
import type { ProductReading } from './reading.ts'
import { findPartialLinks } from './offers-elsewhere.ts'
import { REVIEWS_NOT_SHOWN, showsReviews } from './reviews.ts'
import type { Product, ReadProductField } from './schema.ts'
import { findUndelivered } from './undelivered.ts'

/** Fields about the offer that is bought. */
const OF_OFFER = [
  'price',
  'price_buybox',
  'buybox',
  'featured_merchant',
  'in_stock',
  'condition',
  'max_quantity',
  'delivery',
  'price_shipping',
] as const satisfies readonly ReadProductField[]
/** Fields about the way of a thing to its buyer. */
const OF_GOODS = ['delivery', 'price_shipping', 'max_quantity', 'is_deliverable'] as const

/** Why a product has no value of a field. */
export const productAbsences: AbsenceRules<Product, ProductReading> = {
  causes: [
    {
      reason: 'not_of_this_kind',
      fields: OF_GOODS,
      find: (reading, { page_type }) => {
        const mark = findShown(reading.field('page_type').part('not_sent').candidates, reading)
        return mark === null ? null : { ...mark, text: page_type }
      },
    },
    {
      reason: 'not_deliverable',
      fields: OF_OFFER,
      find: (reading) => {
        const text = reading.once(findUndelivered)
        return text === null ? null : { source: reading.trace.sourceOf('is_deliverable'), text }
      },
    },
    {
      reason: 'in_cart_only',
      fields: ['price', 'price_buybox'],
      find: (reading) => findShown(reading.field('in_cart').candidates, reading),
    },
    {
      reason: 'only_other_sellers',
      fields: OF_OFFER,
      find: (reading) =>
        reading.once(featuredOffer) === null
          ? findShown(reading.field('in_stock').part('others').candidates, reading)
          : null,
    },
    {
      reason: 'refused',
      fields: ['pricing_url'],
      find: (reading) => {
        const [first] = reading.once(findPartialLinks)
        if (first === undefined) return null
        return {
          source: first.selector,
          text: reading.text.read(first.element),
          detail: 'each link has some of the offers',
        }
      },
    },
    {
      reason: 'withheld',
      fields: ['reviews'],
      find: (reading) =>
        showsReviews(reading) === false ? { source: 'field: reviews_count', text: REVIEWS_NOT_SHOWN } : null,
    },
  ],
  follows: {
    price_buybox: 'buybox',
    price_upper: 'price',
    price_strikethrough: 'price',
    discount_percentage: 'price_strikethrough',
    featured_merchant: 'buybox',
    condition: 'buybox',
    max_quantity: 'buybox',
    delivery: 'buybox',
    price_shipping: 'buybox',
    is_deliverable: 'delivery',
    coupon_discount: 'coupon',
    pricing_url: 'pricing_count',
    pricing_lowest: 'pricing_count',
    store_url: 'brand',
    manufacturer: 'product_details',
    product_dimensions: 'product_details',
    date_first_available: 'product_details',
  },
}
