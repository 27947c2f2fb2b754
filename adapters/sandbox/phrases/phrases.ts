import type { Vocabulary } from './vocabulary.ts'

/** How numbers are grouped, and how an amount of money is put together. */
export interface NumberFormat {
  /** Mark between groups of three digits. */
  readonly group: string
  readonly decimal: string
  /** Whether the currency symbol comes before the number. */
  readonly isBefore: boolean
  /** Text between symbol and number. Default: nothing, or a space when the symbol is a word. */
  readonly gap?: string
  /** Groups of two digits before the last three: 1,23,456. Default: false. */
  readonly isLakh?: boolean
  /** Arabic-Indic digits. Default: false. */
  readonly isArabic?: boolean
}

/**
 * Everything that a marketplace prints in one language: numbers, dates, phrases
 * with placeholders in braces, and a vocabulary for generated products.
 *
 * The phrases are separate from the words that the extraction knows
 * (`selectors/languages`). Pages are printed with these and read with those, so
 * a word that is missing there makes a test fail.
 */
export interface Phrases {
  /** Language whose names of months and weekdays are printed, for `Intl`. */
  readonly language: string
  readonly numbers: NumberFormat
  readonly dates: {
    /** `{day}`, `{month}` (name), `{number}` (of the month), `{year}`. */
    readonly full: string
    /** In the row "date first available". */
    readonly row: string
    /** In delivery promises: `{weekday}`, `{day}`, `{month}`. */
    readonly delivery: string
  }

  readonly brand: {
    /** `{brand}`. */
    readonly store: string
    readonly byline: string
    /** "(Author)", after a name. */
    readonly author: string
  }

  readonly rating: {
    /** `{rating}`. */
    readonly stars: string
    /** `{count}`; next to the average. */
    readonly count: string
    /** `{count}`; below the histogram. */
    readonly global: string
    /** A row of the histogram for screen readers: `{percentage}`, `{stars}`. */
    readonly share: string
    /** A row of the histogram: `{stars}`. */
    readonly row: string
    /** `{count}`. */
    readonly questions: string
  }

  readonly stock: {
    readonly available: string
    /** `{count}`. */
    readonly left: string
    readonly unavailable: string
    /** Explanation after `unavailable`. */
    readonly unavailable_note: string
    /** The product is not delivered to the place that was chosen. */
    readonly undeliverable: string
    readonly elsewhere: string
  }

  readonly delivery: {
    /** A promise of free delivery; its date follows. */
    readonly free: string
    readonly fastest: string
    /** `{price}`. */
    readonly paid: string
    /** Free above an amount: `{price}`. */
    readonly free_above: string
    /** With a badge, or in words: "Prime members get FREE delivery". */
    readonly prime: string
    /** The header in one line: `{location}`. */
    readonly deliver_to: string
    /** The header in two lines, first line. */
    readonly deliver: string
    readonly locations: readonly string[]
  }

  readonly offer: {
    readonly add_to_cart: string
    readonly buy_now: string
    readonly see_all: string
    readonly quantity: string
    readonly ships_from: string
    readonly sold_by: string
    readonly returns_label: string
    readonly returns: string
    /** A sentence: `{seller}` (a link). */
    readonly sold_and_shipped: string
    /** A sentence: `{seller}` (a link), shipped by the marketplace. */
    readonly fulfilled: string
    readonly buy_new: string
    readonly buy_used: string
    /** Conditions as in the buy box: "Used - Very Good". */
    readonly conditions: Readonly<Record<'used_like_new' | 'used_very_good' | 'used_good' | 'used_acceptable', string>>
    readonly subscribe: string
    /** `{count}`; the lowest price follows. */
    readonly new_and_used: string
  }

  readonly price: {
    readonly list: string
    readonly saved: string
    /** After the price of a unit: "100 g". */
    readonly units: readonly string[]
    /** `{amount}`. */
    readonly coupon: string
    readonly deals: readonly string[]
  }

  readonly badges: {
    /** The badge of the marketplace's choice, in two pieces. */
    readonly choice: readonly [string, string]
    readonly best_seller: string
    /** `{category}`. */
    readonly best_seller_in: string
    /** `{count}`, with a bold first part: "1K+ bought" and "in past month". */
    readonly bought: readonly [string, string]
    /** Values of `{count}` in `bought`. */
    readonly bought_counts: readonly string[]
  }

  readonly headings: {
    readonly bullets: string
    readonly description: string
    readonly details: string
    readonly technical: string
    readonly reviews: string
    readonly customers_say: string
    readonly more: string
    readonly similar: string
  }

  readonly details: {
    readonly manufacturer: string
    readonly product_dimensions: string
    readonly package_dimensions: string
    /** `{shop}`: name of the marketplace. */
    readonly date_first_available: string
    readonly customer_reviews: string
    readonly weight: string
    readonly model: string
    readonly publisher: string
    readonly pages: string
    /** `{count}`. */
    readonly page_count: string
    readonly book_language: string
    readonly material: string
    readonly color: string
    readonly brand: string
    /** Unit after three numbers: "cm", "Centimetres". */
    readonly length_unit: string
    readonly weight_unit: string
  }

  readonly sales_rank: {
    readonly label: string
    /** `{rank}`, `{category}`. */
    readonly line: string
    /** `{category}`; in parentheses after the first line. */
    readonly top: string
  }

  readonly dimensions: { readonly size: string; readonly color: string }
  readonly formats: {
    readonly hardcover: string
    readonly paperback: string
    readonly ebook: string
    readonly audiobook: string
  }

  readonly reviews: {
    /** `{country}` (with its preposition where the language needs one), `{date}`. */
    readonly date: string
    /** Countries in the form that `date` needs. Order: that of the marketplace first. */
    readonly countries: readonly string[]
    readonly verified: string
    readonly helpful_one: string
    /** `{count}`. */
    readonly helpful: string
    readonly report: string
  }

  readonly search: {
    readonly sponsored: string
    /** Before the title, for screen readers. */
    readonly sponsored_title: string
    /** `{from}`, `{to}`, `{count}`. */
    readonly results: string
    /** `{query}`. */
    readonly no_results: string
    /** `{count}`; after the lowest price. */
    readonly offers: string
    readonly more_choices: string
    readonly next: string
    readonly previous: string
    /** `{count}`: the exact number, for screen readers. */
    readonly ratings: string
    /** `{rating}`; for screen readers. */
    readonly rating_details: string
  }

  /** The column beside the results of a search. */
  readonly refinements: {
    readonly department: string
    readonly any_department: string
    readonly reviews: string
    /** Text of the picture of four stars, and the words after it. */
    readonly stars: string
    readonly up: string
    readonly brands: string
    readonly price: string
    /** `{price}`. */
    readonly up_to: string
    /** `{from}`, `{to}`. */
    readonly between: string
    /** `{price}`. */
    readonly above: string
    readonly seller: string
    readonly prime: string
    readonly clear: string
    /** For screen readers: `{option}`. */
    readonly apply: string
  }

  readonly states: {
    readonly captcha: string
    readonly continue_shopping: string
    readonly continue_button: string
    readonly throttled: string
    readonly not_found_title: string
    readonly not_found: string
    readonly sign_in: string
    readonly gallery: string
  }

  /** Words for generated products. Default: those of Latin script. */
  readonly vocabulary?: Vocabulary
}
