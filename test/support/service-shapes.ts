/** What a value on the wire must be. `isStrict`: nothing within it is null. */
type Shape = (value: unknown, isStrict: boolean) => boolean

const orNull =
  (check: (value: unknown) => boolean): Shape =>
  (value, isStrict) =>
    value === null ? !isStrict : check(value)

const string = orNull((value) => typeof value === 'string')
const url = orNull((value) => typeof value === 'string' && URL.canParse(value))
const number = orNull((value) => typeof value === 'number' && Number.isFinite(value))
const integer = orNull((value) => Number.isInteger(value))
const boolean = orNull((value) => typeof value === 'boolean')
const matching = (pattern: RegExp): Shape => orNull((value) => typeof value === 'string' && pattern.test(value))
const integerFrom = (from: number, to: number): Shape =>
  orNull((value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to)

function list(member: Shape): Shape {
  return (value, isStrict) =>
    Array.isArray(value) && !(isStrict && value.length === 0) && value.every((entry) => member(entry, isStrict))
}

/** Exactly these members. */
function object(members: Readonly<Record<string, Shape>>): Shape {
  return (value, isStrict) => {
    if (value === null) return !isStrict
    if (typeof value !== 'object') return false
    const given = value as Readonly<Record<string, unknown>>
    const names = Object.keys(members)
    return (
      names.length === Object.keys(given).length &&
      names.every((name) => Object.hasOwn(given, name) && members[name]?.(given[name], isStrict) === true)
    )
  }
}

const mapOf =
  (member: Shape): Shape =>
  (value, isStrict) =>
    typeof value === 'object' && value !== null && Object.values(value).every((entry) => member(entry, isStrict))

const ladder = list(object({ name: string, url }))
const asin = matching(/^[A-Z0-9]{10}$/)

/** Fields of a product record, without `html`. */
export const PRODUCT_ROWS: Readonly<Record<string, Shape>> = {
  asin,
  asin_in_url: asin,
  parent_asin: asin,
  url,
  page: integer,
  page_type: string,
  title: string,
  product_name: string,
  description: string,
  bullet_points: string,
  brand: string,
  manufacturer: string,
  store_url: url,
  price: number,
  price_buybox: number,
  price_strikethrough: number,
  currency: matching(/^[A-Z]{3}$/),
  pricing_count: integer,
  stock: string,
  is_prime: boolean,
  max_quantity: integer,
  delivery: list(object({ date: object({ by: string }), type: string })),
  featured_merchant: object({ name: string, seller_id: string, is_marketplace_fulfilled: boolean }),
  buybox: list(object({ price: number, seller_name: string, seller_id: string, stock: string, returns: string })),
  category: list(object({ ladder })),
  rating: number,
  reviews_count: integer,
  rating_stars_distribution: list(object({ rating: integerFrom(1, 5), percentage: integerFrom(0, 100) })),
  reviews: list(
    object({
      id: string,
      author: string,
      title: string,
      content: string,
      rating: integerFrom(1, 5),
      timestamp: string,
      is_verified: boolean,
      helpful_count: integer,
    }),
  ),
  answered_questions_count: integer,
  variations: list(object({ asin, dimensions: mapOf(string), selected: boolean })),
  images: list(url),
  has_videos: boolean,
  product_details: mapOf(string),
  product_dimensions: string,
  sales_rank: list(object({ ladder, rank: integer })),
}

/** Fields of a search card. */
export const CARD_ROWS: Readonly<Record<string, Shape>> = {
  asin,
  title: string,
  url,
  price: number,
  price_strikethrough: number,
  highest_price: number,
  currency: matching(/^[A-Z]{3}$/),
  rating: number,
  reviews_count: integer,
  sales_volume: string,
  image: url,
  is_prime: boolean,
  is_marketplace_choice: boolean,
  is_sponsored: boolean,
  best_seller: boolean,
  organic_position: integer,
  sponsored_position: integerFrom(1, 1000),
  shipping_information: string,
  pricing_count: integer,
  manufacturer: string,
  is_video: boolean,
}
