/** One step of a breadcrumb or of a rank's category. */
export interface Step {
  readonly name: string
  /** Absent: null, the page does not link the category. */
  readonly url: string | null
}

/** One promise about delivery of the featured offer. */
export interface Delivery {
  readonly date: {
    /** Words of the date, as displayed: `Tuesday, June 3`. */
    readonly by: string
  }
  /** Words before the date: `FREE delivery`. Absent: "", the page shows a date alone. */
  readonly type: string
}

/** Seller of the featured offer. */
export interface FeaturedMerchant {
  readonly name: string
  /** Absent: null, the page does not name it. */
  readonly seller_id: string | null
  /** The marketplace itself sends it. */
  readonly is_marketplace_fulfilled: boolean
}

/** One offer of the buy box column. A member is null if the offer does not show it. */
export interface Offer {
  /** Unit: major units of `currency`. */
  readonly price: number | null
  readonly seller_name: string | null
  readonly seller_id: string | null
  /** Availability message, as displayed. */
  readonly stock: string | null
  /** Text about returns, as displayed. */
  readonly returns: string | null
}

/** A category, root first, and the rank of the product in it. */
export interface SalesRank {
  readonly ladder: readonly Step[]
  readonly rank: number
}

/** Share of the ratings that have this number of stars. */
export interface StarShare {
  /** Unit: stars, 1 to 5. */
  readonly rating: number
  /** Unit: percent, as printed. */
  readonly percentage: number
}

/** A review that is printed in the page. A member is null if the review does not show it. */
export interface Review {
  readonly id: string
  readonly author: string | null
  /** Without the text of the stars. */
  readonly title: string | null
  /** Line breaks are kept. */
  readonly content: string | null
  /** Unit: stars, 1 to 5. */
  readonly rating: number | null
  /** Place and date, as displayed: `Reviewed in Germany on 3 June 2025`. */
  readonly timestamp: string | null
  /** The review has the badge of a verified purchase. */
  readonly is_verified: boolean
  /** People who found it helpful. Absent: 0. */
  readonly helpful_count: number
}

/** A child of the variation family. */
export interface Variation {
  readonly asin: string
  /** Name of a dimension to its value, both as displayed: `{ "Colour": "Red" }`. */
  readonly dimensions: { readonly [name: string]: string }
  /** It is the product of this page. */
  readonly selected: boolean
}

/** One format of a book, an album or a film. */
export interface Format {
  readonly name: string
  /** Absent: null, the page does not link the format. */
  readonly asin: string | null
  /** Unit: major units of `currency`. Absent: null, the swatch has no price. */
  readonly price: number | null
  /** It is the format of this page. */
  readonly selected: boolean
}

/** Price of a unit such as `100 g`. */
export interface UnitPrice {
  /** Unit: major units of `currency`. */
  readonly price: number
  /** As displayed: `100 g`. */
  readonly unit: string
}

/** A row of a table. */
export interface OverviewRow {
  readonly title: string
  readonly description: string
}

/** Condition of an offer. */
export type OfferCondition =
  | 'new'
  | 'used_like_new'
  | 'used_very_good'
  | 'used_good'
  | 'used_acceptable'
  | 'refurbished'
  | 'collectible'
  | 'open_box'
