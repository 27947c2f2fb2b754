import type {
  Delivery,
  FeaturedMerchant,
  Format,
  Offer,
  OfferCondition,
  OverviewRow,
  Review,
  SalesRank,
  StarShare,
  Step,
  UnitPrice,
  Variation,
} from './parts.ts'

/**
 * A product: 55 fields, in the order of the wire.
 *
 * A field that the page does not show is null, an empty list, an empty map or
 * false, never missing, except for `html`. The validator is `productSchema`.
 */
export interface Product {
  /** ASIN of the page as served. */
  readonly asin: string
  /**
   * Requested ASIN.
   *
   * Absent: never; `asin`, if neither the request nor the page's address names one.
   */
  readonly asin_in_url: string
  /**
   * Parent of the variation family.
   *
   * Absent: null, the product has no variations, or is the parent itself.
   */
  readonly parent_asin: string | null
  /** Address of the product on this marketplace. */
  readonly url: string
  /** Always 1. */
  readonly page: 1
  /** Page template, such as `book` or `wireless`; `product` if the page names none. */
  readonly page_type: string
  /** Whole displayed title. */
  readonly title: string
  /** Title without the second half that some pages split off. */
  readonly product_name: string
  /**
   * Text of the description section, else of the manufacturer's content. One line a paragraph.
   *
   * Absent: null, the page has neither.
   */
  readonly description: string | null
  /** "About this item", one bullet a line; "" when there are none. */
  readonly bullet_points: string
  /**
   * Brand; for books, music and video, the first author or artist.
   *
   * Absent: null, the page names none.
   */
  readonly brand: string | null
  /**
   * Manufacturer row of the detail tables.
   *
   * Absent: null, there is no such row. A publisher is not a manufacturer.
   */
  readonly manufacturer: string | null
  /**
   * The brand's storefront, else its search page, else the author's page.
   *
   * Absent: null, the brand is not a link.
   */
  readonly store_url: string | null
  /**
   * What one unit costs now, new, bought once; the lower end of a range. Unit: major units of `currency`.
   *
   * Absent: null, the page shows no such price: the product is unavailable, has no
   * featured offer, or is only sold used or by subscription.
   */
  readonly price: number | null
  /**
   * Price of the featured offer.
   *
   * Unit: major units of `currency`.
   * Absent: null, there is no featured offer.
   */
  readonly price_buybox: number | null
  /**
   * Struck price next to the main price, if greater than it.
   *
   * Unit: major units of `currency`.
   * Absent: null, the page shows no discount.
   */
  readonly price_strikethrough: number | null
  /**
   * ISO 4217 code of the prices, as the page prints them.
   *
   * Absent: never; the currency of the marketplace, if the page shows no price.
   */
  readonly currency: string
  /**
   * Number of offers that the page announces.
   *
   * Absent: null, it announces none.
   */
  readonly pricing_count: number | null
  /**
   * Availability message, its first line.
   *
   * Absent: null, the page has none.
   */
  readonly stock: string | null
  /** This product's offer has a Prime badge or a Prime delivery promise. */
  readonly is_prime: boolean
  /**
   * Largest number in the featured offer's quantity selector.
   *
   * Absent: null, there is no selector.
   */
  readonly max_quantity: number | null
  /** Delivery promises of the featured offer: the date as displayed, and the words before it. */
  readonly delivery: readonly Delivery[]
  /**
   * Seller of the featured offer.
   *
   * Absent: null, there is no featured offer, or it names no seller.
   */
  readonly featured_merchant: FeaturedMerchant | null
  /** Offers of the buy box column. */
  readonly buybox: readonly Offer[]
  /** Breadcrumbs, root first. */
  readonly category: readonly { readonly ladder: readonly Step[] }[]
  /**
   * Average of five, one decimal.
   *
   * Unit: stars, 0 to 5.
   * Absent: null, nobody has rated the product, or the page does not say.
   */
  readonly rating: number | null
  /** Number of ratings next to the average; 0 when there is none. */
  readonly reviews_count: number
  /** Share of each number of stars, 5 down to 1, as printed. */
  readonly rating_stars_distribution: readonly StarShare[]
  /** Reviews printed in the page. */
  readonly reviews: readonly Review[]
  /**
   * Number of answered questions, where the page shows it.
   *
   * Absent: 0.
   */
  readonly answered_questions_count: number
  /** Children of the variation family. */
  readonly variations: readonly Variation[]
  /** Gallery images, largest size known. */
  readonly images: readonly string[]
  /** The gallery holds a video. */
  readonly has_videos: boolean
  /** Rows of the detail tables and bullets: label to value. */
  readonly product_details: { readonly [label: string]: string }
  /**
   * The product's dimensions, else the package's, as displayed.
   *
   * Absent: null, the detail tables have neither.
   */
  readonly product_dimensions: string | null
  /** Best-seller ranks, overall first. */
  readonly sales_rank: readonly SalesRank[]
  /**
   * "1K+ bought in past month", verbatim.
   *
   * Absent: null, the page has no such badge.
   */
  readonly sales_volume: string | null
  /** Whether the buy box can sell it now; null when only other sellers offer it, or the page does not say. */
  readonly in_stock: boolean | null
  /**
   * Condition of the featured offer.
   *
   * Absent: null, there is no featured offer.
   */
  readonly condition: OfferCondition | null
  /**
   * Upper end, if the main price is a range.
   *
   * Unit: major units of `currency`.
   * Absent: null, it is not a range.
   */
  readonly price_upper: number | null
  /**
   * Shipping of the featured offer: 0 when free, null when the page does not say or ties it to a condition.
   *
   * Unit: major units of `currency`.
   */
  readonly price_shipping: number | null
  /**
   * Subscription price of one delivery.
   *
   * Unit: major units of `currency`.
   * Absent: null, there is no subscription.
   */
  readonly price_sns: number | null
  /**
   * Unit price next to the main price.
   *
   * Absent: null, the page shows none.
   */
  readonly price_per_unit: UnitPrice | null
  /**
   * Displayed saving in percent, else computed from the struck price.
   *
   * Unit: percent.
   * Absent: null, the page shows no discount.
   */
  readonly discount_percentage: number | null
  /**
   * Text of a coupon for this product.
   *
   * Absent: null.
   */
  readonly coupon: string | null
  /**
   * Text of the deal badge, else the label of a price that is a deal.
   *
   * Absent: null, there is no deal.
   */
  readonly deal_type: string | null
  /** The marketplace's-choice badge. */
  readonly is_marketplace_choice: boolean
  /** The best-seller badge. */
  readonly best_seller: boolean
  /**
   * Link to all offers.
   *
   * Absent: null, the page has none.
   */
  readonly pricing_url: string | null
  /** Rows of the short table above the bullets. */
  readonly product_overview: readonly OverviewRow[]
  /**
   * Date of the row "Date First Available", as YYYY-MM-DD.
   *
   * Absent: null, there is no such row.
   */
  readonly date_first_available: string | null
  /** Format swatches of books, music and video. */
  readonly formats: readonly Format[]
  /**
   * The "customers say" paragraph.
   *
   * Absent: null, the page has none.
   */
  readonly review_ai_summary: string | null
  /**
   * Place that the page was priced for, as the header shows it.
   *
   * Absent: null, the header shows none.
   */
  readonly delivery_location: string | null
  /** The page as received; only if requested. */
  readonly html?: string | undefined
}

/** Name of a field of a product, as on the wire. */
export type ProductField = keyof Product
/** Fields that are read from the page. `html` is added on request. */
export type ReadProductField = Exclude<ProductField, 'html'>
