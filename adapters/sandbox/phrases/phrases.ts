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
 * What a marketplace prints in one language: numbers, dates, and phrases with placeholders in braces. These are those
 * of the United States and Canada, and of every phrase that a language does not list: texts that no field is read from
 * are English everywhere.
 *
 * The phrases are separate from the words that the extraction knows (`selectors/languages`). Pages are printed with
 * these and read with those, so a word that is missing there makes a test fail.
 */
export const english = {
  language: 'en',
  numbers: { group: ',', decimal: '.', isBefore: true } as NumberFormat,
  dates: {
    /** `{day}`, `{month}` (name), `{number}` (of the month), `{year}`. */
    full: '{month} {day}, {year}',
    /** In the row "date first available". */
    row: '{month} {day}, {year}',
    /** In delivery promises: `{weekday}`, `{day}`, `{month}`. */
    delivery: '{weekday}, {month} {day}',
  },
  brand: { store: 'Visit the {brand} Store', byline: 'Brand: {brand}', author: '(Author)' },
  rating: {
    stars: '{rating} out of 5 stars',
    /** `{count}`; next to the average. */
    count: '{count} ratings',
    /** `{count}`; below the histogram. */
    global: '{count} global ratings',
    /** A row of the histogram for screen readers: `{percentage}`, `{stars}`. */
    share: '{percentage} percent of reviews have {stars} stars',
    /** A row of the histogram: `{stars}`. */
    row: '{stars} star',
    questions: '{count} answered questions',
  },
  stock: {
    available: 'In Stock',
    left: 'Only {count} left in stock - order soon.',
    unavailable: 'Currently unavailable.',
    /** Explanation after `unavailable`. */
    unavailable_note: "We don't know when or if this item will be back in stock.",
    /** The product is not delivered to the place that was chosen. */
    undeliverable:
      'This item cannot be shipped to your selected delivery location. Please choose a different delivery location.',
    elsewhere: 'Available from these sellers.',
  },
  delivery: {
    /** A promise of free delivery; its date follows. */
    free: 'FREE delivery',
    fastest: 'Or fastest delivery',
    paid: '{price} delivery',
    /** Free above an amount: `{price}`. */
    free_above: 'on orders shipped by Amazon over {price}',
    /** With a badge, or in words: "Prime members get FREE delivery". */
    prime: 'Prime members get FREE delivery',
    /** The header in one line: `{location}`. */
    deliver_to: 'Deliver to {location}',
    /** The header in two lines, first line. */
    deliver: 'Deliver to',
    locations: ['Brightwater 10442', 'Old Harbor 60719', 'Saltmere 94188'],
  },
  offer: {
    add_to_cart: 'Add to cart',
    buy_now: 'Buy Now',
    see_all: 'See All Buying Options',
    quantity: 'Quantity:',
    ships_from: 'Ships from',
    sold_by: 'Sold by',
    returns_label: 'Returns',
    returns: '30-day refund / replacement',
    /** A sentence: `{seller}` (a link). */
    sold_and_shipped: 'Ships from and sold by {seller}.',
    /** A sentence: `{seller}` (a link), shipped by the marketplace. */
    fulfilled: 'Sold by {seller} and Fulfilled by Amazon.',
    buy_new: 'Buy new:',
    buy_used: 'Buy used:',
    /** Conditions as in the buy box: "Used - Very Good". */
    conditions: {
      used_like_new: 'Used - Like New',
      used_very_good: 'Used - Very Good',
      used_good: 'Used - Good',
      used_acceptable: 'Used - Acceptable',
    },
    subscribe: 'Subscribe & Save:',
    /** `{count}`; the lowest price follows. */
    new_and_used: 'New & Used ({count}) from',
  },
  price: {
    list: 'List Price:',
    saved: 'You Save:',
    /** After the price of a unit: "100 g". */
    units: ['Ounce', 'Count', '100 ml'],
    coupon: 'Apply {amount} coupon',
    deals: ['Limited time deal', 'Lightning Deal'],
  },
  badges: {
    /** The badge of the marketplace's choice, in two pieces. */
    choice: ["Amazon's", 'Choice'],
    best_seller: '#1 Best Seller',
    best_seller_in: 'in {category}',
    /** `{count}`, with a bold first part: "1K+ bought" and "in past month". */
    bought: ['{count}+ bought', 'in past month'],
    /** Values of `{count}` in `bought`. */
    bought_counts: ['50', '300', '1K', '20K'],
  },
  headings: {
    bullets: 'About this item',
    description: 'Product Description',
    details: 'Product information',
    technical: 'Technical Details',
    reviews: 'Top reviews',
    customers_say: 'Customers say',
    more: 'Read more',
    similar: 'Customers who viewed this item also viewed',
  },
  details: {
    manufacturer: 'Manufacturer',
    product_dimensions: 'Product Dimensions',
    package_dimensions: 'Package Dimensions',
    /** `{shop}`: name of the marketplace. */
    date_first_available: 'Date First Available',
    customer_reviews: 'Customer Reviews',
    weight: 'Item Weight',
    model: 'Item model number',
    publisher: 'Publisher',
    pages: 'Print length',
    page_count: '{count} pages',
    book_language: 'Language',
    material: 'Material',
    color: 'Color',
    brand: 'Brand',
    /** Unit after three numbers: "cm", "Centimetres". */
    length_unit: 'inches',
    weight_unit: 'ounces',
  },
  sales_rank: {
    label: 'Best Sellers Rank',
    line: '#{rank} in {category}',
    /** `{category}`; in parentheses after the first line. */
    top: 'See Top 100 in {category}',
  },
  dimensions: { size: 'Size', color: 'Color' },
  formats: { hardcover: 'Hardcover', paperback: 'Paperback', ebook: 'Kindle', audiobook: 'Audiobook' },
  reviews: {
    /** `{country}` (with its preposition where the language needs one), `{date}`. */
    date: 'Reviewed in {country} on {date}',
    /** Countries in the form that `date` needs. Order: that of the marketplace first. */
    countries: ['the United States', 'Canada', 'Germany'],
    verified: 'Verified Purchase',
    helpful_one: 'One person found this helpful',
    helpful: '{count} people found this helpful',
    report: 'Report',
  },
  search: {
    sponsored: 'Sponsored',
    /** Before the title, for screen readers. */
    sponsored_title: 'Sponsored Ad - ',
    results: '{from}-{to} of over {count} results for',
    no_results: 'No results for {query}',
    /** `{count}`; after the lowest price. */
    offers: '({count} used & new offers)',
    more_choices: 'More Buying Choices',
    next: 'Next',
    previous: 'Previous',
    /** `{count}`: the exact number, for screen readers. */
    ratings: '{count} ratings',
    /** `{rating}`; for screen readers. */
    rating_details: '{rating} out of 5 stars, rating details',
  },
  refinements: {
    department: 'Department',
    any_department: 'Any Department',
    reviews: 'Customer Reviews',
    /** Text of the picture of four stars, and the words after it. */
    stars: '4 Stars & Up',
    up: '& Up',
    brands: 'Brands',
    price: 'Price',
    up_to: 'Up to {price}',
    between: '{from} to {to}',
    above: '{price} & above',
    seller: 'Seller',
    prime: 'Amazon Prime',
    clear: 'Clear',
    /** For screen readers: `{option}`. */
    apply: 'Apply {option} filter to narrow results',
  },
  states: {
    captcha: 'Enter the characters you see below',
    continue_shopping: 'Click the button below to continue shopping',
    continue_button: 'Continue shopping',
    throttled: 'Sorry! Something went wrong!',
    not_found_title: 'Page Not Found',
    not_found: "Looking for something? We're sorry, there is no such page here.",
    sign_in: 'Sign in',
    gallery: 'Explore more like this',
  },
}

/** All phrases of a language. */
export type Phrases = Readonly<typeof english> & {
  /** Words for generated products. Default: those of Latin script. */
  readonly vocabulary?: Vocabulary | undefined
}

/** The phrases of a language that differ from English, by group. */
export type LanguagePhrases = {
  readonly [Group in keyof Phrases]?: Phrases[Group] extends object ? Partial<Phrases[Group]> : Phrases[Group]
}

/** A language in which some phrases differ from those of another one. */
export function variantOf<Base extends LanguagePhrases>(base: Base, own: LanguagePhrases): Base {
  const groups = Object.entries(own).map(([name, group]) => {
    const shared = base[name as keyof Base]
    return [name, typeof group === 'string' || Array.isArray(shared) ? group : { ...shared, ...group }]
  })
  return { ...base, ...(Object.fromEntries(groups) as Partial<Base>) }
}
