import type { CardFieldReaders } from '../card-reading.ts'
import { asin, image, is_sponsored, is_video, manufacturer, title } from './identity.ts'
import { shipping_information } from './delivery.ts'
import { is_prime, pricing_count } from './offer.ts'
import { best_seller, is_marketplace_choice, rating, reviews_count, sales_volume } from './opinion.ts'
import { currency, price, price_strikethrough } from './price.ts'

/** What reads each field of a card. */
export const cardFields: CardFieldReaders = {
  asin,
  title,
  price,
  price_strikethrough,
  currency,
  rating,
  reviews_count,
  sales_volume,
  image,
  is_prime,
  is_marketplace_choice,
  is_sponsored,
  best_seller,
  shipping_information,
  pricing_count,
  manufacturer,
  is_video,
}
