import type { Selectors } from '../../selector/compile-map.ts'
import type { ReadProductField } from './schema.ts'

/** Fields that have no selectors, because they follow from other fields, from the detail rows or from the marketplace. */
type DerivedField =
  | 'asin_in_url'
  | 'url'
  | 'page'
  | 'manufacturer'
  | 'product_dimensions'
  | 'date_first_available'
  | 'price_upper'
  | 'pricing_url'
  | 'pricing_lowest'
  | 'coupon_discount'
  | 'gtin'

/**
 * Where a product page has its fields: an entry for each field, spelled as on the wire. Most fields have one list of
 * candidates; `ProductParts` has the fields that need several.
 *
 * A selector on `*`, such as `*::attr(value)`, is matched with the element that another part found.
 */
export type ProductMap = {
  readonly [Field in Exclude<ReadProductField, DerivedField | keyof ProductParts>]: Selectors
} & ProductParts

/** Fields with several lists of candidates. */
interface ProductParts {
  readonly asin: {
    /** The form to buy the product that the page was served for. */
    readonly form: Selectors
    /** Other blocks and links of the page. A link can name a sibling. */
    readonly elsewhere: Selectors
  }
  readonly product_name: {
    readonly shown: Selectors
    /** Title of the document, with the name of the shop. */
    readonly document: Selectors
  }
  readonly page_type: {
    /** Element with the classes of the template. */
    readonly container: Selectors
    /** Marks of pages of what nobody sends: e-books, apps, videos. */
    readonly not_sent: Selectors
  }
  readonly description: {
    /** The section of a book. It can have the other one too. */
    readonly book: Selectors
    readonly section: Selectors
    /** The section, where a script writes it into a frame. */
    readonly frame: Selectors
    /** The manufacturer's content. */
    readonly manufacturer: Selectors
    /** Elements inside that are not part of the text. */
    readonly left_out: Selectors
    /** The same, in the section and the frame only. */
    readonly left_out_of_section: Selectors
  }
  readonly bullet_points: {
    readonly bullet: Selectors
    /** Bullets that a script fills in. */
    readonly template: Selectors
  }
  readonly brand: {
    readonly byline: Selectors
    readonly logo: Selectors
    /** Author or artist. */
    readonly contributor: Selectors
  }
  readonly price: {
    readonly shown: Selectors
    /** The price in a buy box that can't deliver to the visitor's location. */
    readonly undeliverable: Selectors
    /** Texts that can say that the product costs nothing. */
    readonly free: Selectors
    /** The price in a buy box that sells nothing: a size must be chosen first. */
    readonly unsold: Selectors
    /** Ancestors of prices of a subscription. */
    readonly subscription: Selectors
  }
  /** The saving next to a struck price; a text for screen readers that says the price and the saving. */
  readonly discount_percentage: { readonly shown: Selectors; readonly spoken: Selectors }
  readonly price_prime: {
    /** Blocks about what members pay, besides rows of the buy box. */
    readonly block: Selectors
    /** The price in a row for members. */
    readonly row: Selectors
    /** The price in such a block. */
    readonly center: Selectors
    /** Messages that name the price, or say that the main price is for members. */
    readonly message: Selectors
    /** The main price of the page. */
    readonly shown: Selectors
  }
  /** Elements of a unit price alone, and texts beside the price that can have one in brackets. */
  readonly price_per_unit: { readonly marked: Selectors; readonly remark: Selectors }
  readonly pricing_count: {
    /** Links to the offers of this product. */
    readonly link: Selectors
    /** Of these, links to rentals. */
    readonly rental: Selectors
  }
  readonly is_prime: {
    readonly badge: Selectors
    /** Text of a delivery promise. */
    readonly promise: Selectors
    /** Links inside that invite to join. */
    readonly sign_up: Selectors
  }
  /** Offers of the buy box column. The fields of an offer are read inside of it. */
  readonly buybox: {
    /** Several offers in rows. */
    readonly row: Selectors
    /** Rows that are not an offer to buy the product once: subscriptions, rentals. */
    readonly other_row: Selectors
    /** Rows for members. */
    readonly members_row: Selectors
    /** Heading of a row. */
    readonly heading: Selectors
    /** The row that is open. */
    readonly open_row: Selectors
    /** The column of a page with one offer. */
    readonly single: Selectors
    /** Offers of other sellers. */
    readonly elsewhere: Selectors
    readonly returns: Selectors
  }
  readonly delivery: {
    readonly promise: Selectors
    /** Lines with a promise that mark no date. */
    readonly line: Selectors
    /** The promise's own statement of its date. */
    readonly stated_date: Selectors
    /** Texts inside that can be a date. */
    readonly date: Selectors
  }
  readonly featured_merchant: {
    readonly link: Selectors
    /** Of these links, those to shipping rates and returns. */
    readonly policy_link: Selectors
    /** Of these links, those of a seller whose orders the marketplace fulfills. */
    readonly fulfilled_link: Selectors
    readonly name: Selectors
    readonly id: Selectors
    readonly fulfiller: Selectors
    /** Texts of rows, whose label says which of these parts they are. */
    readonly row: Selectors
    /** Name of a row, where it has one. */
    readonly row_name: Selectors
    /** "Sold by ...", without a link. */
    readonly sold_by: Selectors
    /** "Ships from and sold by ...", on older pages. */
    readonly sentence: Selectors
  }
  readonly in_stock: {
    /** Controls that buy. */
    readonly button: Selectors
    /** Controls that can't be used, and what they are in. */
    readonly disabled: Selectors
    /** What a page shows where only other sellers have the product. */
    readonly others: Selectors
    readonly unavailable: Selectors
  }
  readonly condition: {
    /** Rows of used offers, and of renewed ones. */
    readonly used_row: Selectors
    readonly renewed_row: Selectors
    /** Elements that only used offers have. */
    readonly used: Selectors
    readonly words: Selectors
  }
  readonly price_shipping: {
    readonly promise: Selectors
    /** The promise's own statement of its price, and of a condition for it. */
    readonly stated_price: Selectors
    readonly stated_condition: Selectors
    /** A promise of a faster delivery inside of one. */
    readonly left_out: Selectors
    /** Row of a table that itemizes the price of shipping. */
    readonly breakdown: Selectors
  }
  readonly coupon: {
    readonly text: Selectors
    /** Elements that begin a coupon, and elements after them that continue it. */
    readonly label: Selectors
    /** The same, of promotions: one with a code is a coupon. */
    readonly promotion: Selectors
    readonly message: Selectors
    /** The price that the coupon gives, where its text says that. */
    readonly lowered: Selectors
    /** Links and buttons inside. */
    readonly control: Selectors
  }
  readonly category: {
    readonly list: Selectors
    /** Links inside that are not a step: the way back to results, "show more". */
    readonly control: Selectors
  }
  readonly reviews: {
    readonly review: Selectors
    readonly id: Selectors
    /** Link with the id, in reviews that have no id themselves. */
    readonly id_link: Selectors
    readonly author: Selectors
    /** A line that ends in the author: "Published 2 months ago by Wren". */
    readonly author_at_end: Selectors
    /** The author, in an element before the one that holds only the review. */
    readonly author_before: Selectors
    readonly title: Selectors
    readonly content: Selectors
    /** The whole content as markup, where the content is shortened. */
    readonly whole_content: Selectors
    /** Elements inside the content that are not part of it. */
    readonly left_out: Selectors
    readonly rating: Selectors
    readonly timestamp: Selectors
    readonly is_verified: Selectors
    readonly helpful_count: Selectors
    /** The block of the reviews: a page that has it was not shown without them, whether or not it has any. */
    readonly block: Selectors
  }
  readonly variations: {
    /** Swatches and options of a dropdown, one for each child or each value. */
    readonly swatch: Selectors
    /** The swatches and options that are selected. */
    readonly selected: Selectors
    /** ASIN of a swatch, and a link to its product. */
    readonly asin: Selectors
    readonly link: Selectors
    readonly value: Selectors
    /** Label of a row of swatches; `patterns.dimension` finds the dimension in the id of an ancestor. */
    readonly label: Selectors
    /** Name of the dimension, on pages without state. */
    readonly dimension: Selectors
  }
  readonly images: {
    readonly main: Selectors
    /** One image of the gallery, and the element in it that has the address. */
    readonly thumbnail: Selectors
    readonly picture: Selectors
    /** Address of the largest size. */
    readonly large: Selectors
    /** Sizes by address, as JSON. */
    readonly sizes: Selectors
    /** Address of any size. */
    readonly address: Selectors
  }
  readonly product_details: {
    /** Every match is a row. */
    readonly row: Selectors
    readonly label: Selectors
    readonly value: Selectors
    /** Elements that only the row of the customers' rating has. */
    readonly rating: Selectors
  }
  /** GTINs outside of the detail rows. */
  readonly gtin: Selectors
  readonly sales_rank: {
    /** Link to a list of best sellers, which only rows of ranks have. */
    readonly link: Selectors
    /** Ranks outside of the detail rows. */
    readonly block: Selectors
    /** Heading of the block. */
    readonly label: Selectors
  }
  readonly product_overview: { readonly row: Selectors; readonly title: Selectors; readonly description: Selectors }
  readonly formats: {
    readonly swatch: Selectors
    readonly selected: Selectors
    readonly name: Selectors
    readonly price: Selectors
    readonly link: Selectors
    /** Id of a swatch that ends in its ASIN. */
    readonly id: Selectors
    /** "or $2.99 to buy", next to a price that is part of a subscription. */
    readonly to_buy: Selectors
    /** Marks of a format that can be tried for free. */
    readonly trial: Selectors
  }
  /** What a page shows where only the cart has the price. */
  readonly in_cart: Selectors
  /** Blocks that the shop shows in place of parts of the page that it failed to render. */
  readonly incomplete: Selectors
  /** What a page shows when the shop does not deliver the product to its place. */
  readonly is_deliverable: {
    /** Elements of such pages alone, visible or not. */
    readonly sign: Selectors
    /** Messages that say it by their markup, in any language. */
    readonly refusal: Selectors
    /** Messages that may say it in words. */
    readonly message: Selectors
  }
  readonly delivery_location: {
    readonly first_line: Selectors
    readonly second_line: Selectors
    readonly buybox: Selectors
  }
}
