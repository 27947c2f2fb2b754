import type { Selectors } from '../field/compile-map.ts'

/**
 * Where the cards of a search page stand, and in a card its fields: an entry a
 * field, spelled as on the wire. A field that has no entry is worked out from
 * others: `url`, `highest_price`, `is_video`, the positions.
 */
export interface SearchMap {
  /** The cards; the first candidate that finds any is the page's layout. */
  readonly card: Selectors
  /** Blocks whose items look like cards and are none. */
  readonly no_card: Selectors
  readonly video: Selectors
  readonly page: Selectors
  /** In a card, where the formats and offers behind the first begin. What follows, in the same block, is not the card's. */
  readonly next_offer: Selectors
  readonly asin: Selectors
  /** The headings of a card: of two, the first is the brand. */
  readonly title: Selectors
  readonly manufacturer: Selectors
  readonly price: {
    /** "Or $5.99 to buy", below a price that is none for buying. */
    readonly to_buy: Selectors
    /** The same in layouts that mark no such lines: asked only where the price shown is none for buying. */
    readonly to_buy_below: Selectors
    readonly shown: Selectors
  }
  readonly price_strikethrough: Selectors
  readonly currency: Selectors
  readonly rating: Selectors
  readonly reviews_count: Selectors
  readonly sales_volume: Selectors
  readonly image: Selectors
  readonly is_prime: Selectors
  readonly is_marketplace_choice: Selectors
  /** Marks inside of the card, and of the card itself. */
  readonly is_sponsored: { readonly inside: Selectors; readonly own: Selectors }
  readonly best_seller: Selectors
  readonly shipping_information: {
    readonly rows: Selectors
    /** Lines in the row of the price, and in those that follow it. */
    readonly beside: Selectors
    /** One line, of what is sold and needs no delivery. */
    readonly line: Selectors
  }
  readonly pricing_count: Selectors
}
