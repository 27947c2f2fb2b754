import * as v from 'valibot'
import { emptyFields } from '../../record/empty-value.ts'
import type { Product } from './product.ts'
import {
  amount,
  amountOrNull,
  asin,
  averageOrNull,
  count,
  countOrNull,
  currencyCode,
  described,
  text,
  textOrNull,
  url,
  urlOrNull,
} from '../../record/schema-parts.ts'

const offer = v.object({
  price: amountOrNull,
  seller_name: textOrNull,
  seller_id: textOrNull,
  stock: textOrNull,
  returns: textOrNull,
})

const step = v.object({ name: text, url: urlOrNull })

const review = v.object({
  id: text,
  author: textOrNull,
  title: textOrNull,
  content: textOrNull,
  rating: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))),
  timestamp: textOrNull,
  is_verified: v.boolean(),
  helpful_count: count,
})

/**
 * The product record: 55 fields, in the order of the wire.
 *
 * A field without a value is null, an empty list, an empty map or false, never
 * missing, except for `html`. JSON Schema and the field table follow from this
 * schema. Its type is `Product`.
 */
export const productSchema = v.object({
  asin: described(asin, 'ASIN of the page as served.'),
  asin_in_url: described(asin, 'Requested ASIN.'),
  parent_asin: described(v.nullable(asin), 'Parent of the variation family.'),
  url: described(url, 'Address of the product on this marketplace.'),
  page: described(v.literal(1), 'Always 1.'),
  page_type: described(text, 'Page template, such as `book` or `wireless`; `product` if the page names none.'),
  title: described(text, 'Whole displayed title.'),
  product_name: described(text, 'Title without the second half that some pages split off.'),
  description: described(
    textOrNull,
    "Text of the description section, else of the manufacturer's content. One line a paragraph.",
  ),
  bullet_points: described(v.string(), '"About this item", one bullet a line; "" when there are none.'),
  brand: described(textOrNull, 'Brand; for books, music and video, the first author or artist.'),
  manufacturer: described(textOrNull, 'Manufacturer row of the detail tables.'),
  store_url: described(urlOrNull, "The brand's storefront, else its search page, else the author's page."),
  price: described(
    amountOrNull,
    'What one unit costs now, new, bought once; the lower end of a range. Unit: major units of `currency`.',
  ),
  price_buybox: described(amountOrNull, 'Price of the featured offer.'),
  price_strikethrough: described(amountOrNull, 'Struck price next to the main price, if greater than it.'),
  currency: described(currencyCode, 'ISO 4217 code of the prices, as the page prints them.'),
  pricing_count: described(countOrNull, 'Number of offers that the page announces.'),
  stock: described(textOrNull, 'Availability message, its first line.'),
  is_prime: described(v.boolean(), "This product's offer has a Prime badge or a Prime delivery promise."),
  max_quantity: described(countOrNull, "Largest number in the featured offer's quantity selector."),
  delivery: described(
    v.array(v.object({ date: v.object({ by: text }), type: v.string() })),
    'Delivery promises of the featured offer: the date as displayed, and the words before it.',
  ),
  featured_merchant: described(
    v.nullable(v.object({ name: text, seller_id: textOrNull, is_marketplace_fulfilled: v.boolean() })),
    'Seller of the featured offer.',
  ),
  buybox: described(v.array(offer), 'Offers of the buy box column.'),
  category: described(v.array(v.object({ ladder: v.array(step) })), 'Breadcrumbs, root first.'),
  rating: described(averageOrNull, 'Average of five, one decimal.'),
  reviews_count: described(count, 'Number of ratings next to the average; 0 when there is none.'),
  rating_stars_distribution: described(
    v.array(v.object({ rating: count, percentage: v.pipe(count, v.maxValue(100)) })),
    'Share of each number of stars, 5 down to 1, as printed.',
  ),
  reviews: described(v.array(review), 'Reviews printed in the page.'),
  answered_questions_count: described(count, 'Number of answered questions, where the page shows it.'),
  variations: described(
    v.array(v.object({ asin, dimensions: v.record(v.string(), v.string()), selected: v.boolean() })),
    'Children of the variation family.',
  ),
  images: described(v.array(url), 'Gallery images, largest size known.'),
  has_videos: described(v.boolean(), 'The gallery holds a video.'),
  product_details: described(
    v.record(v.string(), v.string()),
    'Rows of the detail tables and bullets: label to value.',
  ),
  product_dimensions: described(textOrNull, "The product's dimensions, else the package's, as displayed."),
  sales_rank: described(v.array(v.object({ ladder: v.array(step), rank: count })), 'Best-seller ranks, overall first.'),
  sales_volume: described(textOrNull, '"1K+ bought in past month", verbatim.'),
  in_stock: described(
    v.nullable(v.boolean()),
    'Whether the buy box can sell it now; null when only other sellers offer it, or the page does not say.',
  ),
  condition: described(
    v.nullable(
      v.picklist([
        'new',
        'used_like_new',
        'used_very_good',
        'used_good',
        'used_acceptable',
        'refurbished',
        'collectible',
        'open_box',
      ]),
    ),
    'Condition of the featured offer.',
  ),
  price_upper: described(amountOrNull, 'Upper end, if the main price is a range.'),
  price_shipping: described(
    amountOrNull,
    'Shipping of the featured offer: 0 when free, null when the page does not say or ties it to a condition.',
  ),
  price_sns: described(amountOrNull, 'Subscription price of one delivery.'),
  price_per_unit: described(v.nullable(v.object({ price: amount, unit: text })), 'Unit price next to the main price.'),
  discount_percentage: described(countOrNull, 'Displayed saving in percent, else computed from the struck price.'),
  coupon: described(textOrNull, 'Text of a coupon for this product.'),
  deal_type: described(textOrNull, 'Text of the deal badge, else the label of a price that is a deal.'),
  is_marketplace_choice: described(v.boolean(), "The marketplace's-choice badge."),
  best_seller: described(v.boolean(), 'The best-seller badge.'),
  pricing_url: described(urlOrNull, 'Link to all offers.'),
  product_overview: described(
    v.array(v.object({ title: text, description: text })),
    'Rows of the short table above the bullets.',
  ),
  date_first_available: described(
    v.nullable(v.pipe(v.string(), v.isoDate())),
    'Date of the row "Date First Available", as YYYY-MM-DD.',
  ),
  formats: described(
    v.array(v.object({ name: text, asin: v.nullable(asin), price: amountOrNull, selected: v.boolean() })),
    'Format swatches of books, music and video.',
  ),
  review_ai_summary: described(textOrNull, 'The "customers say" paragraph.'),
  delivery_location: described(textOrNull, 'Place that the page was priced for, as the header shows it.'),
  html: described(v.optional(v.string()), 'The page as received; only if requested.'),
})

/** Fields that every product has. */
type AlwaysPresent = 'asin' | 'asin_in_url' | 'url' | 'page_type' | 'title' | 'product_name' | 'currency'

/** Every other field with its empty value, in the order of the wire. New records start with these values. */
export const emptyProduct = emptyFields(productSchema) as Readonly<Omit<Product, AlwaysPresent | 'html'>>
