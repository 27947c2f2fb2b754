import { availability } from './availability.ts'
import { badges } from './badges.ts'
import { brand } from './brand.ts'
import { buybox } from './buybox.ts'
import { category } from './category.ts'
import { delivery } from './delivery.ts'
import { description } from './description.ts'
import { details } from './details.ts'
import { formats } from './formats.ts'
import { identity } from './identity.ts'
import { images } from './images.ts'
import { offersElsewhere } from './offers-elsewhere.ts'
import { priceExtras } from './price-extras.ts'
import { price } from './price.ts'
import type { ProductFields } from './reading.ts'
import { rating } from './rating.ts'
import { reviews } from './reviews.ts'
import { salesRank } from './sales-rank.ts'
import { variations } from './variations.ts'

/** The definition of every field of the product record. */
export const productFields: ProductFields = {
  ...identity,
  ...description,
  ...brand,
  ...price,
  ...priceExtras,
  ...availability,
  ...buybox,
  ...offersElsewhere,
  ...delivery,
  ...category,
  ...rating,
  ...reviews,
  ...badges,
  ...variations,
  ...images,
  ...details,
  ...salesRank,
  ...formats,
}
