import type { OfferCondition } from './offer-conditions.ts'
import type { PageKind } from './page-kind.ts'

/**
 * Labels of rows in the detail tables, by the field that a row is for. A label
 * that ends with `*` may continue in any way.
 */
export interface DetailLabels {
  readonly manufacturer: readonly string[]
  readonly product_dimensions: readonly string[]
  readonly package_dimensions: readonly string[]
  readonly date_first_available: readonly string[]
  readonly sales_rank: readonly string[]
  readonly customer_reviews: readonly string[]
  readonly brand: readonly string[]
  /** Default: undefined, the page prints `EAN` and such, in every language. */
  readonly gtin?: readonly string[]
}

/** What a row about an offer says: who sells it, who ships it, how it can be returned. */
export type OfferLabelKind = 'seller' | 'fulfiller' | 'returns'

/**
 * Names of countries, by their code of ISO 3166-1. Those that have a marketplace: all names that a line such as
 * "Reviewed in Germany" can have, in every case that the language has. Others: names that `Intl` spells in another way.
 */
export type CountryNames = Readonly<Record<string, readonly string[]>>

/** Kinds of pages that can be recognized by words alone. */
export type WordedPageKind = Extract<PageKind, 'no_results' | 'captcha' | 'not_found' | 'throttled'>

/**
 * All words of one language that the site prints, spelled as displayed. They
 * are compared without case, diacritics and direction marks.
 *
 * In templates, `{name}` is a placeholder.
 */
export interface Language {
  /** ISO 639-1. */
  readonly code: string
  /** Names of the marketplace's company as a seller. */
  readonly company: readonly string[]
  /** Names of the membership that includes delivery. */
  readonly prime: readonly string[]
  /** Words of a note that counts who viewed a product, not who bought it. */
  readonly viewed: readonly string[]
  /** Words directly before a number of months in the past. Empty: such a number follows the count. */
  readonly past: readonly string[]
  /** Words of an offer that is for members alone. */
  readonly exclusive: readonly string[]
  /** Words next to a price that is paid for a period. */
  readonly rental: readonly string[]
  /** The line below the title that names the brand: `{brand}`. */
  readonly byline: readonly string[]
  /** Words before the name of an author. Those in lower case are found in lower case only: "Van" begins names, and "van" does not. */
  readonly by: readonly string[]
  /** The line in the header that names the delivery location: `{place}`. */
  readonly deliver_to: readonly string[]
  /** A best-seller rank: `{rank}` and `{category}`. */
  readonly sales_rank: readonly string[]
  readonly labels: DetailLabels
  /** Names and abbreviations of the months, January first. Empty: dates have no month names. */
  readonly months: readonly (readonly string[])[]
  /** Words that begin a date: weekdays, today, tomorrow. Empty: dates begin with a number. */
  readonly days: readonly string[]
  /** Names of countries, in a file of their own. */
  readonly countries: CountryNames
  /** Words that count two of something without a number. */
  readonly two: readonly string[]
  /** Words for "free of charge" next to a delivery. */
  readonly free: readonly string[]
  /** Words for conditions; `used` says nothing about the grade. */
  readonly conditions: Readonly<Record<OfferCondition | 'used', readonly string[]>>
  /** Words of a promotion: an amount beside them is no price. */
  readonly promotion: readonly string[]
  /** Words of a line about delivery: a promise, a fee, a destination. */
  readonly delivery: readonly string[]
  /** Words of a line about stock or dispatch, not about the date of delivery. */
  readonly stock: readonly string[]
  /** First words of an availability message that says that the product can't be bought. */
  readonly unavailable: readonly string[]
  /** Words after a rounded number, and what they multiply it by. */
  readonly multipliers: Readonly<Record<string, number>>
  /** Texts after a number that make it an ordinal: "2ª mano", "2e hands". */
  readonly ordinals: readonly string[]
  /** Words of pages that are neither a product nor a list of cards. */
  readonly pages: Readonly<Partial<Record<WordedPageKind, readonly string[]>>>
  /** Labels of rows about an offer, by what the row says. A label for the seller that also ships is in both lists. */
  readonly offer_rows: Readonly<Record<OfferLabelKind, readonly string[]>>
  /** Words that occur together in a note on who sets the price of a book. */
  readonly set_price: { readonly price: readonly string[]; readonly publisher: readonly string[] }
  /** Words of a list of offers that says that there are none. */
  readonly no_offers: readonly string[]
  /** Words that tie an amount, or free shipping, to a condition: a least value of an order, the first order, certain items. */
  readonly on_condition: readonly string[]
  /** Labels of a price that no longer holds, or that the maker recommends. */
  readonly struck: readonly string[]
  /** Words next to a code that gives a discount. */
  readonly coupon_code: readonly string[]
  /** Words of a subscription to regular deliveries. */
  readonly subscription: readonly string[]
  /** Words of a list of best sellers that says that it is empty. */
  readonly empty_list: readonly string[]
  /** The control next to the delivery location, by its first words. */
  readonly location_control: readonly string[]
  /** Words that occur together in a message that the product is not delivered to the visitor's place. Default: none. */
  readonly undeliverable?: { readonly not: readonly string[]; readonly place: readonly string[] }
  /** Other forms of the language in which pages name countries, as `Intl` names them: "zh-Hant". Default: none. */
  readonly variants?: readonly string[]
}
