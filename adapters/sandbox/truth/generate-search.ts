import type { Card } from '../../../core/index.ts'
import { requireLocale } from '../locale.ts'
import { Random } from '../random.ts'
import { inventCard, priceOf, type CardDraft, type InventedCard } from './invent-card.ts'
import { inventAsin, listingOf } from './invent-listing.ts'
import { inventQuery, type QueryFacts } from './invent-query.ts'
import type { SearchLayout, SearchLook, SearchSort, SearchTruth } from './search-truth.ts'

export interface SearchRequest {
  readonly query: string
  readonly domain: string
  /** From 1. A page behind the last one shows what a query without results shows. Default: 1. */
  readonly page?: number | undefined
  /** Default: "current". */
  readonly layout?: SearchLayout | undefined
  /** Seeded by the query when not given. */
  readonly look?: SearchLook | undefined
  /** Order of the organic cards. Default: "best_match". */
  readonly sort?: SearchSort | undefined
  /** Organic cards on a page. Default: 48 in columns, 16 below one another, 12 in the oldest layout. */
  readonly size?: number | undefined
  /** ISO 4217 code of the prices. Seeded by the query when not given: nearly always the marketplace's. */
  readonly currency?: string | undefined
}

/** Invents one page of search results: the same for the same request, for ever. */
export function generateSearch(request: SearchRequest): SearchTruth {
  const { query, domain, page = 1, layout = 'current', sort = 'best_match' } = request
  const locale = requireLocale(domain)
  const facts = inventQuery(query, locale)
  const look = layout === 'grid' || layout === 'current' ? (request.look ?? facts.look) : 'list'
  const currency = request.currency ?? facts.currency
  const size = request.size ?? pickSize(layout, look)
  const draft: CardDraft = { locale, layout, look, currency }
  const organic = sortAsins(facts.asins, draft, sort).slice((page - 1) * size, page * size)
  const random = new Random(`search/${domain}/${query}/${layout}/${page}`)
  const cards = organic.length === 0 ? [] : fillPage(organic, facts, draft, random)
  const isEmpty = cards.length === 0
  return {
    query,
    domain,
    layout,
    look,
    sort,
    currency,
    total: facts.asins.length,
    size,
    response: {
      page,
      products: placeCards(cards.map(({ card }) => card)),
      html: null,
      ...(isEmpty ? ({ no_results: true, total_results: 0 } as const) : {}),
    },
    asides: cards.map(({ aside }) => aside),
  }
}

function pickSize(layout: SearchLayout, look: SearchLook): number {
  if (layout === 'table') return 12
  return look === 'grid' ? 48 : 16
}

type Rank = (asin: string, draft: CardDraft) => number

/** Greater comes first. */
const RANKS: Readonly<Record<Exclude<SearchSort, 'best_match'>, Rank>> = {
  price_asc: (asin, draft) => -(priceOf(asin, draft) ?? Infinity),
  price_desc: (asin, draft) => priceOf(asin, draft) ?? -Infinity,
  avg_customer_review: (asin, { locale }) => listingOf(asin, locale.marketplace.domain).rating ?? 0,
  newest: (asin, { locale }) => new Random(`listed/${locale.marketplace.domain}/${asin}`).next(),
}

function sortAsins(asins: readonly string[], draft: CardDraft, sort: SearchSort): readonly string[] {
  if (sort === 'best_match') return asins
  const ranks = new Map(asins.map((asin) => [asin, RANKS[sort](asin, draft)]))
  return asins.toSorted((left, right) => compare(ranks.get(right) ?? 0, ranks.get(left) ?? 0))
}

/** Infinities are equal to themselves. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1
}

/** Puts ads between the organic cards: before the first, after some, behind the last. */
function fillPage(organic: readonly string[], facts: QueryFacts, draft: CardDraft, random: Random): InventedCard[] {
  const groups = inventAds(organic, facts, draft.layout, random)
  const cards: InventedCard[] = []
  for (const [place, asin] of [...organic, null].entries()) {
    for (const ad of groups.get(place) ?? []) cards.push(inventCard(ad.asin, ad.role, draft))
    if (asin !== null) cards.push(inventCard(asin, 'organic', draft))
  }
  return cards
}

interface Ad {
  readonly asin: string
  readonly role: 'sponsored' | 'video'
}

/** Ads by the organic card that they stand before. */
function inventAds(
  organic: readonly string[],
  { isOfBooks }: QueryFacts,
  layout: SearchLayout,
  random: Random,
): Map<number, Ad[]> {
  const groups = new Map<number, Ad[]>()
  if (layout === 'table' || (layout === 'grid' && random.chance(0.6))) return groups
  // What is advertised can be a result as well.
  const sponsored = (): Ad => ({
    asin: random.chance(0.2) ? random.pick(organic) : inventAsin(random, isOfBooks),
    role: 'sponsored',
  })
  const most = Math.min(layout === 'current' ? 4 : 2, Math.ceil(organic.length / 6))
  groups.set(0, Array.from({ length: random.int(0, most) }, sponsored))
  if (layout === 'list') return groups
  const middle = Math.min(organic.length, 6)
  const group = Array.from({ length: random.int(0, 2) }, sponsored)
  if (layout === 'current' && random.chance(0.35)) group.push({ asin: inventAsin(random), role: 'video' })
  if (middle > 0) groups.set(middle, group)
  if (organic.length > middle) groups.set(organic.length, Array.from({ length: random.int(0, most) }, sponsored))
  return groups
}

/** Numbers the cards: ads and others apart, each from 1. */
function placeCards(cards: readonly Card[]): Card[] {
  let organic = 0
  let sponsored = 0
  return cards.map((card) =>
    card.is_sponsored ? { ...card, sponsored_position: ++sponsored } : { ...card, organic_position: ++organic },
  )
}
