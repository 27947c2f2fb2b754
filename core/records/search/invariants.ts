import type { Invariant } from '../../record/invariants.ts'
import { ofPrice, ofRating } from '../../record/shared-invariants.ts'
import { countResults } from './result-range.ts'
import type { Card } from './schema.ts'

/** What the fields of a right card have in common. */
export const cardInvariants: readonly Invariant<Card>[] = [
  ...ofPrice,
  ...ofRating,
  {
    fields: ['price_strikethrough', 'price'],
    reason: 'a struck price is what the product cost before: more',
    isBroken: ({ price, price_strikethrough: struck }) => struck !== null && (price === null || struck <= price),
    settle: () => ({ price_strikethrough: null, highest_price: null }),
  },
]

/** Cards, and what the page says about them. */
interface Cards {
  readonly products: readonly Card[]
  /** The page's own words: "1-48 of over 10,000 results". Absent: null, it has none. */
  readonly result_range: string | null
}

/** What the cards of a right page have in common. */
export const searchInvariants: readonly Invariant<Cards>[] = [
  {
    fields: ['products', 'result_range'],
    reason: 'a page that shows the results 1 to 48 has 48 cards besides its ads',
    isBroken: ({ products, result_range: words }) => {
      const count = words === null ? null : countResults(words)
      return count !== null && products.filter(({ is_sponsored }) => !is_sponsored).length !== count
    },
  },
  {
    fields: ['products'],
    reason: 'a result is shown once; only an ad repeats it',
    isBroken: ({ products }) => {
      const organic = products.filter(({ is_sponsored }) => !is_sponsored)
      return new Set(organic.map(({ asin }) => asin)).size < organic.length
    },
  },
  {
    fields: ['products'],
    reason: 'results are numbered from 1 without gaps, and so are ads',
    isBroken: ({ products }) => {
      let [organic, sponsored] = [0, 0]
      return !products.every((card) =>
        card.is_sponsored ? card.sponsored_position === ++sponsored : card.organic_position === ++organic,
      )
    },
  },
]
