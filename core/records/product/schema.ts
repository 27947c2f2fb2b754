import * as v from 'valibot'
import { emptyFields } from '../../record/empty-value.ts'
import type { RecordOf } from '../../record/record-of.ts'
import { delivery, offerCondition, unitPrice } from '../../record/offer-parts.ts'
import {
  couponDiscount,
  featuredMerchant,
  format,
  offer,
  overviewRow,
  review,
  salesRank,
  starShare,
  variation,
} from './parts.ts'
import {
  amountOrNull,
  asin,
  averageOrNull,
  count,
  countOrNull,
  currencyCode,
  described,
  step,
  text,
  textOrNull,
  url,
  urlOrNull,
} from '../../record/schema-parts.ts'

/**
 * The product record, its fields in the order of the wire.
 *
 * A field without a value is null, an empty list, an empty map or false, never
 * missing, except for `html`. The type, JSON Schema and the field tables follow
 * from this schema.
 */
export const productSchema = v.object({
  asin: described(asin, 'ASIN of the page as served.'),
  /** Absent: never; `asin`, if neither the request nor the page's address names one. */
  asin_in_url: described(asin, 'Requested ASIN.'),
  /** Absent: null, the product has no variations, or is the parent itself. */
  parent_asin: described(v.nullable(asin), 'Parent of the variation family.'),
  url: described(url, 'Address of the product on this marketplace.'),
  page: described(v.literal(1), 'Always 1.'),
  page_type: described(text, 'Page template, such as `book` or `wireless`; `product` if the page names none.'),
  title: described(text, 'Whole displayed title.'),
  product_name: described(text, 'Title without the second half that some pages split off.'),
  /** Absent: null, the page has neither. */
  description: described(
    textOrNull,
    "Text of the description section, else of the manufacturer's content. One line a paragraph.",
  ),
  bullet_points: described(v.string(), '"About this item", one bullet a line; "" when there are none.'),
  /** Absent: null, the page names none. */
  brand: described(textOrNull, 'Brand; for books, music and video, the first author or artist.'),
  /** Absent: null, there is no such row. A publisher is not a manufacturer. */
  manufacturer: described(textOrNull, 'Manufacturer row of the detail tables.'),
  /** Absent: null, the brand is not a link. */
  store_url: described(urlOrNull, "The brand's storefront, else its search page, else the author's page."),
  /**
   * Absent: null, the page shows no such price: the product is unavailable, has no
   * featured offer, or is only sold used or by subscription.
   */
  price: described(
    amountOrNull,
    'What one unit costs now, new, bought once; the lower end of a range. Unit: major units of `currency`.',
  ),
  /**
   * Unit: major units of `currency`.
   * Absent: null, there is no featured offer.
   */
  price_buybox: described(amountOrNull, 'Price of the featured offer.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the page shows no discount.
   */
  price_strikethrough: described(amountOrNull, 'Struck price next to the main price, if greater than it.'),
  /** Absent: never; the currency of the marketplace, if the page shows no price. */
  currency: described(currencyCode, 'ISO 4217 code of the prices, as the page prints them.'),
  /** Absent: null, it announces none. */
  pricing_count: described(countOrNull, 'Number of offers that the page announces.'),
  /** Absent: null, the page has none. */
  stock: described(textOrNull, 'Availability message, its first line.'),
  is_prime: described(v.boolean(), "This product's offer has a Prime badge or a Prime delivery promise."),
  /** Absent: null, there is no selector. */
  max_quantity: described(countOrNull, "Largest number in the featured offer's quantity selector."),
  delivery: described(
    v.array(delivery),
    'Delivery promises of the featured offer: the date as displayed, and the words before it.',
  ),
  /** Absent: null, there is no featured offer, or it names no seller. */
  featured_merchant: described(v.nullable(featuredMerchant), 'Seller of the featured offer.'),
  buybox: described(v.array(offer), 'Offers of the buy box column.'),
  category: described(v.array(v.object({ ladder: v.array(step) })), 'Breadcrumbs, root first.'),
  /**
   * Unit: stars, 0 to 5.
   * Absent: null, nobody has rated the product, or the page does not say.
   */
  rating: described(averageOrNull, 'Average of five, one decimal.'),
  reviews_count: described(count, 'Number of ratings next to the average; 0 when there is none.'),
  rating_stars_distribution: described(v.array(starShare), 'Share of each number of stars, 5 down to 1, as printed.'),
  reviews: described(v.array(review), 'Reviews printed in the page.'),
  /** Absent: 0. */
  answered_questions_count: described(count, 'Number of answered questions, where the page shows it.'),
  variations: described(v.array(variation), 'Children of the variation family.'),
  images: described(v.array(url), 'Gallery images, largest size known.'),
  has_videos: described(v.boolean(), 'The gallery holds a video.'),
  product_details: described(
    v.record(v.string(), v.string()),
    'Rows of the detail tables and bullets: label to value.',
  ),
  /** Absent: null, the detail tables have neither. */
  product_dimensions: described(textOrNull, "The product's dimensions, else the package's, as displayed."),
  sales_rank: described(v.array(salesRank), 'Best-seller ranks, overall first.'),
  /** Absent: null, the page has no such badge. */
  sales_volume: described(textOrNull, '"1K+ bought in past month", verbatim.'),
  in_stock: described(
    v.nullable(v.boolean()),
    'Whether the buy box can sell it now; null when a choice must be made first, it is not delivered to the place, only other sellers offer it, or the page does not say.',
  ),
  /** Absent: null, there is no featured offer. */
  condition: described(v.nullable(offerCondition), 'Condition of the featured offer.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, it is not a range.
   */
  price_upper: described(amountOrNull, 'Upper end, if the main price is a range.'),
  /** Unit: major units of `currency`. */
  price_shipping: described(
    amountOrNull,
    'Shipping of the featured offer: 0 when free, null when the page does not say or ties it to a condition.',
  ),
  /**
   * Unit: major units of `currency`.
   * Absent: null, there is no subscription.
   */
  price_sns: described(amountOrNull, 'Subscription price of one delivery.'),
  /** Absent: null, the page shows none. */
  price_per_unit: described(v.nullable(unitPrice), 'Unit price next to the main price.'),
  /**
   * Unit: percent.
   * Absent: null, the page shows no discount.
   */
  discount_percentage: described(countOrNull, 'Displayed saving in percent, else computed from the struck price.'),
  /** Absent: null. */
  coupon: described(textOrNull, 'Text of a coupon for this product.'),
  /** Absent: null, there is no deal. */
  deal_type: described(textOrNull, 'Text of the deal badge, else the label of a price that is a deal.'),
  is_marketplace_choice: described(v.boolean(), "The marketplace's-choice badge."),
  best_seller: described(v.boolean(), 'The best-seller badge.'),
  /** Absent: null, the page has none. */
  pricing_url: described(urlOrNull, 'Link to all offers.'),
  product_overview: described(v.array(overviewRow), 'Rows of the short table above the bullets.'),
  /** Absent: null, there is no such row. */
  date_first_available: described(
    v.nullable(v.pipe(v.string(), v.isoDate())),
    'Date of the row "Date First Available", as YYYY-MM-DD.',
  ),
  formats: described(v.array(format), 'Format swatches of books, music and video.'),
  /** Absent: null, the page has none. */
  review_ai_summary: described(textOrNull, 'The "customers say" paragraph.'),
  /** Absent: null, the header shows none. */
  delivery_location: described(textOrNull, 'Place that the page was priced for, as the header shows it.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, members pay what everybody pays.
   */
  price_prime: described(
    amountOrNull,
    'Price for members, if it differs from the price for everybody or is the only one.',
  ),
  /**
   * Unit: major units of `currency`.
   * Absent: null, it announces no offers, or no price of them.
   */
  pricing_lowest: described(amountOrNull, 'Lowest price that the page announces for the offers of `pricing_count`.'),
  /** Absent: null, the page does not say. */
  is_deliverable: described(
    v.nullable(v.boolean()),
    'Whether the product is sent to the place that the page was priced for.',
  ),
  /** Absent: null, there is no coupon, or it says no number. */
  coupon_discount: described(v.nullable(couponDiscount), 'What the coupon is worth, and what it needs.'),
  /** Absent: null, no row of the details has one whose check digit is right. */
  gtin: described(
    v.nullable(v.pipe(v.string(), v.regex(/^(?:\d{8}|\d{12,14})$/))),
    'EAN, UPC, ISBN-13 or other GTIN that the details print, its digits alone; of several the requested one, else the first.',
  ),
  html: described(v.optional(v.string()), 'The page as received; only if requested.'),
})

/** A product: a value of `productSchema`. */
export type Product = RecordOf<typeof productSchema>

/** Name of a field of a product, as on the wire. */
export type ProductField = keyof Product
/** Fields that are read from the page. `html` is added on request. */
export type ReadProductField = Exclude<ProductField, 'html'>

/** Fields that every product has. */
type AlwaysPresent = 'asin' | 'asin_in_url' | 'url' | 'page_type' | 'title' | 'product_name' | 'currency'

/** Every other field with its empty value, in the order of the wire. New records start with these values. */
export const emptyProduct = emptyFields(productSchema) as Readonly<Omit<Product, AlwaysPresent | 'html'>>
