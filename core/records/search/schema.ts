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
  step,
  text,
  textOrNull,
  url,
  urlOrNull,
} from '../../record/schema-parts.ts'

const position = v.nullable(v.pipe(count, v.minValue(1)))

/** One product of the results grid, its fields in the order of the wire. No field is ever missing. */
export const cardSchema = v.object({
  asin: described(asin, 'ASIN of the card.'),
  title: described(text, 'Whole title from the heading; brand first, where brand and title are two headings.'),
  url: described(url, 'Address of the product on this marketplace, also if the page links through an ad.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the card shows no price. Never 0.
   */
  price: described(amountOrNull, 'What one unit costs, bought once, in the format that the card shows first.'),
  /**
   * Unit: major units of `currency`.
   * Absent: null, the card shows no discount. Never a price per unit.
   */
  price_strikethrough: described(amountOrNull, 'Struck price next to `price`, if greater than it.'),
  highest_price: described(amountOrNull, 'The same as `price_strikethrough`.'),
  /** Absent: never; the currency of the marketplace, if the card shows no price. */
  currency: described(currencyCode, 'ISO 4217 code of the prices, as the card prints them.'),
  /**
   * Unit: stars, 0 to 5.
   * Absent: null, the card shows none.
   */
  rating: described(averageOrNull, 'Average of five, one decimal.'),
  reviews_count: described(countOrNull, 'Exact number of ratings; null if the card hides it.'),
  /** Absent: null, the card has no such badge. */
  sales_volume: described(textOrNull, '"50+ bought in past month", verbatim.'),
  /** Absent: null, the card has none. */
  image: described(urlOrNull, 'Product image, the largest that the card lists.'),
  is_prime: described(v.boolean(), 'The card has a Prime badge.'),
  is_marketplace_choice: described(v.boolean(), "The marketplace's-choice badge."),
  is_sponsored: described(v.boolean(), 'The card is an ad.'),
  best_seller: described(v.boolean(), 'The best-seller badge.'),
  organic_position: described(position, 'Position among the organic cards, from 1; null for an ad.'),
  sponsored_position: described(position, 'Position among the ads, from 1; null for an organic card.'),
  /** Absent: null, the card has none. */
  shipping_information: described(textOrNull, 'Lines of the card about delivery, joined by a space.'),
  /** Absent: null, it announces none. */
  pricing_count: described(countOrNull, 'Number of offers that the card announces.'),
  /** Absent: null, it has none. */
  manufacturer: described(textOrNull, 'Brand heading, if the card has one apart from the title.'),
  is_video: described(v.boolean(), 'The card is a video block.'),
})

/** The part of the shop that a search page shows. */
const nodeSchema = v.object({
  id: described(text, 'Number of the browse node. It is what the parameter `node` takes.'),
  name: described(text, 'Its name, as displayed.'),
  ladder: described(v.array(step), 'The nodes above it, root first, then itself.'),
})

/** Conditions of one kind that the results can be narrowed by. */
const refinementSchema = v.object({
  id: described(
    text,
    'Name of the condition in addresses of the marketplace: `n` for browse nodes, `p_72` for ratings.',
  ),
  /** Absent: null, the list has no heading. */
  name: described(textOrNull, 'Heading, as displayed.'),
  options: described(
    v.array(
      v.object({
        /** Absent: null, the option is a picture without a text. */
        name: described(
          textOrNull,
          'Words of the option, as displayed; of stars and colors, their text for screen readers.',
        ),
        value: described(text, 'What the parameter `refine` takes.'),
        is_selected: described(v.boolean(), 'The results meet this condition.'),
      }),
    ),
    'Options that lead to results, in page order, also those behind "See more".',
  ),
})

/** The search response. It has `no_results` and `total_results` only if the marketplace says that nothing matched. */
export const searchSchema = v.object({
  page: described(v.pipe(count, v.minValue(1)), 'Page of the results.'),
  products: described(v.array(cardSchema), 'Cards in page order.'),
  /** Absent: null, the page shows results of the whole shop, or does not say which part. */
  node: described(v.nullable(nodeSchema), 'The browse node that the page shows the results of.'),
  refinements: described(v.array(refinementSchema), 'What the page offers to narrow the results by, in page order.'),
  /** Absent: null, it was not requested. */
  html: described(v.nullable(v.string()), 'The page as received, if requested.'),
  no_results: described(v.optional(v.literal(true)), 'The marketplace says that nothing matched.'),
  total_results: described(v.optional(v.literal(0)), 'Zero, with `no_results`.'),
})

/** One product of the results grid: a value of `cardSchema`. */
export type Card = RecordOf<typeof cardSchema>

/** What a search answers: a value of `searchSchema`. */
export type SearchResponse = RecordOf<typeof searchSchema>

/** The part of the shop that a search page shows. */
export type SearchNode = RecordOf<typeof nodeSchema>
/** Conditions of one kind that the results can be narrowed by. */
export type Refinement = RecordOf<typeof refinementSchema>

/** Name of a field of a card, as on the wire. */
export type CardField = keyof Card
/** Fields that are read of the card itself. Its positions are known once all cards are. */
export type ReadCardField = Exclude<CardField, 'organic_position' | 'sponsored_position'>

/** Fields of a card with their empty values, in the order of the wire, without those that every card has. New cards start with these values. */
export const emptyCard = emptyFields(cardSchema) as Readonly<Omit<Card, 'asin' | 'title' | 'url' | 'currency'>>
