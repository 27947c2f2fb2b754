import type { Selectors } from '../../selector/compile-map.ts'

/**
 * Where a page has its lists, a list its cards, and a card its fields. Fields of
 * a card are spelled as on the wire; fields without an entry follow from others.
 *
 * A selector on `*`, such as `*::attr(data-asin)`, is matched with the card, or
 * with the element that another part found.
 */
export interface BestSellersMap {
  /** The element of a list. The first candidate that finds any is the layout of the page; of several lists, the first is read. */
  readonly listing: Selectors
  /** Where a list names all of its entries, those included whose cards the page loads later: on the element of the list, or inside. */
  readonly entries: Selectors
  /** The cards of a list. The first candidate that finds any is the layout of the list. */
  readonly card: Selectors
  /** What an element that loads the rest of a list has: the beginning of its address, its parameters, and the tag of its links. */
  readonly rest: {
    /** Lists that load the rest of their cards in this way. */
    readonly list: Selectors
    /** On the element of the list, or on one around it. */
    readonly path: Selectors
    readonly params: Selectors
    readonly tag: Selectors
    readonly offset: Selectors
    readonly faceout: Selectors
  }
  /** Links that lead to the list of the page itself. */
  readonly list: {
    /** The selected tab. */
    readonly tab: Selectors
    /** Numbers of pages. */
    readonly pages: Selectors
    readonly canonical: Selectors
    /** Categories next to the list. */
    readonly categories: Selectors
    /** Tags of links, which begin with the name of the list. */
    readonly tag: Selectors
  }
  readonly page: {
    /** The number of the page, in digits. */
    readonly shown: Selectors
    /** The link of the page itself. */
    readonly link: Selectors
  }
  /** The control that leads to the next page. */
  readonly has_more: Selectors
  /** Links to other lists of the category. */
  readonly lists: Selectors
  readonly categories: {
    /** Each category in the tree. */
    readonly branch: Selectors
    /** Elements that hold the items of one level below another. */
    readonly group: Selectors
    readonly link: Selectors
    readonly selected: Selectors
    /** Words in an item that are not part of its name. */
    readonly left_out: Selectors
  }
  /** Where a list says that it is empty. */
  readonly empty: Selectors

  readonly asin: {
    readonly card: Selectors
    readonly link: Selectors
  }
  readonly rank: Selectors
  readonly title: {
    /** Heading in the element of a list, where each list has a heading of its own. */
    readonly own: Selectors
    /** Heading of the page. */
    readonly page: Selectors
    /** Title of a card. */
    readonly shown: Selectors
    /** The whole title, on an element that shows a shortened one. */
    readonly whole: Selectors
  }
  readonly image: {
    /** Addresses of all sizes, as JSON. */
    readonly sizes: Selectors
    readonly shown: Selectors
  }
  readonly price: {
    readonly shown: Selectors
    /** Elements around a price that is not what the card costs: offers of others, struck prices, prices of a unit. */
    readonly not_own: Selectors
  }
  readonly price_from: Selectors
  /** The line that says how many offers there are. */
  readonly pricing_count: Selectors
  readonly rating: Selectors
  readonly reviews_count: {
    readonly shown: Selectors
    /** Labels that say average and count. */
    readonly label: Selectors
  }
  readonly manufacturer: Selectors
  readonly manufacturer_url: Selectors
  readonly format: {
    readonly line: Selectors
    /** Elements that are no format: offers, dates, ratings. */
    readonly left_out: Selectors
  }
  readonly formats_count: Selectors
  readonly is_prime: Selectors
  /** "Sales rank: 5 (was 80)" */
  readonly sales_rank: Selectors
  readonly rank_change_percentage: {
    readonly shown: Selectors
    /** Marks of a fall. */
    readonly fall: Selectors
  }
}
