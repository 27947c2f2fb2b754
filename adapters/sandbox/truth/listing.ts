import { fill, requireLocale, type Locale } from '../locale/locale.ts'
import { describeCurrency, roundTo } from '../locale/money-format.ts'
import type { Place } from '../../../core/index.ts'
import { priceFactorOf } from './place.ts'
import { Random } from './random.ts'
import { moveListing, type ShopTime } from './shop-time.ts'

/** Facts that a product's page and its search cards share. */
export interface Listing {
  readonly asin: string
  readonly kind: 'item' | 'book' | 'apparel'
  /** Name of the product, without its brand or author. */
  readonly title: string
  /** Brand, or author of a book. */
  readonly brand: string
  /** Price of the featured offer. Absent: null, the product has no offers. */
  readonly price: number | null
  readonly price_strikethrough: number | null
  readonly currency: string
  readonly rating: number | null
  readonly reviews_count: number
  readonly sales_volume: string | null
  /** Name of the picture, part of its addresses in all sizes. */
  readonly picture: string
  readonly is_prime: boolean
  readonly is_marketplace_choice: boolean
  readonly best_seller: boolean
}

const BRAND_BEGINNINGS = ['Nor', 'Vel', 'Tam', 'Quil', 'Ost', 'Bra', 'Lum', 'Kes', 'Ari', 'Fen']
const BRAND_ENDS = ['wick', 'dora', 'lane', 'mont', 'ica', 'holm', 'vento', 'ria', 'stad', 'oak']
const IMAGE_NAME = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789'
const ASIN_CHARACTERS = 'ABCDEFGHJKLMNPQRSTVWXYZ0123456789'
/** Fractions that prices end with. Unit: major units. */
const ENDINGS = [0, 0.5, 0.9, 0.95, 0.99, 0.49, 0.07]

/** Facts of a product on one marketplace. The same ASIN always gives the same facts, and the same price for a place and a time. */
export function listingOf(asin: string, domain: string, place?: Place, time?: ShopTime): Listing {
  const still = generateListing(asin, requireLocale(domain), new Random(`${domain}/${asin}`))
  const listing = time === undefined ? still : moveListing(still, domain, time)
  const factor = priceFactorOf(place, asin)
  if (factor === 1) return listing
  const priced = (amount: number | null) => (amount === null ? null : roundTo(amount * factor, listing.currency))
  return { ...listing, price: priced(listing.price), price_strikethrough: priced(listing.price_strikethrough) }
}

function generateListing(asin: string, locale: Locale, random: Random): Listing {
  const kind = IS_BOOK.test(asin) ? 'book' : random.chance(0.2) ? 'apparel' : 'item'
  const { currency } = locale.marketplace
  const price = random.chance(0.93) ? generatePrice(random, currency, kind === 'book') : null
  const isReduced = price !== null && random.chance(0.35)
  const hasRating = random.chance(0.9)
  return {
    asin,
    kind,
    title: kind === 'book' ? generateBookTitle(random, locale) : generateTitle(random, locale),
    brand: kind === 'book' ? random.pick(locale.vocabulary.names) : generateBrand(random),
    price,
    price_strikethrough: isReduced ? roundTo(price * random.pick([1.15, 1.3, 1.75]), currency) : null,
    currency,
    rating: hasRating ? random.int(21, 50) / 10 : null,
    reviews_count: hasRating ? random.pick([random.int(1, 60), random.int(61, 999), random.int(1000, 180_000)]) : 0,
    sales_volume: random.chance(0.3) ? generateSales(random, locale) : null,
    picture: generatePicture(random),
    is_prime: price !== null && random.chance(0.15),
    is_marketplace_choice: random.chance(0.1),
    best_seller: random.chance(0.08),
  }
}

/** The ASIN of a book is its ISBN-10. */
const IS_BOOK = /^\d{9}[\dX]$/

/** ASIN of a product that does not exist. The same seed always gives the same ASIN. */
export function generateAsin(seed: string, isBook = false): string {
  return nextAsin(new Random(seed), isBook)
}

/** Picks an ASIN of a product that does not exist. */
export function nextAsin(random: Random, isBook = false): string {
  return isBook ? `0${random.text('0123456789', 9)}` : `B0${random.text(ASIN_CHARACTERS, 8)}`
}

function generateBrand(random: Random): string {
  return random.pick(BRAND_BEGINNINGS) + random.pick(BRAND_ENDS)
}

function generateTitle(random: Random, { vocabulary }: Locale): string {
  const noun = random.pick(vocabulary.nouns)
  const [first = '', second = ''] = random.sample(vocabulary.adjectives, 2)
  const material = random.pick(vocabulary.materials)
  return random.pick([
    `${first} ${noun}, ${material}`,
    `${noun} - ${first}, ${second}, ${material}`,
    `${noun} ${random.int(2, 9)}00 (${first} & ${second})`,
  ])
}

function generateBookTitle(random: Random, { vocabulary }: Locale): string {
  const [first = '', second = ''] = random.sample(vocabulary.book_titles, 2)
  return random.pick([first, `${first}: ${second}`, `${second} (${random.int(2, 19)})`])
}

/** A plausible price in a currency. Unit: major units. */
export function generatePrice(random: Random, currency: string, isSmall = false): number {
  const whole = isSmall
    ? random.int(3, 99)
    : random.pick([random.int(3, 99), random.int(100, 999), random.int(1000, 2500)])
  return roundTo((whole + random.pick(ENDINGS)) * describeCurrency(currency).perDollar, currency)
}

function generateSales(random: Random, { phrases: { badges } }: Locale): string {
  return fill(badges.bought.join(' ').trim(), { count: random.pick(badges.bought_counts) })
}

export function generatePicture(random: Random): string {
  return `${random.pick(['41', '51', '61', '71', '81'])}${random.text(IMAGE_NAME, 9)}`
}

export interface Prices {
  readonly price: number | null
  readonly struck: number | null
}

/** Prices of a product in a currency. Visitors from abroad see another than that of the marketplace. */
export function pricesIn(currency: string, listing: Listing): Prices {
  const { asin, price, price_strikethrough: struck } = listing
  if (currency === listing.currency || price === null) return { price, struck }
  const abroad = generatePrice(new Random(`abroad/${listing.currency}/${asin}/${currency}`), currency)
  return { price: abroad, struck: struck === null ? null : roundTo(abroad * 1.3, currency) }
}

/** Address of a picture in a size. Without a size it is the largest picture. */
export function imageUrl(picture: string, size = ''): string {
  return `https://m.media-amazon.com/images/I/${picture}.${size === '' ? '' : `_${size}_.`}jpg`
}
