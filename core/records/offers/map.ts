import type { Selectors } from '../../selector/compile-map.ts'

/**
 * Where a page has its offers, and an offer its fields: an entry for each field, spelled as on the
 * wire. Fields without an entry follow from others: `position`, `price_total`, `url`, `page`.
 */
export interface OffersMap {
  /** Blocks of one offer each. The first candidate that finds any is the layout of the page. */
  readonly offer: Selectors
  /** The block of the featured offer. */
  readonly is_featured: Selectors
  /** A block that shows an offer has at least one of these elements. */
  readonly offer_mark: Selectors
  /** Areas in which a page without offers says so. */
  readonly no_offers: {
    /** Elements that say so by being there. */
    readonly mark: Selectors
    /** Areas whose words say so. */
    readonly words: Selectors
  }
  /** The control that leads to the next page. */
  readonly has_more: Selectors
  readonly page: Selectors

  readonly asin: Selectors
  readonly title: {
    readonly heading: Selectors
    /** Elements inside that are not part of the title. */
    readonly left_out: Selectors
  }
  readonly image: Selectors
  readonly rating: Selectors
  readonly reviews_count: Selectors
  readonly pricing_count: Selectors
  readonly delivery_location: {
    readonly first_line: Selectors
    readonly second_line: Selectors
  }

  readonly price: {
    readonly shown: Selectors
    /** Blocks about subscriptions. */
    readonly subscription: Selectors
  }
  /** What an offer shows where only the cart has its price. */
  readonly in_cart: Selectors
  readonly price_strikethrough: Selectors
  readonly discount_percentage: Selectors
  readonly price_per_unit: Selectors
  readonly price_shipping: {
    /** Elements with the amount alone. */
    readonly amount: Selectors
    /** Promises and notes that can state an amount. */
    readonly promise: Selectors
    /** Elements inside about faster delivery and about taxes. */
    readonly left_out: Selectors
    readonly stated_price: Selectors
    readonly stated_condition: Selectors
  }
  readonly coupon: {
    readonly text: Selectors
    readonly label: Selectors
    readonly promotion: Selectors
    readonly message: Selectors
    readonly control: Selectors
  }
  readonly condition_text: Selectors
  readonly condition_note: {
    readonly text: Selectors
    /** Controls inside. */
    readonly left_out: Selectors
  }
  readonly seller_name: {
    readonly link: Selectors
    readonly name: Selectors
    /** Texts of rows about an offer: the label of the row comes before. */
    readonly row: Selectors
    readonly row_name: Selectors
  }
  readonly seller_rating: Selectors
  readonly seller_positive_percentage: Selectors
  readonly seller_ratings_count: Selectors
  readonly ships_from: {
    readonly name: Selectors
    /** Lines that can say in a sentence where the offer ships from. */
    readonly sentence: Selectors
  }
  readonly is_marketplace_fulfilled: {
    /** Marks of an offer that the marketplace ships. */
    readonly badge: Selectors
    readonly link: Selectors
  }
  readonly is_prime: {
    readonly badge: Selectors
    readonly promise: Selectors
    /** Invitations to join. */
    readonly sign_up: Selectors
  }
  readonly delivery: {
    readonly promise: Selectors
    /** Lines with a promise that mark no date. */
    readonly line: Selectors
    readonly stated_date: Selectors
    readonly date: Selectors
  }
  /** Choices of quantities. */
  readonly max_quantity: Selectors
  readonly stock: {
    readonly message: Selectors
    /** Lines about delivery. One can be about stock. */
    readonly line: Selectors
  }
  readonly offer_id: Selectors
}
