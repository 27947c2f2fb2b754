import * as v from 'valibot'
import { emptyFields } from '../../record/empty-value.ts'
import type { RecordOf } from '../../record/record-of.ts'
import {
  amountOrNull,
  asin,
  averageOrNull,
  count,
  countOrNull,
  currencyCode,
  described,
  text,
  textOrNull,
  url,
  urlOrNull,
} from '../../record/schema-parts.ts'
import { RANKINGS } from './rankings.ts'

const rank = v.pipe(count, v.minValue(1))
const rankOrNull = v.nullable(rank)
const ranking = v.picklist(RANKINGS)

/** One rank of a list, its fields in the order of the wire. No field is ever missing. */
export const entrySchema = v.object({
  rank: described(rank, 'Rank, as the list of the page says; a badge that differs is an issue.'),
  asin: described(asin, 'ASIN of the entry.'),
  is_complete: described(v.boolean(), 'The page shows a card of it; if not, only rank, ASIN and address are known.'),
  title: described(textOrNull, 'Whole title, also if the page shows a shortened one.'),
  url: described(url, 'Address of the product on this marketplace.'),
  /** Absent: null, the card has none. */
  image: described(urlOrNull, 'Product image, the largest that the card lists.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the card shows no price to buy, or only offers of others.
   */
  price: described(
    amountOrNull,
    'What one unit costs, bought once; lower end of a range. 0 in the list of free things.',
  ),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the price is not a range.
   */
  price_upper: described(amountOrNull, 'Upper end, if the price is a range.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the card shows no such line.
   */
  price_from: described(amountOrNull, 'Lowest of several offers, if the card shows that and no price.'),
  /** Absent: null, the card announces none. */
  pricing_count: described(countOrNull, 'Number of offers that the card announces.'),
  /** Absent: never; the currency of the marketplace, if the card shows no price. */
  currency: described(currencyCode, 'ISO 4217 code of the prices, as the card prints them.'),
  /**
   * Unit: stars, 0 to 5.
   * Absent: null, the card shows none.
   */
  rating: described(averageOrNull, 'Average of five, one decimal.'),
  reviews_count: described(countOrNull, 'Exact number of ratings; null if the card shows none.'),
  /** Absent: null, the card has no such line. */
  manufacturer: described(textOrNull, 'Author, artist or brand, as the card names it below the title.'),
  manufacturer_url: described(urlOrNull, 'Address of that line, if it is a link.'),
  /** Absent: null, the card names none. */
  format: described(textOrNull, '"Kindle Edition", "Audio CD".'),
  /** Absent: null, the card does not say. */
  formats_count: described(countOrNull, 'Number of formats that the card announces.'),
  is_prime: described(v.boolean(), 'The card has a Prime badge.'),
  /** Absent: null, in other lists than movers and shakers, or without an earlier rank. */
  previous_rank: described(rankOrNull, 'Sales rank a day ago; movers and shakers only.'),
  sales_rank: described(rankOrNull, 'Sales rank now; movers and shakers only.'),
  /** Unit: percent. */
  rank_change_percentage: described(
    v.nullable(v.pipe(v.number(), v.minValue(-Number.MAX_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER))),
    'Change of the sales rank within a day, in percent; movers and shakers only.',
  ),
})

const category = v.object({
  name: described(text, 'Name, as the tree shows it.'),
  query: described(v.string(), 'What is asked for to get its list; "" is the root.'),
  url: described(url, 'Address of its list.'),
  is_selected: described(v.boolean(), 'The list is that of this category.'),
  level: described(count, 'Depth in the tree; the root has 0.'),
})

/** A list of what sells best, is new, rises, or is wished for. It has `no_results` only if it says that it is empty. */
export const bestSellersSchema = v.object({
  list: described(ranking, 'Which list: `best_sellers`, `new_releases` and so on.'),
  query: described(v.string(), 'Category, with its node if it has one; "" is the root.'),
  url: described(url, 'Address of the list.'),
  /** Absent: null, the page has no heading. */
  title: described(textOrNull, 'Heading of the list; of a page with several lists, that of the first.'),
  /** Absent: null, the list is of the root or of a whole department. */
  node: described(textOrNull, 'Browse node of the category.'),
  page: described(v.pipe(count, v.minValue(1)), 'Page of the list.'),
  /** Absent: null, the page does not name its entries. */
  expected_count: described(
    countOrNull,
    'Number of entries that the page names, with those whose cards it loads later.',
  ),
  has_more: described(v.boolean(), 'The list has a next page.'),
  is_landing_page: described(
    v.boolean(),
    'The page shows the first entries of several lists, as that of the root does: `entries` are those of the first. Ask for a category to get a whole list.',
  ),
  categories: described(v.array(category), 'Tree next to the list.'),
  lists: described(
    v.array(
      v.object({
        list: described(ranking, 'Which list.'),
        url: described(url, 'Its address.'),
      }),
    ),
    'Other lists of the same category.',
  ),
  entries: described(v.array(entrySchema), 'Entries, in the order of the list.'),
  no_results: described(v.optional(v.literal(true)), 'The marketplace says that the list is empty.'),
  /** Absent: missing, it was not requested. */
  html: described(v.optional(v.string()), 'The page as received; only if requested.'),
})

/** One rank of a list: a value of `entrySchema`. */
export type Entry = RecordOf<typeof entrySchema>

/** A category in the tree next to a list. */
export type Category = RecordOf<typeof category>

/** A list of best sellers: a value of `bestSellersSchema`. */
export type BestSellers = RecordOf<typeof bestSellersSchema>

/** Name of a field of an entry, as on the wire. */
export type EntryField = keyof Entry
/** Fields that are read of a card. The others are known from the list. */
export type CardField = Exclude<EntryField, 'rank' | 'asin' | 'is_complete' | 'url'>

/** Fields of an entry with their empty values, in the order of the wire, without those that every entry has. */
export const emptyEntry = emptyFields(entrySchema) as Readonly<Omit<Entry, 'rank' | 'asin' | 'url' | 'currency'>>
