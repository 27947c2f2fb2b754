import type { Card, Place } from '../../../../../core/index.ts'
import { requireLocale, type Locale } from '../../../locale/locale.ts'
import { generateCard, priceOf, type CardContext, type GeneratedCard } from './card.ts'
import { findByGtin } from '../../../truth/gtins.ts'
import { nextAsin, listingOf } from '../../../truth/listing.ts'
import { Random } from '../../../truth/random.ts'
import type { ShopTime } from '../../../truth/shop-time.ts'
import { searchPath, type SearchSubject } from './address.ts'
import { FACETS, listConditions, type NarrowedSearch } from './conditions.ts'
import { generateColumn, toRefinements, type RefinementColumn } from './refinements.ts'
import type { SearchLook, SearchSort, SearchTruth } from './search-truth.ts'
import { isNodeOfBooks, meetsCondition, sellerOfProduct } from './shop.ts'

/** A page of a search to generate. The query decides all that is not given. */
export interface SearchRequest extends NarrowedSearch {
  /** Empty: all products of `node` or `seller`. */
  readonly query: string
  /** Id of a seller. */
  readonly seller?: string | undefined
  readonly domain: string
  /** Starts at 1. A page after the last one has no results. Default: 1. */
  readonly page?: number | undefined
  /** Default: chosen by the query. */
  readonly look?: SearchLook | undefined
  /** Sort order of the organic cards. Default: `best_match`. */
  readonly sort?: SearchSort | undefined
  /** Number of organic cards on a page. Default: 48 in columns, 16 in a list. */
  readonly size?: number | undefined
  /** ISO 4217 code of the prices. Default: chosen by the query, in most cases that of the marketplace. */
  readonly currency?: string | undefined
  /** Place of delivery that was asked for. Default: none; the header shows one that the query decides. */
  readonly place?: Place | undefined
  /** When: prices and positions move from day to day. Default: no time, nothing moves. */
  readonly time?: ShopTime | undefined
}

/**
 * Generates one page of search results. The same request always gives the same page.
 *
 * Throws: for an unknown domain.
 */
export function generateSearch(request: SearchRequest): SearchTruth {
  const { query, domain, page = 1, sort = 'best_match', seller = null, time } = request
  const locale = requireLocale(domain)
  const subject: SearchSubject = { query, seller, conditions: listConditions(request) }
  const isNarrowed = subject.conditions.length > 0 || seller !== null
  const facts = query === '' ? generateShelf(subject, locale) : generateQueryFacts(query, locale)
  const look = request.look ?? facts.look
  const currency = request.currency ?? (isNarrowed ? locale.marketplace.currency : facts.currency)
  const size = request.size ?? (look === 'grid' ? 48 : 16)
  const { place } = request
  const context: CardContext = { locale, look, currency, place, time }
  const pool =
    seller === null || query === '' ? facts.asins : facts.asins.filter((asin) => isSoldBy(seller, asin, locale))
  const found = pool.filter((asin) => subject.conditions.every((condition) => meetsCondition(asin, condition, locale)))
  const organic = sortAsins(found, context, sort).slice((page - 1) * size, page * size)
  const random = new Random(`search/${domain}/${isNarrowed ? searchPath(subject) : query}/current/${page}`)
  const cards = organic.length === 0 ? [] : fillPage(organic, { ...facts, isNarrowed }, context, random)
  const isEmpty = cards.length === 0
  const column = isEmpty ? NO_COLUMN : generateColumn({ locale, subject, pool })
  return {
    query,
    subject,
    column,
    domain,
    look,
    sort,
    currency,
    place,
    total: found.length,
    size,
    response: {
      page,
      products: numberCards(cards.map(({ card }) => card)),
      node: column.node,
      refinements: toRefinements(column),
      html: null,
      ...(isEmpty ? ({ no_results: true, total_results: 0 } as const) : {}),
    },
    cardExtras: cards.map(({ extras }) => extras),
  }
}

const NO_COLUMN: RefinementColumn = { lists: [], node: null }

function isSoldBy(seller: string, asin: string, locale: Locale): boolean {
  return sellerOfProduct(asin, locale).id === seller
}

type Rank = (asin: string, context: CardContext) => number

/** Order: highest rank first. */
const RANKS: Readonly<Record<Exclude<SearchSort, 'best_match'>, Rank>> = {
  price_asc: (asin, context) => -(priceOf(asin, context) ?? Infinity),
  price_desc: (asin, context) => priceOf(asin, context) ?? -Infinity,
  avg_customer_review: (asin, { locale, place, time }) =>
    listingOf(asin, locale.marketplace.domain, place, time).rating ?? 0,
  newest: (asin, { locale }) => new Random(`listed/${locale.marketplace.domain}/${asin}`).next(),
}

function sortAsins(asins: readonly string[], context: CardContext, sort: SearchSort): readonly string[] {
  if (sort === 'best_match') return context.time === undefined ? asins : movePositions(asins, context.time)
  const ranks = new Map(asins.map((asin) => [asin, RANKS[sort](asin, context)]))
  return asins.toSorted((left, right) => compare(ranks.get(right) ?? 0, ranks.get(left) ?? 0))
}

/** The best matches change places with those near them. */
function movePositions(asins: readonly string[], { day }: ShopTime): readonly string[] {
  const ranks = new Map(asins.map((asin, index) => [asin, index + new Random(`position/${asin}/${day}`).next() * 3]))
  return asins.toSorted((left, right) => compare(ranks.get(left) ?? 0, ranks.get(right) ?? 0))
}

/** Compares by size. A subtraction would give NaN for two infinities. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1
}

/** Puts ads among the organic cards: before the first, after the sixth, after the last. */
function fillPage(organic: readonly string[], facts: AdFacts, context: CardContext, random: Random): GeneratedCard[] {
  const groups = generateAds(organic, facts, random)
  const cards: GeneratedCard[] = []
  for (const [index, asin] of [...organic, null].entries()) {
    for (const ad of groups.get(index) ?? []) cards.push(generateCard(ad.asin, ad.role, context))
    if (asin !== null) cards.push(generateCard(asin, 'organic', context))
  }
  return cards
}

interface AdFacts extends Pick<QueryFacts, 'isOfBooks'> {
  /** Whether ads meet conditions too. */
  readonly isNarrowed: boolean
}

interface Ad {
  readonly asin: string
  readonly role: 'sponsored' | 'video'
}

/** Generates ads, grouped by the index of the organic card that follows them. */
function generateAds(
  organic: readonly string[],
  { isOfBooks, isNarrowed }: AdFacts,
  random: Random,
): Map<number, Ad[]> {
  const groups = new Map<number, Ad[]>()
  // An ad can show a product that is also an organic result.
  const sponsored = (): Ad => ({
    asin: random.chance(isNarrowed ? 1 : 0.2) ? random.pick(organic) : nextAsin(random, isOfBooks),
    role: 'sponsored',
  })
  const most = Math.min(4, Math.ceil(organic.length / 6))
  groups.set(0, Array.from({ length: random.int(0, most) }, sponsored))
  const middle = Math.min(organic.length, 6)
  const group = Array.from({ length: random.int(0, 2) }, sponsored)
  if (random.chance(0.35)) group.push({ asin: isNarrowed ? random.pick(organic) : nextAsin(random), role: 'video' })
  if (middle > 0) groups.set(middle, group)
  if (organic.length > middle) groups.set(organic.length, Array.from({ length: random.int(0, most) }, sponsored))
  return groups
}

/** Numbers ads and organic cards separately, each from 1. */
function numberCards(cards: readonly Card[]): Card[] {
  let organic = 0
  let sponsored = 0
  return cards.map((card) =>
    card.is_sponsored ? { ...card, sponsored_position: ++sponsored } : { ...card, organic_position: ++organic },
  )
}

/** Facts of a query that all pages of its results share. */
interface QueryFacts {
  /** Organic results. Order: best match first. */
  readonly asins: readonly string[]
  readonly isOfBooks: boolean
  readonly look: SearchLook
  readonly currency: string
}

/** Currencies of visitors from abroad. */
const FOREIGN_CURRENCIES = ['EUR', 'USD', 'TWD', 'GBP']

function generateQueryFacts(query: string, locale: Locale): QueryFacts {
  const { domain, currency } = locale.marketplace
  const random = new Random(`query/${domain}/${query}`)
  const isOfBooks = random.chance(0.2)
  const isFromAbroad = random.chance(0.06)
  const foreign = random.pick(FOREIGN_CURRENCIES.filter((code) => code !== currency))
  const asins = random.fork('asins')
  return {
    asins: findByGtin(query) ?? Array.from({ length: pickTotal(query, random) }, () => nextAsin(asins, isOfBooks)),
    isOfBooks,
    look: random.chance(isOfBooks ? 0.7 : 0.4) ? 'list' : 'grid',
    currency: isFromAbroad ? foreign : currency,
  }
}

/** The products of a node or a seller: every seller has some, and every node of the shop. */
function generateShelf({ seller, conditions }: SearchSubject, locale: Locale): QueryFacts {
  const { domain, currency } = locale.marketplace
  const nodes = conditions.flatMap(({ facet, values }) => (facet === FACETS.node ? values : []))
  const random = new Random(`shelf/${domain}/${seller ?? nodes.join('/')}`)
  const isOfBooks = nodes.some((node) => isNodeOfBooks(node, locale))
  const asins = random.fork('asins')
  return {
    asins: Array.from({ length: random.int(60, 400) }, () => nextAsin(asins, isOfBooks)),
    isOfBooks,
    look: 'grid',
    currency,
  }
}

/** Only consonants, digits and spaces: "qqzxv" has no results. */
const NO_WORD = /^[bcdfghjklmnpqrstvwxz\d\s]*$/i

function pickTotal(query: string, random: Random): number {
  if (NO_WORD.test(query)) return 0
  return random.chance(0.2) ? random.int(1, 15) : random.int(16, 400)
}
