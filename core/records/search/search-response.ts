/** One product of the results grid: 21 fields, in the order of the wire. No field is ever missing. The validator is `cardSchema`. */
export interface Card {
  /** ASIN of the card. */
  readonly asin: string
  /** Whole title from the heading; brand first, where brand and title are two headings. */
  readonly title: string
  /** Address of the product on this marketplace, also if the page links through an ad. */
  readonly url: string
  /**
   * What one unit costs, bought once, in the format that the card shows first.
   *
   * Unit: major units of `currency`.
   * Absent: null, the card shows no price. Never 0.
   */
  readonly price: number | null
  /**
   * Struck price next to `price`, if greater than it.
   *
   * Unit: major units of `currency`.
   * Absent: null, the card shows no discount. Never a price per unit.
   */
  readonly price_strikethrough: number | null
  /** The same as `price_strikethrough`. */
  readonly highest_price: number | null
  /**
   * ISO 4217 code of the prices, as the card prints them.
   *
   * Absent: never; the currency of the marketplace, if the card shows no price.
   */
  readonly currency: string
  /**
   * Average of five, one decimal.
   *
   * Unit: stars, 0 to 5.
   * Absent: null, the card shows none.
   */
  readonly rating: number | null
  /** Exact number of ratings; null if the card hides it. */
  readonly reviews_count: number | null
  /**
   * "50+ bought in past month", verbatim.
   *
   * Absent: null, the card has no such badge.
   */
  readonly sales_volume: string | null
  /**
   * Product image, the largest that the card lists.
   *
   * Absent: null, the card has none.
   */
  readonly image: string | null
  /** The card has a Prime badge. */
  readonly is_prime: boolean
  /** The marketplace's-choice badge. */
  readonly is_marketplace_choice: boolean
  /** The card is an ad. */
  readonly is_sponsored: boolean
  /** The best-seller badge. */
  readonly best_seller: boolean
  /** Position among the organic cards, from 1; null for an ad. */
  readonly organic_position: number | null
  /** Position among the ads, from 1; null for an organic card. */
  readonly sponsored_position: number | null
  /**
   * Lines of the card about delivery, joined by a space.
   *
   * Absent: null, the card has none.
   */
  readonly shipping_information: string | null
  /**
   * Number of offers that the card announces.
   *
   * Absent: null, it announces none.
   */
  readonly pricing_count: number | null
  /**
   * Brand heading, if the card has one apart from the title.
   *
   * Absent: null, it has none.
   */
  readonly manufacturer: string | null
  /** The card is a video block. */
  readonly is_video: boolean
}

/**
 * What a search answers. The validator is `searchSchema`.
 *
 * It has `no_results` and `total_results` only if the marketplace says that
 * nothing matched.
 */
export interface SearchResponse {
  /** Page of the results. */
  readonly page: number
  /** Cards in page order. */
  readonly products: readonly Card[]
  /**
   * The page as received, if requested.
   *
   * Absent: null, it was not requested.
   */
  readonly html: string | null
  /** The marketplace says that nothing matched. */
  readonly no_results?: true | undefined
  /** Zero, with `no_results`. */
  readonly total_results?: 0 | undefined
}

/** Name of a field of a card, as on the wire. */
export type CardField = keyof Card
/** Fields that are read of the card itself. Its positions are known once all cards are. */
export type ReadCardField = Exclude<CardField, 'organic_position' | 'sponsored_position'>
