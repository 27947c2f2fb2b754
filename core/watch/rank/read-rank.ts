import type { Card, SearchResponse } from '../../records/search/schema.ts'
import type { Track } from './track.ts'

/** Where a tracked product is among the results of one look. */
export interface ProductRank {
  readonly asin: string
  /** From 1. Absent: null, it is not an organic result of the pages that were looked at. */
  readonly organic_position: number | null
  /** From 1, among the ads. Absent: null, no ad of these pages shows it. */
  readonly sponsored_position: number | null
  /** Page of the results that shows it: as an organic result, else as an ad. Absent: null, none of these pages does. */
  readonly page: number | null
  /** ASINs of up to three organic results directly above it. Order: nearest first. Empty: it is the first, or not there. */
  readonly above: readonly string[]
}

/** How many cards are of a brand. */
export interface BrandShare {
  readonly brand: string
  /** Cards of all pages that were looked at, ads included. */
  readonly cards: number
  /** The same among the first ten cards. */
  readonly top10_cards: number
}

/** What one look at a search says about what is tracked. */
export interface RankLook {
  /** Number of the first page, and how many were looked at. */
  readonly first_page: number
  readonly pages: number
  /** Cards of these pages, ads included. */
  readonly cards: number
  /** Order: of the watch. */
  readonly products: readonly ProductRank[]
  /** The tracked brands, then up to ten others. Order: of the watch, then most cards first. */
  readonly brands: readonly BrandShare[]
}

const ABOVE = 3
const TOP = 10
const OTHER_BRANDS = 10

/** Reads the rank from a search. `pageRows`: cards of each page that was looked at. Default: it is one page. */
export function readRank(
  { page: first, products: cards }: Pick<SearchResponse, 'page' | 'products'>,
  { asins, brands }: Track,
  pageRows: readonly number[] = [cards.length],
): RankLook {
  const pages = pageRows.flatMap((rows, index) => Array.from({ length: rows }, () => first + index))
  const organic = cards.filter((card) => card.organic_position !== null)
  const products = asins.map((asin): ProductRank => {
    const own = cards.flatMap((card, index) => (card.asin === asin ? [{ card, page: pages[index] ?? first }] : []))
    const result = own.find(({ card }) => card.organic_position !== null)
    const ad = own.find(({ card }) => card.sponsored_position !== null)
    const index = result === undefined ? 0 : organic.indexOf(result.card)
    return {
      asin,
      organic_position: result?.card.organic_position ?? null,
      sponsored_position: ad?.card.sponsored_position ?? null,
      page: (result ?? ad)?.page ?? null,
      above: organic
        .slice(Math.max(0, index - ABOVE), index)
        .map((card) => card.asin)
        .toReversed(),
    }
  })
  return {
    first_page: first,
    pages: pageRows.length,
    cards: cards.length,
    products,
    brands: countBrands(cards, brands),
  }
}

function countBrands(cards: readonly Card[], tracked: readonly string[]): readonly BrandShare[] {
  const names = new Map(tracked.map((brand) => [brand.toLowerCase(), brand]))
  const counts = new Map([...names.keys()].map((key) => [key, { cards: 0, top10_cards: 0 }]))
  const ofWatch = names.size
  for (const [index, card] of cards.entries()) {
    const brand = brandOf(card, tracked)
    if (brand === null) continue
    const key = brand.toLowerCase()
    if (!names.has(key)) names.set(key, brand)
    const { cards: all, top10_cards } = counts.get(key) ?? { cards: 0, top10_cards: 0 }
    counts.set(key, { cards: all + 1, top10_cards: top10_cards + (index < TOP ? 1 : 0) })
  }
  const all = [...counts].map(([key, { cards: count, top10_cards }]) => ({
    brand: names.get(key) ?? key,
    cards: count,
    top10_cards,
  }))
  const others = all.slice(ofWatch).toSorted((left, right) => right.cards - left.cards)
  return [...all.slice(0, ofWatch), ...others.slice(0, OTHER_BRANDS)]
}

const LETTER = /^[\p{L}\p{N}]/u

/** The brand that a card names, or the tracked one that its title begins with. Absent: null, neither. */
function brandOf({ manufacturer, title }: Card, tracked: readonly string[]): string | null {
  if (manufacturer !== null) return manufacturer
  const text = title.toLowerCase()
  const begins = (brand: string): boolean =>
    text.startsWith(brand.toLowerCase()) && !LETTER.test(text.slice(brand.length))
  return tracked.find(begins) ?? null
}
