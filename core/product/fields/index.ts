import type { ProductFieldReaders } from '../product-reading.ts'
import { in_stock, max_quantity, stock } from './availability.ts'
import { best_seller, is_marketplace_choice, sales_volume } from './badges.ts'
import { brand, store_url } from './brand.ts'
import { buybox, condition, featured_merchant } from './buybox.ts'
import { category } from './category.ts'
import { delivery, delivery_location, is_prime, price_shipping } from './delivery.ts'
import { bullet_points, description } from './description.ts'
import { date_first_available, manufacturer, product_details, product_dimensions } from './details.ts'
import { formats } from './formats.ts'
import { asin, asin_in_url, page, page_type, parent_asin, url } from './identity.ts'
import { has_videos, images } from './images.ts'
import { pricing_count, pricing_url } from './offers-elsewhere.ts'
import { product_overview } from './overview.ts'
import { coupon, deal_type, price_per_unit, price_sns } from './price-extras.ts'
import { currency, discount_percentage, price, price_buybox, price_strikethrough, price_upper } from './price.ts'
import {
  answered_questions_count,
  rating,
  rating_stars_distribution,
  review_ai_summary,
  reviews_count,
} from './rating.ts'
import { reviews } from './reviews.ts'
import { sales_rank } from './sales-rank.ts'
import { product_name, title } from './title.ts'
import { variations } from './variations.ts'

/** What reads each field, in the order of the wire. */
export const productFields: ProductFieldReaders = {
  asin,
  asin_in_url,
  parent_asin,
  url,
  page,
  page_type,
  title,
  product_name,
  description,
  bullet_points,
  brand,
  manufacturer,
  store_url,
  price,
  price_buybox,
  price_strikethrough,
  currency,
  pricing_count,
  stock,
  is_prime,
  max_quantity,
  delivery,
  featured_merchant,
  buybox,
  category,
  rating,
  reviews_count,
  rating_stars_distribution,
  reviews,
  answered_questions_count,
  variations,
  images,
  has_videos,
  product_details,
  product_dimensions,
  sales_rank,
  sales_volume,
  in_stock,
  condition,
  price_upper,
  price_shipping,
  price_sns,
  price_per_unit,
  discount_percentage,
  coupon,
  deal_type,
  is_marketplace_choice,
  best_seller,
  pricing_url,
  product_overview,
  date_first_available,
  formats,
  review_ai_summary,
  delivery_location,
}
