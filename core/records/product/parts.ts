import * as v from 'valibot'
import type { RecordOf } from '../../record/record-of.ts'
import { amountOrNull, asin, count, percentageOrNull, step, text, textOrNull } from '../../record/schema-parts.ts'

/** One step of a breadcrumb, of a rank's category, or of the ladder of a browse node. */
export type Step = RecordOf<typeof step>

export const featuredMerchant = v.object({
  name: text,
  /** Absent: null, the page does not name it. */
  seller_id: textOrNull,
  /** The marketplace itself sends it. */
  is_marketplace_fulfilled: v.boolean(),
})
/** Seller of the featured offer. */
export type FeaturedMerchant = RecordOf<typeof featuredMerchant>

export const offer = v.object({
  /** Unit: major units of `currency`. */
  price: amountOrNull,
  seller_name: textOrNull,
  seller_id: textOrNull,
  /** Availability message, as displayed. */
  stock: textOrNull,
  /** Text about returns, as displayed. */
  returns: textOrNull,
})
/** One offer of the buy box column. A member is null if the offer does not show it. */
export type Offer = RecordOf<typeof offer>

export const salesRank = v.object({ ladder: v.array(step), rank: count })
/** A category, root first, and the rank of the product in it. */
export type SalesRank = RecordOf<typeof salesRank>

export const starShare = v.object({
  /** Unit: stars, 1 to 5. */
  rating: count,
  /** Unit: percent, as printed. */
  percentage: v.pipe(count, v.maxValue(100)),
})
/** Share of the ratings that have this number of stars. */
export type StarShare = RecordOf<typeof starShare>

export const review = v.object({
  id: text,
  author: textOrNull,
  /** Without the text of the stars. Absent: "". */
  title: v.string(),
  /** Line breaks are kept. Absent: "". */
  content: v.string(),
  /** Unit: stars, 1 to 5. */
  rating: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))),
  /** Place and date, as displayed: `Reviewed in Germany on 3 June 2025`. */
  timestamp: textOrNull,
  /** The review has the badge of a verified purchase. */
  is_verified: v.boolean(),
  /** People who found it helpful. Absent: 0. */
  helpful_count: count,
})
/** A review that is printed in the page. A member is empty if the review does not show it. */
export type Review = RecordOf<typeof review>

export const variation = v.object({
  asin,
  /** Name of a dimension to its value, both as displayed: `{ "Color": "Red" }`. */
  dimensions: v.record(v.string(), v.string()),
  /** It is the product of this page. */
  selected: v.boolean(),
})
/** A child of the variation family. */
export type Variation = RecordOf<typeof variation>

export const format = v.object({
  name: text,
  /** Absent: null, the page does not link the format. */
  asin: v.nullable(asin),
  /** Unit: major units of `currency`. Absent: null, the swatch has no price. */
  price: amountOrNull,
  /** It is the format of this page. */
  selected: v.boolean(),
})
/** One format of a book, an album or a film. */
export type Format = RecordOf<typeof format>

export const couponDiscount = v.object({
  /** Unit: major units of `currency`. Absent: null, the coupon gives a percentage. */
  amount: amountOrNull,
  /** Unit: percent. Absent: null, the coupon gives an amount. */
  percentage: percentageOrNull,
  /** Text to type at the checkout. Absent: null, there is none. */
  code: textOrNull,
  /** What a visitor has to do or to be. */
  needs: v.picklist(['clip', 'code', 'subscription', 'membership']),
})
/** What a coupon is worth. `price` is never lowered by it. */
export type CouponDiscount = RecordOf<typeof couponDiscount>

export const overviewRow = v.object({ title: text, description: text })
/** A row of a table. */
export type OverviewRow = RecordOf<typeof overviewRow>
