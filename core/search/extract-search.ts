import type { Attempt } from '../field/field-reader.ts'
import { makeIssue, type Issue } from '../field/issue.ts'
import type { Page } from '../html/page.ts'
import { findNoResults } from '../page/classify-page.ts'
import { compileMarketplace, type CompiledMarketplace, type Marketplace } from '../marketplace/marketplace.ts'
import { parseCount } from '../text/count.ts'
import { readText } from '../text/read-text.ts'
import { copyOut } from '../text/copy-out.ts'
import { productUrl } from '../text/url.ts'
import { CardReading } from './card-reading.ts'
import { cardFields } from './fields/index.ts'
import { findCards } from './find-cards.ts'
import { placeCards } from './place-cards.ts'
import type { Card, SearchResponse } from './search-schema.ts'

export interface ExtractSearchOptions {
  /** Page that was asked for; what the page says counts when not given, and 1 when it says nothing. */
  readonly page?: number | undefined
  /** Attach the page itself as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Keep account of every selector that was tried. Default: false. */
  readonly explain?: boolean | undefined
}

/** What was read of one search page. Nothing of it keeps the page alive. */
export interface SearchExtraction {
  /** Null when the page holds no cards and does not say that nothing matched. */
  readonly response: SearchResponse | null
  readonly issues: readonly Issue[]
  /** What gave each field its value: `products[0].price` to a selector. */
  readonly winners: Readonly<Record<string, string>>
  /** Everything that was tried, in order; null unless asked for. */
  readonly attempts: readonly Attempt[] | null
}

/** Reads a search page. What the page says is never an exception: see `response` and `issues`. */
export function extractSearch(
  page: Page,
  marketplace: Marketplace,
  options: ExtractSearchOptions = {},
): SearchExtraction {
  const compiled = compileMarketplace(marketplace)
  const cards = findCards(page, compiled.search)
  page.elements.readAlike(cards)
  const readings = cards
    .map((card) => new CardReading(page, card, compiled, cardFields, options.explain ?? false))
    .filter((reading) => reading.get('asin') !== '' && reading.get('title') !== '')
  const products = placeCards(readings.map((reading) => readCard(reading)))
  const isEmpty = products.length === 0
  const noResults = isEmpty && findNoResults(page) !== null
  const response: SearchResponse = {
    page: options.page ?? readPageNumber(page, compiled),
    products,
    html: options.addHtml ? page.decode() : null,
    ...(noResults ? ({ no_results: true, total_results: 0 } as const) : {}),
  }
  const read = copyOut({
    response: isEmpty && !noResults ? null : response,
    issues:
      isEmpty && !noResults
        ? [makeIssue('products', '', '', 'missing')]
        : readings.flatMap(({ fields }, index) => fields.issues.map((issue) => placed(issue, index))),
    attempts: options.explain
      ? readings.flatMap(({ fields }, index) => (fields.attempts ?? []).map((attempt) => placed(attempt, index)))
      : null,
  })
  return { ...read, winners: collectWinners(readings) }
}

/** Selectors, which are no pieces of the page. */
function collectWinners(readings: readonly CardReading[]): Record<string, string> {
  const winners: Record<string, string> = {}
  for (const [index, { fields }] of readings.entries()) {
    for (const [field, source] of fields.winners) winners[placeOf(field, index)] = source
  }
  return winners
}

function placed<T extends { readonly field: string }>(entry: T, index: number): T {
  return { ...entry, field: placeOf(entry.field, index) }
}

/** More than pages have; whatever they have, no more places are kept. */
const MAX_KEPT_CARDS = 100
const keptPlaces = new Map<string, string[]>()

/** Each place is made once: as a new key of an object, a string costs much more than one that was a key before. */
function placeOf(field: string, index: number): string {
  if (index >= MAX_KEPT_CARDS) return `products[${index}].${field}`
  let places = keptPlaces.get(field)
  if (places === undefined) {
    places = Array.from({ length: MAX_KEPT_CARDS }, (_, index) => `products[${index}].${field}`)
    keptPlaces.set(field, places)
  }
  return places[index] as string
}

function readCard(reading: CardReading): Card {
  const asin = reading.get('asin')
  const struck = reading.get('price_strikethrough')
  return {
    asin,
    title: reading.get('title'),
    url: productUrl(reading.marketplace.host, asin),
    price: reading.get('price'),
    price_strikethrough: struck,
    highest_price: struck,
    currency: reading.get('currency'),
    rating: reading.get('rating'),
    reviews_count: reading.get('reviews_count'),
    sales_volume: reading.get('sales_volume'),
    image: reading.get('image'),
    is_prime: reading.get('is_prime'),
    is_marketplace_choice: reading.get('is_marketplace_choice'),
    is_sponsored: reading.get('is_sponsored'),
    best_seller: reading.get('best_seller'),
    organic_position: null,
    sponsored_position: null,
    shipping_information: reading.get('shipping_information'),
    pricing_count: reading.get('pricing_count'),
    manufacturer: reading.get('manufacturer'),
    is_video: reading.get('is_video'),
  }
}

function readPageNumber(page: Page, { search }: CompiledMarketplace): number {
  for (const selector of search.page) {
    const selected = selector.selectFirst(page)
    const number = selected === null ? null : parseCount(readText(selected))
    if (number !== null && number > 0) return number
  }
  return 1
}
