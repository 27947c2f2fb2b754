import { emptyCard, type Card, type Place } from '../../../../../core/index.ts'
import { fill, type Day, type Locale } from '../../../locale/locale.ts'
import { roundTo } from '../../../locale/money-format.ts'
import { generatePrice, listingOf, pricesIn, type Listing, type Prices } from '../../../truth/listing.ts'
import { nameOfPlace } from '../../../truth/place.ts'
import { Random } from '../../../truth/random.ts'
import type { ShopTime } from '../../../truth/shop-time.ts'
import {
  listPictureSources,
  type CardExtras,
  type DeliveryLine,
  type FormatPrice,
  type PriceForm,
  type SearchLook,
} from './search-truth.ts'

/** What all cards of a page share. */
export interface CardContext {
  readonly locale: Locale
  readonly look: SearchLook
  readonly currency: string
  /** Place of delivery that was asked for. Absent: undefined. */
  readonly place: Place | undefined
  /** Absent: undefined, nothing moves. */
  readonly time?: ShopTime | undefined
}

export type CardRole = 'organic' | 'sponsored' | 'video'

/** A card without its position, and its extras. */
export interface GeneratedCard {
  readonly card: Card
  readonly extras: CardExtras
}

/** Generates the card of a product: the facts of its listing that a card shows. */
export function generateCard(asin: string, role: CardRole, context: CardContext): GeneratedCard {
  const { locale, look } = context
  const { domain, host, currency } = locale.marketplace
  const { place, time } = context
  const listing = listingOf(asin, domain, place, time)
  const random = new Random(`card/${domain}/${asin}/current`)
  const { price, struck, priceForm, delivery, offers } = generateOffer(listing, role, context, random)
  const isPlain = role !== 'video'
  const brand = listing.kind === 'apparel' && isPlain ? listing.brand : null
  const badges = generateBadges(listing, isPlain, random.fork('badges'))
  const title = collapseSpaces(listing.title)
  const card: Card = {
    ...emptyCard,
    asin,
    title: brand === null ? title : `${brand} ${title}`,
    url: `https://${host}/dp/${asin}`,
    price,
    price_strikethrough: struck,
    highest_price: struck,
    currency: price !== null || offers.from !== null ? context.currency : currency,
    rating: listing.rating,
    reviews_count: listing.rating === null ? null : listing.reviews_count,
    sales_volume: listing.sales_volume === null ? null : collapseSpaces(listing.sales_volume),
    image: listPictureSources(listing.picture, look).at(-1)?.url ?? null,
    is_prime: listing.is_prime && price !== null && isPlain,
    is_marketplace_choice: badges.is_marketplace_choice,
    is_sponsored: role !== 'organic',
    best_seller: badges.best_seller,
    organic_position: null,
    sponsored_position: null,
    shipping_information: delivery.length === 0 ? null : joinDelivery(delivery),
    pricing_count: offers.count,
    manufacturer: brand,
    is_video: role === 'video',
  }
  const extras: CardExtras = {
    ...generateExtras(listing, context, priceForm === 'row' ? price : null, random.fork('decoys')),
    kind: listing.kind,
    picture: listing.picture,
    author: listing.kind === 'book' ? listing.brand : null,
    priceForm,
    delivery,
    offersFrom: offers.from,
  }
  return { card, extras }
}

/** A card shows one badge, best seller before choice. The badge of the choice depends on the query, so some cards lack it. */
function generateBadges(
  { is_marketplace_choice, best_seller }: Listing,
  hasRoom: boolean,
  random: Random,
): Pick<Card, 'is_marketplace_choice' | 'best_seller'> {
  const isChosen = is_marketplace_choice && !best_seller && random.chance(0.3)
  return { is_marketplace_choice: hasRoom && isChosen, best_seller: hasRoom && best_seller }
}

interface ShownOffer extends Prices {
  readonly priceForm: PriceForm
  readonly delivery: readonly DeliveryLine[]
  readonly offers: Offers
}

/** What the card shows of the featured offer and of other offers. */
function generateOffer(listing: Listing, role: CardRole, context: CardContext, random: Random): ShownOffer {
  const { price, struck } = pricesIn(context.currency, listing)
  const priceForm = pickPriceForm(price, listing, context, role, random.fork('way'))
  const isShown = priceForm === 'row' || priceForm === 'words'
  const hidesOthers = priceForm === 'words' || role === 'video'
  return {
    price: isShown ? price : null,
    struck: priceForm === 'row' ? struck : null,
    priceForm,
    delivery: isShown
      ? generateDelivery({ ...context, isPrime: listing.is_prime, random: random.fork(deliverySeed(context)) })
      : [],
    offers: hidesOthers ? NO_OFFERS : generateOffers(context, random.fork('offers')),
  }
}

/** Delivery depends on the place. */
function deliverySeed({ place }: CardContext): string {
  return place === undefined ? 'delivery' : `delivery/${nameOfPlace(place)}`
}

/** Price of a product in the currency of the page. Absent: null. */
export function priceOf(asin: string, context: CardContext): number | null {
  const { locale, place, time } = context
  return pricesIn(context.currency, listingOf(asin, locale.marketplace.domain, place, time)).price
}

/** Some books are free for members. Their cards show the price in words, or no price. */
function pickPriceForm(
  price: number | null,
  { kind }: Listing,
  { locale, currency }: CardContext,
  role: CardRole,
  random: Random,
): PriceForm {
  if (price === null) return 'none'
  if (kind !== 'book' || role === 'video') return 'row'
  if (random.chance(0.15)) return 'words'
  return random.chance(0.05) && currency === locale.marketplace.currency ? 'trial' : 'row'
}

interface Offers {
  readonly count: number | null
  /** Lowest price. */
  readonly from: number | null
}

const NO_OFFERS: Offers = { count: null, from: null }

function generateOffers({ currency }: CardContext, random: Random): Offers {
  return random.chance(0.3) ? { count: random.int(2, 48), from: generatePrice(random, currency) } : NO_OFFERS
}

function generateExtras(
  { kind }: Listing,
  { locale, currency }: CardContext,
  price: number | null,
  random: Random,
): Pick<CardExtras, 'format' | 'otherFormats' | 'unitPrice' | 'subscription' | 'coupon' | 'stock'> {
  const { formats, price: words, stock } = locale.phrases
  const isBook = kind === 'book'
  const isItem = kind === 'item' && price !== null
  const names = random.sample(Object.values(formats), random.int(1, 3))
  const others = names.slice(1).map((name): FormatPrice => ({ name, price: generatePrice(random, currency) }))
  return {
    format: isBook ? (names[0] ?? null) : null,
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
  return collapseSpaces(lines.map(({ words, date, condition }) => `${words} ${date} ${condition}`).join(' '))
}

const SPACES = /\s+/g

/** Replaces narrow and non-breaking spaces by ordinary ones. */
function collapseSpaces(text: string): string {
  return text.replace(SPACES, ' ').trim()
}

interface DeliveryContext {
  readonly locale: Locale
  readonly currency: string
  readonly isPrime: boolean
  readonly random: Random
}

/** Delivery lines of a card with a price. Some cards have none. */
function generateDelivery(context: DeliveryContext): DeliveryLine[] {
  const { random } = context
  if (random.chance(0.12)) return []
  const promise = random.chance(context.isPrime ? 0 : 0.25) ? generatePaid(context) : generateFree(context)
  return [...promise, ...generateFastest(context)]
}

function generatePaid({ locale, currency, random }: DeliveryContext): DeliveryLine[] {
  const fee = roundTo(generatePrice(random, currency) / 40 + 1, currency)
  const words = fill(locale.phrases.delivery.paid, { price: locale.money(fee, currency).text })
  const date = random.chance(0.2) ? '' : generateDate(locale, random)
  return [{ words, date, condition: '' }]
}

function generateFree({ locale, currency, random }: DeliveryContext): DeliveryLine[] {
  const { free, free_above } = locale.phrases.delivery
  const isAbove = random.chance(0.2)
  const price = locale.money(roundTo(generatePrice(random, currency) / 10 + 5, currency), currency).text
  const condition = isAbove ? fill(free_above, { price }) : ''
  return [{ words: free, date: generateDate(locale, random), condition }]
}

function generateFastest({ locale, random }: DeliveryContext): DeliveryLine[] {
  if (!random.chance(0.4)) return []
  return [{ words: locale.phrases.delivery.fastest, date: generateDate(locale, random), condition: '' }]
}

function generateDate(locale: Locale, random: Random): string {
  const day: Day = { year: 2026, month: random.int(1, 12), day: random.int(1, 28) }
  return locale.date(day, 'delivery')
}
