import { fill, requireLocale, type Locale } from '../locale.ts'
import { Random } from '../random.ts'

/** What a product's page and its cards on search pages both say. */
export interface Listing {
  readonly asin: string
  readonly kind: 'item' | 'book' | 'apparel'
  /** Product and author of a book, or brand and product. */
  readonly title: string
  readonly brand: string
  /** Price of the featured offer; null when nobody offers the product. */
  readonly price: number | null
  readonly price_strikethrough: number | null
  readonly currency: string
  readonly rating: number | null
  readonly reviews_count: number
  readonly sales_volume: string | null
  /** Name of the picture, from which its addresses of all sizes are made. */
  readonly picture: string
  readonly is_prime: boolean
  readonly is_marketplace_choice: boolean
  readonly best_seller: boolean
}

const BRAND_BEGINNINGS = ['Nor', 'Vel', 'Tam', 'Quil', 'Ost', 'Bra', 'Lum', 'Kes', 'Ari', 'Fen']
const BRAND_ENDS = ['wick', 'dora', 'lane', 'mont', 'ica', 'holm', 'vento', 'ria', 'stad', 'oak']
const IMAGE_NAME = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789'
const ASIN_CHARACTERS = 'ABCDEFGHJKLMNPQRSTVWXYZ0123456789'
/** Cents that prices end with. */
const ENDINGS = [0, 0.5, 0.9, 0.95, 0.99, 0.49, 0.07]

/** What is known of a product wherever it is shown: the same for one ASIN on one marketplace, always. */
export function listingOf(asin: string, domain: string): Listing {
  return inventListing(asin, requireLocale(domain), new Random(`${domain}/${asin}`))
}

function inventListing(asin: string, locale: Locale, random: Random): Listing {
  const kind = IS_BOOK.test(asin) ? 'book' : random.chance(0.2) ? 'apparel' : 'item'
  const { currency } = locale.marketplace
  const price = random.chance(0.93) ? inventPrice(random, currency, kind === 'book') : null
  const isReduced = price !== null && random.chance(0.35)
  const hasRating = random.chance(0.9)
  return {
    asin,
    kind,
    title: kind === 'book' ? inventBookTitle(random, locale) : inventTitle(random, locale),
    brand: kind === 'book' ? random.pick(locale.phrases.vocabulary.names) : inventBrand(random),
    price,
    price_strikethrough: isReduced ? roundTo(price * random.pick([1.15, 1.3, 1.75]), currency) : null,
    currency,
    rating: hasRating ? random.int(21, 50) / 10 : null,
    reviews_count: hasRating ? random.pick([random.int(1, 60), random.int(61, 999), random.int(1000, 180_000)]) : 0,
    sales_volume: random.chance(0.3) ? inventSales(random, locale) : null,
    picture: inventPicture(random),
    is_prime: price !== null && random.chance(0.15),
    is_marketplace_choice: random.chance(0.1),
    best_seller: random.chance(0.08),
  }
}

/** Books have the number of their ISBN for an ASIN. */
const IS_BOOK = /^\d{9}[\dX]$/

/** ASIN of a product that does not exist. */
export function inventAsin(random: Random, isBook = false): string {
  return isBook ? `0${random.text('0123456789', 9)}` : `B0${random.text(ASIN_CHARACTERS, 8)}`
}

function inventBrand(random: Random): string {
  return random.pick(BRAND_BEGINNINGS) + random.pick(BRAND_ENDS)
}

function inventTitle(random: Random, { phrases: { vocabulary } }: Locale): string {
  const noun = random.pick(vocabulary.nouns)
  const [first = '', second = ''] = random.sample(vocabulary.adjectives, 2)
  const material = random.pick(vocabulary.materials)
  return random.pick([
    `${first} ${noun}, ${material}`,
    `${noun} - ${first}, ${second}, ${material}`,
    `${noun} ${random.int(2, 9)}00 (${first} & ${second})`,
  ])
}

function inventBookTitle(random: Random, { phrases: { vocabulary } }: Locale): string {
  const [first = '', second = ''] = random.sample(vocabulary.book_titles, 2)
  return random.pick([first, `${first}: ${second}`, `${second} (${random.int(2, 19)})`])
}

/** Amount in major units, as many as such a thing costs in the currency. */
export function inventPrice(random: Random, currency: string, isSmall = false): number {
  const whole = isSmall
    ? random.int(3, 99)
    : random.pick([random.int(3, 99), random.int(100, 999), random.int(1000, 2500)])
  return roundTo((whole + random.pick(ENDINGS)) * (FACTORS[currency] ?? 1), currency)
}

/** Units of a currency that buy about as much as one dollar, where they are many more. */
const FACTORS: Readonly<Record<string, number>> = { JPY: 150, INR: 80, TRY: 30, EGP: 45, SEK: 10, MXN: 18, PLN: 4 }

/** To what amounts of a currency can be. */
export function roundTo(amount: number, currency: string): number {
  return currency === 'JPY' ? Math.round(amount) : Math.round(amount * 100) / 100
}

function inventSales(random: Random, { phrases: { badges } }: Locale): string {
  return fill(badges.bought.join(' ').trim(), { count: random.pick(badges.bought_counts) })
}

export function inventPicture(random: Random): string {
  return `${random.pick(['41', '51', '61', '71', '81'])}${random.text(IMAGE_NAME, 9)}`
}

export interface Prices {
  readonly price: number | null
  readonly struck: number | null
}

/** Prices of a product in a currency; visitors from abroad see another than the marketplace's. */
export function pricesIn(currency: string, listing: Listing): Prices {
  const { asin, price, price_strikethrough: struck } = listing
  if (currency === listing.currency || price === null) return { price, struck }
  const abroad = inventPrice(new Random(`abroad/${listing.currency}/${asin}/${currency}`), currency)
  return { price: abroad, struck: struck === null ? null : roundTo(abroad * 1.3, currency) }
}

/** Address of a picture; without a size, of the largest. */
export function imageUrl(picture: string, size = ''): string {
  return `https://m.media-amazon.com/images/I/${picture}.${size === '' ? '' : `_${size}_.`}jpg`
}
