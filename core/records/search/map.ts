import type { Selectors } from '../../selector/compile-map.ts'

/**
 * Where a search page has its cards, and a card its fields: an entry for each
 * field, spelled as on the wire. Fields without an entry follow from others:
 * `url`, `highest_price`, `is_video`, the positions.
 *
 * A selector on `*`, such as `*::attr(data-asin)`, is matched with the card or
 * with the element that another part found.
 */
export interface SearchMap {
  /** The cards. The first candidate that finds any is the layout of the page. */
  readonly card: Selectors
  /** Blocks whose items look like cards but are not. */
  readonly no_card: Selectors
  readonly video: Selectors
  readonly page: Selectors
  /** The line that says which of the results the page shows: "1-48 of over 10,000 results". */
  readonly result_range: Selectors
  /** The control that leads to the next page. */
  readonly next_page: Selectors
  /** The first elements of later formats and offers in a card. They, and what follows in the same block of rows, are not the card's. */
  readonly next_offer: Selectors
  /** Beside the cards: the part of the shop, and what the results can be narrowed by. */
  readonly refinements: {
    /** The column that has them all. */
    readonly panel: Selectors
    /** The rows of its lists. The first candidate that finds any is the layout of the column. */
    readonly option: Selectors
    /** A list of rows. */
    readonly list: Selectors
    /** The heading of a list. Each belongs to the next list. */
    readonly heading: Selectors
    /** The heading of several lists, for those without one of their own. */
    readonly section: Selectors
    /** Elements in a heading or a row that are not part of its name. */
    readonly left_out: Selectors
    /** What a row leads to: an address, or JSON with one. */
    readonly target: Selectors
    /** The name of an option. */
    readonly name: Selectors
    /** Text of a picture before the name: stars. */
    readonly picture: Selectors
    /** Text of an option that is nothing but a picture. */
    readonly label: Selectors
    /** Marks of a row whose condition the results meet. */
    readonly selected: Selectors
    /** Marks of a row that leads back: to a node above, or to results without a condition. */
    readonly back: Selectors
  }
  readonly asin: {
    readonly card: Selectors
    readonly link: Selectors
  }
  readonly title: {
    /** The headings of a card; of two, the first is the brand. */
    readonly heading: Selectors
    /** The whole title, where the heading is shortened or empty. */
    readonly whole: Selectors
    /** Elements inside that are not part of the title. */
    readonly left_out: Selectors
  }
  readonly manufacturer: Selectors
  readonly price: {
    /** "Or $5.99 to buy", below a price that is not for buying. */
    readonly to_buy: Selectors
    /** The same in layouts that do not mark such lines: read only if the shown price is not for buying. */
    readonly to_buy_below: Selectors
    readonly shown: Selectors
    /** A link in place of the price, to where it is shown: "Click to see price". */
    readonly in_cart: Selectors
    /** Lines that can say that only members can buy. */
    readonly for_members: Selectors
    /** What says that nobody has the buy box, and what others ask. */
    readonly others: Selectors
    /** The row of a price. */
    readonly row: Selectors
    /** The block of prices around a row, best first. */
    readonly block: Selectors
    /** Elements that do not belong to the words of the block: prices, and labels for screen readers. */
    readonly no_words: Selectors
    /** Elements that hold a struck price. */
    readonly struck: Selectors
    /** Prices of a subscription, if the link around them has words of its own. */
    readonly subscription: Selectors
  }
  readonly price_strikethrough: Selectors
  readonly currency: Selectors
  readonly rating: Selectors
  readonly reviews_count: Selectors
  readonly sales_volume: {
    /** The note below the stars. */
    readonly note: Selectors
    /** A note without stars above it. Notes about other things can have the same markup. */
    readonly alone: Selectors
  }
  readonly image: Selectors
  readonly is_prime: Selectors
  readonly is_marketplace_choice: Selectors
  readonly is_sponsored: {
    /** Marks of an ad inside the card. */
    readonly inside: Selectors
    /** Marks of the card itself, or of an element that holds only the card. */
    readonly own: Selectors
  }
  readonly best_seller: Selectors
  readonly shipping_information: {
    readonly rows: Selectors
    /** Lines in the row of the price and in those below it. */
    readonly lines: Selectors
    /** A single line, of products that are not delivered. */
    readonly line: Selectors
    /** Elements in a row that say nothing about delivery. */
    readonly left_out: Selectors
    /** Links that end the rows below the price, and of these, links to offers. */
    readonly link: Selectors
    readonly offer_link: Selectors
  }
  readonly pricing_count: Selectors
}
