import * as v from 'valibot'
import { emptyFields } from '../../record/empty-value.ts'
import { delivery, offerCondition, unitPrice } from '../../record/offer-parts.ts'
import type { RecordOf } from '../../record/record-of.ts'
import {
  amountOrNull,
  asin,
  averageOrNull,
  count,
  countOrNull,
  currencyCode,
  described,
  textOrNull,
  url,
  urlOrNull,
} from '../../record/schema-parts.ts'

const position = v.pipe(count, v.minValue(1))
const percentage = v.nullable(v.pipe(count, v.maxValue(100)))

/** One offer of a product, its fields in the order of the wire. No field is ever missing. */
export const listedOfferSchema = v.object({
  position: described(
    position,
    'Position among the offers of all requested pages, from 1; the featured offer is first.',
  ),
  is_featured: described(v.boolean(), 'The offer that is bought unless the visitor chooses another.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, only the cart shows it. Never a struck price, a price per unit or that of a subscription.
   */
  price: described(amountOrNull, 'What one unit costs now, bought once, without shipping.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the offer shows no discount.
   */
  price_strikethrough: described(amountOrNull, 'Struck price next to `price`, if greater than it.'),
  /** Absent: null, the offer has no struck price. */
  discount_percentage: described(percentage, 'Saving as shown, else computed from the two prices.'),
  /** Absent: null, the offer shows none. */
  price_per_unit: described(v.nullable(unitPrice), 'Price of a unit such as `100 g`, next to the price.'),
  /** Absent: never; the currency of the marketplace, if the offer names none. */
  currency: described(currencyCode, 'ISO 4217 code of the prices, as the offer prints them.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the offer does not say, or ties it to a condition.
   */
  price_shipping: described(amountOrNull, 'Shipping of the standard delivery: 0 when the offer says that it is free.'),
  /** Absent: null, unless `price` and `price_shipping` are known. */
  price_total: described(amountOrNull, 'Sum of `price` and `price_shipping`.'),
  /** Absent: null, the offer has none. */
  coupon: described(textOrNull, 'Text of a coupon for this offer, without links to terms.'),
  /** Absent: null, the offer does not say, or is used and names no grade. */
  condition: described(v.nullable(offerCondition), 'Condition of the offer.'),
  /** Absent: null, the offer has no heading. */
  condition_text: described(textOrNull, 'The condition as displayed: "Used - Like New".'),
  /** Absent: null, there is none. */
  condition_note: described(textOrNull, "The seller's words about the condition, whole."),
  /** Absent: null, the offer names none. */
  seller_name: described(textOrNull, 'Seller, as displayed.'),
  /** Absent: null, the offer does not link the seller. */
  seller_id: described(textOrNull, 'Id of the seller.'),
  seller_url: described(urlOrNull, 'Page of the seller.'),
  /**
   * Unit: stars, 0 to 5.
   * Absent: null, the seller has no ratings yet, or is the marketplace.
   */
  seller_rating: described(averageOrNull, 'Average rating of the seller, one decimal.'),
  seller_positive_percentage: described(percentage, 'Share of positive ratings, over the months that the page names.'),
  seller_ratings_count: described(countOrNull, 'Number of ratings of the seller.'),
  is_sold_by_marketplace: described(v.boolean(), 'The marketplace itself sells it, under any of its names.'),
  /** Absent: null, the offer does not say. */
  ships_from: described(textOrNull, 'Who ships it, as displayed.'),
  is_marketplace_fulfilled: described(v.boolean(), 'The marketplace itself ships it.'),
  is_prime: described(v.boolean(), 'The offer has a Prime badge or a Prime delivery promise.'),
  delivery: described(v.array(delivery), 'Delivery promises: the date as displayed, and the words before it.'),
  /** Absent: null, the offer has no choice of quantities. */
  min_quantity: described(countOrNull, 'Smallest number in the choice of quantities.'),
  max_quantity: described(countOrNull, 'Largest number in the choice of quantities; "6+" is 6.'),
  /** Absent: null, the offer has none. */
  stock: described(textOrNull, 'Availability message, its first line.'),
  /** Absent: null, the offer has none. */
  returns: described(textOrNull, 'Text about returns, as displayed.'),
  /** Absent: null, the offer can only be looked at. */
  offer_id: described(textOrNull, 'Id of the offer in forms of the cart. It changes with the session.'),
})

/** The offers of a product. It has `no_offers` only if the pages asked for show no offer. */
export const offersSchema = v.object({
  asin: described(asin, 'ASIN of the product as served.'),
  /** Absent: never; `asin`, if the request names none. */
  asin_in_url: described(asin, 'Requested ASIN.'),
  url: described(url, 'Address of the product on this marketplace.'),
  /** Absent: null, later pages do not repeat it. */
  title: described(textOrNull, 'Title of the product.'),
  /** Absent: null, there is none. */
  image: described(urlOrNull, 'Picture of the product, largest size known.'),
  /**
   * Unit: stars, 0 to 5.
   * Absent: null, nobody has rated the product, or the page does not say.
   */
  rating: described(averageOrNull, 'Average of five, one decimal.'),
  /** Absent: null, the page does not say. */
  reviews_count: described(countOrNull, 'Number of ratings next to the average.'),
  /** Absent: null, the page does not say. */
  pricing_count: described(countOrNull, 'Number of offers that the page announces, besides the featured one.'),
  page: described(position, 'First page of the offers.'),
  has_more: described(v.boolean(), 'There are offers after those of the last requested page.'),
  /** Absent: never; the currency of the marketplace, if no offer shows a price. */
  currency: described(currencyCode, 'ISO 4217 code of the prices of the first offer that shows one.'),
  /** Absent: null, the page shows none. */
  delivery_location: described(textOrNull, 'Place that the offers were priced for.'),
  offers: described(v.array(listedOfferSchema), 'Offers in page order.'),
  /** Absent: null, it was not requested. */
  html: described(v.nullable(v.string()), 'The page as received, if requested.'),
  no_offers: described(
    v.optional(v.literal(true)),
    'The pages asked for have no offers: the marketplace says so, or they come after the last one.',
  ),
})

/** One offer of a product: a value of `listedOfferSchema`. */
export type ListedOffer = RecordOf<typeof listedOfferSchema>

/** The offers of a product: a value of `offersSchema`. */
export type OffersResponse = RecordOf<typeof offersSchema>

/** Name of a field of an offer, as on the wire. */
export type OfferField = keyof ListedOffer
/** Fields that are read of the offer itself. Its position is known once all offers are. */
export type ReadOfferField = Exclude<OfferField, 'position'>
/** Fields that are read of the page, besides its offers. */
export type OffersPageField = Exclude<keyof OffersResponse, 'offers' | 'html' | 'no_offers'>

/** Fields of an offer with their empty values, in the order of the wire, without those that every offer has. */
export const emptyListedOffer = emptyFields(listedOfferSchema) as Readonly<Omit<ListedOffer, 'position' | 'currency'>>
