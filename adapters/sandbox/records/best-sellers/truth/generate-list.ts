import { RANKINGS, type BestSellers, type Entry } from '../../../../../core/index.ts'
import { fill, requireLocale, type Locale } from '../../../locale/locale.ts'
import { describeCurrency, roundTo } from '../../../locale/money-format.ts'
import { imageUrl, listingOf, nextAsin } from '../../../truth/listing.ts'
import { Random } from '../../../truth/random.ts'
import { listPath } from './addresses.ts'
import { findMagicCategory } from './magic.ts'
import type { BestSellersPageRequest } from './page-request.ts'
import { wordsOf } from './words.ts'
import { categoryName, generateCategories, isOfBooks, rootDepartments } from './categories.ts'
import { LIST_LAYOUTS, ROOT_CARDS, ROOT_ENTRIES, SHOWN_CARDS, type ListLayout, type ListTruth } from './list-truth.ts'

/** A list to generate. Default: the first page of the best sellers of the root, when nothing moves. */
export interface ListRequest extends Partial<Omit<BestSellersPageRequest, 'weight'>> {
  readonly domain: string
  /** Default: chosen by the category. */
  readonly layout?: ListLayout | undefined
}

const PAGE_SIZE = 50
const PAGES = 2
/** Size of the image that a card lists as its largest. */
const LARGEST = 'AC_UL900_SR900,600'

/**
 * Generates one page of a list. The same request always gives the same page; another time moves ranks and prices.
 *
 * Throws: for an unknown domain.
 */
export function generateList(given: ListRequest): ListTruth {
  const asked = {
    list: RANKINGS[0],
    alias: '',
    node: null,
    page: 1,
    isFree: false,
    part: null,
    ...given,
  }
  const magic = findMagicCategory(asked.alias)
  const request = {
    ...asked,
    ...(magic === 'wrong-list' ? { list: asked.list === 'most_gifted' ? RANKINGS[0] : ('most_gifted' as const) } : {}),
    ...(magic === 'wrong-page' ? { page: asked.page === 1 ? 2 : 1 } : {}),
  }
  const { domain, list, alias, node, page } = request
  const locale = requireLocale(domain)
  const { host } = locale.marketplace
  const random = new Random(`list/${domain}/${list}/${alias}/${node ?? ''}`)
  const layout = given.layout ?? random.pick(LIST_LAYOUTS)
  const isRoot = alias === ''
  // The page of the root shows several lists; its record is the first.
  const own = isRoot ? { ...request, alias: rootDepartments()[0] ?? '' } : request
  const whole = magic === 'empty' || page > PAGES ? [] : generateEntries(own, isRoot, locale)
  const shown = isRoot ? ROOT_CARDS : SHOWN_CARDS
  const query = node === null ? alias : `${alias}/${node}`
  const words = wordsOf(locale)
  const record: BestSellers = {
    list,
    query,
    url: `https://${host}${listPath(request)}`,
    title: fill(words.heading, { list: words.lists[list], category: categoryName(own, locale) }),
    node,
    // A list that is empty shows no numbers of pages.
    page: isRoot || whole.length === 0 ? 1 : page,
    expected_count: whole.length,
    has_more: !isRoot && page < PAGES && whole.length > 0,
    is_landing_page: isRoot,
    categories: [...generateCategories(request, locale)],
    lists: RANKINGS.filter((other) => other !== list).map((other) => ({
      list: other,
      url: `https://${host}${listPath({ ...request, list: other })}`,
    })),
    entries: whole.map((entry, index) => (index < shown ? entry : withoutCard(entry))),
    ...(whole.length === 0 ? ({ no_results: true } as const) : {}),
  }
  return {
    request,
    layout,
    record,
    whole,
    pictures: new Map(whole.map(({ asin }) => [asin, listingOf(asin, domain).picture])),
    withholdsRest: magic === 'no-rest',
  }
}

type Own = Omit<BestSellersPageRequest, 'weight'>

function generateEntries(own: Own, isRoot: boolean, locale: Locale): readonly Entry[] {
  const first = isRoot ? 0 : (own.page - 1) * PAGE_SIZE
  const count = isRoot ? ROOT_ENTRIES : PAGE_SIZE
  return rankedAsins(own)
    .slice(first, first + count)
    .map((asin, index) => generateEntry(asin, first + index + 1, own, locale))
}

/** How far a product moves from its usual rank within a day, at most. */
const MOVEMENT = 6

/** Products of a list by rank. From day to day, each moves a little, and some come and go. */
function rankedAsins({ domain, list, alias, node, isFree, time }: Own): readonly string[] {
  const random = new Random(`ranks/${domain}/${list}/${alias}/${node ?? ''}/${String(isFree)}`)
  const asins = Array.from({ length: PAGES * PAGE_SIZE + 2 * MOVEMENT }, () => nextAsin(random, isOfBooks(alias)))
  const places = asins.map((asin, index) => ({
    asin,
    place: index + (time === undefined ? 0 : new Random(`day/${time.day}/${asin}`).next() * MOVEMENT),
  }))
  return places.toSorted((left, right) => left.place - right.place).map(({ asin }) => asin)
}

function generateEntry(asin: string, rank: number, { list, domain, isFree, time, place }: Own, locale: Locale): Entry {
  const listing = listingOf(asin, domain, place, time)
  const random = new Random(`entry/${domain}/${asin}`)
  const isBook = listing.kind === 'book'
  const offer = generateOffer(listing.price, isFree, random, locale)
  const { hardcover, paperback, ebook } = locale.phrases.formats
  return {
    rank,
    asin,
    is_complete: true,
    title: listing.title,
    url: `https://${locale.marketplace.host}/dp/${asin}`,
    image: imageUrl(listing.picture, LARGEST),
    ...offer,
    currency: locale.marketplace.currency,
    rating: listing.rating,
    reviews_count: listing.rating === null ? null : listing.reviews_count,
    manufacturer: isBook ? listing.brand : null,
    manufacturer_url: null,
    format: isBook ? random.pick([hardcover, paperback, ebook]) : null,
    formats_count: null,
    is_prime: listing.is_prime,
    ...generateMovement(list, rank, new Random(`movement/${domain}/${asin}/${time?.day ?? 'still'}`)),
  }
}

type Offer = Pick<Entry, 'price' | 'price_upper' | 'price_from' | 'pricing_count'>

/** A price, a range of prices, offers of others, or nothing. */
function generateOffer(price: number | null, isFree: boolean, random: Random, { marketplace }: Locale): Offer {
  const none: Offer = { price: null, price_upper: null, price_from: null, pricing_count: null }
  if (isFree) return { ...none, price: 0 }
  if (price === null) return none
  if (random.chance(0.3)) return { ...none, price_from: price, pricing_count: random.int(1, 40) }
  const { perDollar } = describeCurrency(marketplace.currency)
  const upper = roundTo(price + random.int(1, 40) * perDollar, marketplace.currency)
  return random.chance(0.12) ? { ...none, price, price_upper: upper } : { ...none, price }
}

type Movement = Pick<Entry, 'previous_rank' | 'sales_rank' | 'rank_change_percentage'>

function generateMovement(list: string, rank: number, random: Random): Movement {
  if (list !== 'movers_and_shakers') return { previous_rank: null, sales_rank: null, rank_change_percentage: null }
  const sales_rank = rank * random.int(2, 40)
  // Some had no rank the day before.
  const previous_rank = random.chance(0.9) ? sales_rank * random.int(2, 90) : null
  const change = previous_rank === null ? null : Math.round(((previous_rank - sales_rank) / sales_rank) * 100)
  return { previous_rank, sales_rank, rank_change_percentage: change }
}

/** An entry whose card the page does not show. */
function withoutCard(entry: Entry): Entry {
  const { rank, asin, url, currency, previous_rank, sales_rank, rank_change_percentage } = entry
  return {
    rank,
    asin,
    is_complete: false,
    title: null,
    url,
    image: null,
    price: null,
    price_upper: null,
    price_from: null,
    pricing_count: null,
    currency,
    rating: null,
    reviews_count: null,
    manufacturer: null,
    manufacturer_url: null,
    format: null,
    formats_count: null,
    is_prime: false,
    previous_rank,
    sales_rank,
    rank_change_percentage,
  }
}
