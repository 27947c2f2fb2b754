/**
 * What a marketplace prints in one language, with place holders in braces, and
 * invented words to fill pages with.
 *
 * These are kept apart from the words that the extraction knows
 * (`selectors/languages`): pages are printed from here, and read with those, so
 * that a word that is missing there shows.
 */
export interface Phrases {
  /** BCP 47, for the `lang` of pages. */
  readonly code: string
  readonly months: readonly string[]
  /** Sunday first. */
  readonly weekdays: readonly string[]
  readonly dates: {
    /** `{day}`, `{month}` (name), `{number}` (of the month), `{year}`. */
    readonly full: string
    /** Of the row "date first available". */
    readonly row: string
    /** A day of delivery: `{weekday}`, `{day}`, `{month}`. */
    readonly delivery: string
  }

  readonly brand: {
    /** `{brand}`. */
    readonly store: string
    readonly byline: string
    /** "(Author)", behind a name. */
    readonly author: string
  }

  readonly rating: {
    /** `{rating}`. */
    readonly stars: string
    /** `{count}`; beside the average. */
    readonly count: string
    /** `{count}`; below the histogram. */
    readonly global: string
    /** A row of the histogram for assistive technology: `{percentage}`, `{stars}`. */
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
    /** Explanation behind it. */
    readonly unavailable_note: string
    readonly elsewhere: string
  }

  readonly delivery: {
    /** Words of a promise, free of charge: the date follows. */
    readonly free: string
    readonly fastest: string
    /** `{price}`. */
    readonly paid: string
    /** Free above an amount: `{price}`. */
    readonly free_above: string
    /** With a badge, or in words: "Prime members get FREE delivery". */
    readonly prime: string
    /** Header, one line: `{place}`. */
    readonly deliver_to: string
    /** Header, first of two lines. */
    readonly deliver: string
    readonly places: readonly string[]
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
    /** `{seller}` (a link), dispatched by the marketplace. */
    readonly fulfilled: string
    readonly buy_new: string
    readonly buy_used: string
    /** "Used - Very Good" and so on, as in the buy box. */
    readonly conditions: Readonly<Record<'used_like_new' | 'used_very_good' | 'used_good' | 'used_acceptable', string>>
    readonly subscribe: string
    /** `{count}`; the lowest price follows. */
    readonly new_and_used: string
    /** `{count}`: two links of older pages; the lowest price follows. */
    readonly count_new: string
    readonly count_used: string
  }

  readonly price: {
    readonly list: string
    readonly saved: string
    /** Behind the amount of a unit: "/ 100 g". */
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
    /** Round numbers that can stand before `bought`. */
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
    readonly colour: string
    readonly brand: string
    /** Unit behind three numbers: "cm", "Centimetres". */
    readonly length_unit: string
    readonly weight_unit: string
  }

  readonly sales_rank: {
    readonly label: string
    /** `{rank}`, `{category}`. */
    readonly line: string
    /** `{category}`; in parentheses behind the first line. */
    readonly top: string
  }

  readonly dimensions: { readonly size: string; readonly colour: string; readonly style: string }
  readonly formats: {
    readonly hardcover: string
    readonly paperback: string
    readonly ebook: string
    readonly audiobook: string
  }

  readonly reviews: {
    /** `{country}`, `{date}`; country with its preposition where the language needs one. */
    readonly date: string
    /** This marketplace's country, and others, in the form that `date` needs. */
    readonly countries: readonly string[]
    readonly verified: string
    readonly helpful_one: string
    /** `{count}`. */
    readonly helpful: string
    readonly report: string
  }

  readonly search: {
    readonly sponsored: string
    /** Before the title, for assistive technology. */
    readonly sponsored_title: string
    /** `{from}`, `{to}`, `{count}`. */
    readonly results: string
    /** `{query}`. */
    readonly no_results: string
    /** `{count}`; the lowest price stands before it. */
    readonly offers: string
    readonly more_choices: string
    readonly next: string
    readonly previous: string
    /** `{count}`: exact, for assistive technology. */
    readonly ratings: string
    /** `{rating}`: for assistive technology. */
    readonly rating_details: string
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

  /** Invented words: nothing here is the name of a product or of a company. */
  readonly vocabulary: {
    readonly nouns: readonly string[]
    readonly adjectives: readonly string[]
    readonly materials: readonly string[]
    readonly colours: readonly string[]
    readonly sizes: readonly string[]
    readonly styles: readonly string[]
    /** Ladders of categories, root first. */
    readonly categories: readonly (readonly string[])[]
    readonly book_categories: readonly (readonly string[])[]
    readonly book_titles: readonly string[]
    /** Sentences about a product, with `{noun}`, `{adjective}`, `{material}`. */
    readonly sentences: readonly string[]
    readonly review_titles: readonly string[]
    readonly review_sentences: readonly string[]
    readonly names: readonly string[]
    readonly sellers: readonly string[]
    readonly publishers: readonly string[]
    readonly book_language: string
  }
}
