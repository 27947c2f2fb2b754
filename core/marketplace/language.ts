/** Labels of rows in the detail tables; one that ends with `*` may go on in any way. */
export interface DetailLabels {
  readonly manufacturer: readonly string[]
  readonly product_dimensions: readonly string[]
  readonly package_dimensions: readonly string[]
  readonly date_first_available: readonly string[]
  readonly sales_rank: readonly string[]
  readonly customer_reviews: readonly string[]
  readonly brand: readonly string[]
}

export type Condition =
  | 'new'
  | 'used_like_new'
  | 'used_very_good'
  | 'used_good'
  | 'used_acceptable'
  | 'refurbished'
  | 'collectible'
  | 'open_box'

/** Words that the marketplaces print in one language. They are compared without case, diacritics and direction marks. */
export interface Language {
  /** ISO 639-1. */
  readonly code: string
  /** Words of a note that counts who looked at a product, not who bought it. */
  readonly viewed: readonly string[]
  /** Words beside a price that is paid for a time. */
  readonly rental: readonly string[]
  /** What stands round a brand in the line below the title; `{brand}` is the brand. */
  readonly byline: readonly string[]
  /** What the header says before or behind the place that is delivered to; `{place}` is the place. */
  readonly deliver_to: readonly string[]
  /** How a best-seller rank is written, with `{rank}` and `{category}`. */
  readonly sales_rank: readonly string[]
  readonly labels: DetailLabels
  /** Names and short forms of the months, January first; empty where dates have none. */
  readonly months: readonly (readonly string[])[]
  /** Words that a date can begin with: days of the week, today, tomorrow; empty where it begins with a number. */
  readonly days: readonly string[]
  /** Words for "free of charge" beside a delivery. */
  readonly free: readonly string[]
  /** Words for conditions; `used` alone says no grade. */
  readonly conditions: Readonly<Record<Condition | 'used', readonly string[]>>
  /** Words of a line that says what is in stock, or when it is dispatched, not when it comes. */
  readonly stock: readonly string[]
  /** How a message begins that says the product can't be bought. */
  readonly unavailable: readonly string[]
}
