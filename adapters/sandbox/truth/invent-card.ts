import type { Card } from '../../../core/index.ts'
import { fill, type Locale } from '../locale.ts'
import { Random } from '../random.ts'
import { inventDelivery } from './invent-delivery.ts'
import { inventPrice, listingOf, pricesIn, roundTo, type Listing, type Prices } from './invent-listing.ts'
import { listPictureSources } from './search-pictures.ts'
import type { CardAside, DeliveryLine, FormatPrice, PriceWay, SearchLayout, SearchLook } from './search-truth.ts'

/** What the cards of a page have in common. */
export interface CardDraft {
  readonly locale: Locale
  readonly layout: SearchLayout
  readonly look: SearchLook
  readonly currency: string
}

export type CardRole = 'organic' | 'sponsored' | 'video'

/** A card, its place not yet known, and what stands beside its fields. */
export interface InventedCard {
  readonly card: Card
  readonly aside: CardAside
}

/** What a layout has a place for; pages before 2019 know fewer things. */
const PLACES: Readonly<
  Record<
    SearchLayout,
    { hasBrand: boolean; hasBadges: boolean; hasSales: boolean; hasOffers: boolean; hasWords: boolean }
  >
> = {
  current: { hasBrand: true, hasBadges: true, hasSales: true, hasOffers: true, hasWords: true },
  grid: { hasBrand: true, hasBadges: true, hasSales: false, hasOffers: true, hasWords: false },
  list: { hasBrand: false, hasBadges: true, hasSales: false, hasOffers: true, hasWords: false },
  table: { hasBrand: false, hasBadges: false, hasSales: false, hasOffers: false, hasWords: false },
}

/** Invents the card of a product: what the product's listing says, as far as the layout shows it. */
export function inventCard(asin: string, role: CardRole, draft: CardDraft): InventedCard {
  const { locale, layout, look } = draft
  const { domain, host, currency } = locale.marketplace
  const places = PLACES[layout]
  const listing = listingOf(asin, domain)
  const random = new Random(`card/${domain}/${asin}/${layout}`)
  const { price, struck, priceWay, delivery, offers } = inventOffer(listing, role, draft, random)
  const isPlain = role !== 'video'
  const brand = places.hasBrand && listing.kind === 'apparel' && isPlain ? listing.brand : null
  const badges = inventBadges(listing, places.hasBadges && isPlain, random.fork('badges'))
  const title = foldBlanks(listing.title)
  const card: Card = {
    asin,
    title: brand === null ? title : `${brand} ${title}`,
    url: `https://${host}/dp/${asin}`,
    price,
    price_strikethrough: struck,
    highest_price: struck,
    currency: price !== null || offers.from !== null ? draft.currency : currency,
    rating: listing.rating,
    reviews_count: listing.rating === null ? null : listing.reviews_count,
    sales_volume: places.hasSales && listing.sales_volume !== null ? foldBlanks(listing.sales_volume) : null,
    image: listPictureSources(listing.picture, layout, look).at(-1)?.url ?? null,
    is_prime: listing.is_prime && price !== null && isPlain,
    is_marketplace_choice: badges.is_marketplace_choice,
    is_sponsored: role !== 'organic',
    best_seller: badges.best_seller,
    organic_position: null,
    sponsored_position: null,
    shipping_information: delivery.length === 0 ? null : joinDelivery(delivery),
    pricing_count: places.hasOffers ? offers.count : null,
    manufacturer: brand,
    is_video: role === 'video',
  }
  const aside: CardAside = {
    ...inventDecoys(listing, draft, priceWay === 'row' ? price : null, random.fork('decoys')),
    kind: listing.kind,
    picture: listing.picture,
    author: listing.kind === 'book' ? listing.brand : null,
    priceWay,
    delivery,
    offersFrom: offers.from,
  }
  return { card, aside }
}

/** The choice's badge stands on the cards of queries that it was given for; and one badge has room, the best sellers' first. */
function inventBadges(
  { is_marketplace_choice, best_seller }: Listing,
  hasRoom: boolean,
  random: Random,
): Pick<Card, 'is_marketplace_choice' | 'best_seller'> {
  const isChosen = is_marketplace_choice && !best_seller && random.chance(0.3)
  return { is_marketplace_choice: hasRoom && isChosen, best_seller: hasRoom && best_seller }
}

interface ShownOffer extends Prices {
  readonly priceWay: PriceWay
  readonly delivery: readonly DeliveryLine[]
  readonly offers: Offers
}

/** What the card shows of the featured offer, and of the others. */
function inventOffer(listing: Listing, role: CardRole, draft: CardDraft, random: Random): ShownOffer {
  const { price, struck } = pricesIn(draft.currency, listing)
  const priceWay = pickPriceWay(price, listing, draft, role, random.fork('way'))
  const isShown = priceWay === 'row' || priceWay === 'words'
  const isAlone = priceWay === 'words' || role === 'video'
  return {
    price: isShown ? price : null,
    struck: priceWay === 'row' ? struck : null,
    priceWay,
    delivery: isShown ? inventDelivery({ ...draft, isPrime: listing.is_prime, random: random.fork('delivery') }) : [],
    offers: isAlone ? NO_OFFERS : inventOffers(draft, random.fork('offers')),
  }
}

/** What a product costs, in the currency of the page. */
export function priceOf(asin: string, draft: CardDraft): number | null {
  return pricesIn(draft.currency, listingOf(asin, draft.locale.marketplace.domain)).price
}

/** Of books, some cost members nothing; their price stands in words, or nowhere. */
function pickPriceWay(
  price: number | null,
  { kind }: Listing,
  { layout, locale, currency }: CardDraft,
  role: CardRole,
  random: Random,
): PriceWay {
  if (price === null) return 'none'
  if (kind !== 'book' || !PLACES[layout].hasWords || role === 'video') return 'row'
  if (random.chance(0.15)) return 'words'
  return random.chance(0.05) && currency === locale.marketplace.currency ? 'trial' : 'row'
}

interface Offers {
  readonly count: number | null
  /** The lowest price. */
  readonly from: number | null
}

const NO_OFFERS: Offers = { count: null, from: null }

function inventOffers({ currency }: CardDraft, random: Random): Offers {
  return random.chance(0.3) ? { count: random.int(2, 48), from: inventPrice(random, currency) } : NO_OFFERS
}

function inventDecoys(
  { kind }: Listing,
  { locale, layout, currency }: CardDraft,
  price: number | null,
  random: Random,
): Pick<CardAside, 'format' | 'otherFormats' | 'unitPrice' | 'subscription' | 'coupon' | 'stock'> {
  const { formats, price: words, stock } = locale.phrases
  const isBook = kind === 'book'
  const isItem = kind === 'item' && price !== null
  const names = random.sample(Object.values(formats), random.int(1, 3))
  const others = names.slice(1).map((name): FormatPrice => ({ name, price: inventPrice(random, currency) }))
  return {
    format: isBook || layout === 'table' ? (names[0] ?? null) : null,
    otherFormats: isBook && price !== null ? others : [],
    unitPrice:
      isItem && random.chance(0.25)
        ? { price: roundTo(price / random.pick([3, 7, 12]), currency), unit: random.pick(words.units) }
        : null,
    subscription: isItem && random.chance(0.15) ? roundTo(price * 0.9, currency) : null,
    coupon: isItem && random.chance(0.12) ? roundTo(price * 0.1, currency) : null,
    stock: price !== null && random.chance(0.15) ? fill(stock.left, { count: locale.count(random.int(1, 9)) }) : null,
  }
}

function joinDelivery(lines: readonly DeliveryLine[]): string {
  return foldBlanks(lines.map(({ words, date, condition }) => `${words} ${date} ${condition}`).join(' '))
}

const BLANKS = /\s+/g

/** As a reader sees a text: narrow and hard blanks are blanks. */
function foldBlanks(text: string): string {
  return text.replace(BLANKS, ' ').trim()
}
