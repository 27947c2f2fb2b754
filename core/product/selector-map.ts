import type { Selectors } from '../field/compile-map.ts'

/**
 * Where the fields of the product record stand in a page: an entry a field,
 * spelled as on the wire. A field that has no entry is worked out from others:
 * `asin_in_url`, `url`, `page`, `manufacturer`,
 * `product_dimensions`, `date_first_available`, `price_upper`, `pricing_url`,
 * `html`.
 */
export interface ProductMap {
  readonly asin: Selectors
  readonly parent_asin: Selectors
  readonly page_type: Selectors
  /** The second half, where the page splits the title. */
  readonly title: Selectors
  readonly product_name: Selectors
  readonly description: {
    readonly section: Selectors
    /** The section, where a script writes the page's text into a frame. */
    readonly frame: Selectors
    /** The manufacturer's content about the product. */
    readonly manufacturer: Selectors
  }
  readonly bullet_points: Selectors
  readonly brand: {
    readonly byline: Selectors
    readonly logo: Selectors
    readonly contributor: Selectors
  }
  readonly store_url: Selectors
  readonly price: Selectors
  readonly price_strikethrough: Selectors
  readonly currency: Selectors
  readonly pricing_count: Selectors
  readonly is_prime: {
    readonly badge: Selectors
    readonly promise: Selectors
  }
  /** Offers of the buy box column. What follows here is read inside of one of them. */
  readonly buybox: {
    /** Several offers, one below the other. */
    readonly row: Selectors
    /** The column of a page with one offer. */
    readonly single: Selectors
    /** Offers of other sellers. */
    readonly elsewhere: Selectors
    readonly returns: Selectors
  }
  readonly price_buybox: Selectors
  readonly stock: Selectors
  readonly max_quantity: Selectors
  readonly delivery: Selectors
  readonly featured_merchant: {
    readonly link: Selectors
    readonly name: Selectors
    readonly id: Selectors
    readonly fulfiller: Selectors
    /** "Ships from and sold by ...", of older pages. */
    readonly sentence: Selectors
  }
  readonly in_stock: {
    readonly button: Selectors
    readonly unavailable: Selectors
  }
  readonly condition: {
    /** What only used offers have. */
    readonly used: Selectors
    readonly words: Selectors
  }
  readonly price_shipping: {
    readonly promise: Selectors
    /** Row of a table that says what the promise's sum is made of. */
    readonly breakdown: Selectors
  }
  readonly category: Selectors
  readonly rating: Selectors
  readonly reviews_count: Selectors
  readonly rating_stars_distribution: Selectors
  readonly reviews: {
    readonly review: Selectors
    readonly author: Selectors
    /** Of reviews without one: in the element before that which holds the review. */
    readonly author_before: Selectors
    readonly title: Selectors
    readonly content: Selectors
    readonly rating: Selectors
    readonly timestamp: Selectors
    readonly is_verified: Selectors
    readonly helpful_count: Selectors
  }
  readonly answered_questions_count: Selectors
  readonly variations: {
    /** Swatches and options of a dropdown, one a child or one a value. */
    readonly swatch: Selectors
    readonly value: Selectors
    /** Labels of rows of swatches, in an element whose id is `variation_` and the dimension's name. */
    readonly label: Selectors
    /** Name of the dimension that the swatches are of. */
    readonly dimension: Selectors
  }
  readonly images: {
    readonly main: Selectors
    /** One picture of the gallery, and the element in it that names its address. */
    readonly thumbnail: Selectors
    readonly picture: Selectors
  }
  readonly has_videos: Selectors
  readonly product_details: {
    /** Every one is read. */
    readonly row: Selectors
    readonly label: Selectors
    readonly value: Selectors
    /** What only the row of the customers' rating holds. */
    readonly rating: Selectors
  }
  readonly sales_rank: {
    /** Link to a list of best sellers, which only the rows of ranks hold. */
    readonly link: Selectors
    /** Where ranks stand outside of the detail rows. */
    readonly block: Selectors
    /** What the block is headed by, which is no part of a rank. */
    readonly label: Selectors
  }
  readonly sales_volume: Selectors
  readonly price_sns: Selectors
  readonly price_per_unit: Selectors
  readonly discount_percentage: Selectors
  readonly coupon: Selectors
  readonly deal_type: Selectors
  readonly is_marketplace_choice: Selectors
  readonly best_seller: Selectors
  readonly product_overview: {
    readonly row: Selectors
    readonly title: Selectors
    readonly description: Selectors
  }
  readonly formats: {
    readonly swatch: Selectors
    readonly name: Selectors
    readonly price: Selectors
    readonly link: Selectors
    /** "or $2.99 to buy", beside a price that is part of a subscription. */
    readonly to_buy: Selectors
    /** What tells a format that is tried for nothing. */
    readonly trial: Selectors
  }
  readonly review_ai_summary: Selectors
  readonly delivery_location: {
    readonly first_line: Selectors
    readonly second_line: Selectors
    readonly buybox: Selectors
  }
}
