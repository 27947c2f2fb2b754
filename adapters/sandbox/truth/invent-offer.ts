import type { Product } from '../../../core/index.ts'
import { fill } from '../locale.ts'
import { Random } from '../random.ts'
import { inventPrice, pricesIn, roundTo } from './invent-listing.ts'
import { isClassic, type Draft } from './product-truth.ts'

type OfferFields = Pick<
  Product,
  | 'price'
  | 'price_buybox'
  | 'price_strikethrough'
  | 'currency'
  | 'pricing_count'
  | 'stock'
  | 'is_prime'
  | 'max_quantity'
  | 'delivery'
  | 'featured_merchant'
  | 'buybox'
  | 'in_stock'
  | 'condition'
  | 'price_upper'
  | 'price_shipping'
  | 'price_sns'
  | 'price_per_unit'
  | 'discount_percentage'
  | 'coupon'
  | 'deal_type'
  | 'pricing_url'
  | 'delivery_location'
>

const NO_OFFER: Omit<OfferFields, 'currency'> = {
  price: null,
  price_buybox: null,
  price_strikethrough: null,
  pricing_count: null,
  stock: null,
  is_prime: false,
  max_quantity: null,
  delivery: [],
  featured_merchant: null,
  buybox: [],
  in_stock: null,
  condition: null,
  price_upper: null,
  price_shipping: null,
  price_sns: null,
  price_per_unit: null,
  discount_percentage: null,
  coupon: null,
  deal_type: null,
  pricing_url: null,
  delivery_location: null,
}

/** What a product costs, who sells it, and when it comes. */
export function inventOffer(draft: Draft): OfferFields {
  const { locale, situation, currency } = draft
  const random = draft.random.fork('offer')
  const { phrases } = locale
  const place = { currency, delivery_location: random.pick(phrases.delivery.places) }
  const elsewhere = inventElsewhere(draft, random)
  switch (situation) {
    case 'unavailable':
      return { ...NO_OFFER, ...place, stock: phrases.stock.unavailable, in_stock: false }
    case 'no_featured_offer':
      return { ...NO_OFFER, ...place, ...elsewhere, stock: phrases.stock.elsewhere }
    case 'range': {
      const price = requirePrice(draft)
      return { ...NO_OFFER, ...place, price, price_upper: roundTo(price * random.pick([1.2, 1.5, 3]), currency) }
    }
    case 'used':
      return { ...NO_OFFER, ...place, ...elsewhere, ...inventUsed(draft, random) }
    default:
      return { ...NO_OFFER, ...place, ...(random.chance(0.5) ? elsewhere : {}), ...inventNew(draft, random) }
  }
}

/** Price of the listing, or one for a product that nobody offers and that is asked for all the same. */
function requirePrice({ listing, currency, random }: Draft): number {
  return pricesIn(currency, listing).price ?? inventPrice(random.fork('price'), currency)
}

/** Offers of others: as many as one number says. */
function inventElsewhere({ locale, listing }: Draft, random: Random): Pick<Product, 'pricing_count' | 'pricing_url'> {
  return {
    pricing_count: random.int(2, 40),
    pricing_url: `https://${locale.marketplace.host}/gp/offer-listing/${listing.asin}`,
  }
}

function inventUsed(draft: Draft, random: Random): Partial<OfferFields> {
  const { locale, currency, layout } = draft
  const price_buybox = roundTo(requirePrice(draft) * 0.6, currency)
  const seller = inventSeller(draft, random)
  const condition = random.pick(['used_like_new', 'used_very_good', 'used_good', 'used_acceptable'] as const)
  const stock = isClassic(layout) ? null : locale.phrases.stock.available
  return {
    price_buybox,
    condition,
    in_stock: true,
    stock,
    featured_merchant: seller,
    buybox: [{ price: price_buybox, seller_name: seller.name, seller_id: seller.seller_id, stock, returns: null }],
    ...(isClassic(layout) ? {} : inventDelivery(draft, false, random)),
  }
}

function inventNew(draft: Draft, random: Random): Partial<OfferFields> {
  const { locale, listing, layout, situation } = draft
  const { phrases } = locale
  const price = requirePrice(draft)
  const seller = inventSeller(draft, random)
  const stock = random.chance(0.7)
    ? phrases.stock.available
    : fill(phrases.stock.left, { count: locale.count(random.int(2, 12)) })
  const returns = !isClassic(layout) && random.chance(0.6) ? phrases.offer.returns : null
  const offer = { price, seller_name: seller.name, seller_id: seller.seller_id, stock, returns }
  const isHidden = situation === 'price_in_cart'
  return {
    ...(isHidden ? {} : inventPrices(draft, price, random)),
    ...inventDelivery(draft, listing.is_prime, random),
    stock,
    in_stock: true,
    condition: 'new',
    max_quantity: random.pick([1, 3, 10, 30]),
    featured_merchant: seller,
    buybox: [
      isHidden ? { ...offer, price: null } : offer,
      ...(situation === 'new_and_used' ? [inventSecond(draft, price, random.fork('used'))] : []),
    ],
    is_prime: listing.is_prime,
  }
}

/** A used offer below the featured one. */
function inventSecond(draft: Draft, price: number, random: Random): Product['buybox'][number] {
  const seller = inventSeller(draft, random)
  return {
    price: roundTo(price * 0.55, draft.currency),
    seller_name: seller.name,
    seller_id: seller.seller_id,
    stock: isClassic(draft.layout) ? null : draft.locale.phrases.stock.available,
    returns: null,
  }
}

function inventPrices(draft: Draft, price: number, random: Random): Partial<OfferFields> {
  const { locale, listing, situation, currency } = draft
  const { phrases } = locale
  // A deal is always struck.
  const known = pricesIn(currency, listing).struck
  const struck = situation === 'deal' ? (known ?? roundTo(price * 1.25, currency)) : known
  const isSubscribed = situation === 'subscription'
  return {
    price,
    price_buybox: price,
    price_strikethrough: struck,
    discount_percentage: struck === null ? null : Math.round((1 - price / struck) * 100),
    deal_type:
      situation === 'deal' && draft.layout !== 'classic_book' && draft.layout !== 'classic'
        ? random.pick(phrases.price.deals)
        : null,
    coupon: situation === 'coupon' ? fill(phrases.price.coupon, { amount: `${random.pick([5, 10, 15])}%` }) : null,
    price_sns: isSubscribed ? roundTo(price * 0.9, currency) : null,
    price_per_unit:
      situation === 'unit_price'
        ? { price: roundTo(price / random.pick([3, 12, 7]), currency), unit: random.pick(phrases.price.units) }
        : null,
  }
}

const SELLER_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function inventSeller(draft: Draft, random: Random): NonNullable<Product['featured_merchant']> {
  const { locale } = draft
  if (random.chance(0.4)) {
    const name = `Amazon.${locale.marketplace.domain}`
    return { name, seller_id: ownSellerId(locale.marketplace.domain), is_marketplace_fulfilled: true }
  }
  return {
    name: random.pick(locale.phrases.vocabulary.sellers),
    seller_id: `A${random.text(SELLER_CHARACTERS, 12)}`,
    is_marketplace_fulfilled: random.chance(0.5),
  }
}

/** Id under which a marketplace itself sells. */
function ownSellerId(domain: string): string {
  return `A${new Random(`seller/${domain}`).text(SELLER_CHARACTERS, 12)}`
}

/** Promises in page order, and what the first one costs. */
function inventDelivery(draft: Draft, isPrime: boolean, random: Random): Pick<Product, 'delivery' | 'price_shipping'> {
  const { locale, layout, currency } = draft
  const { delivery } = locale.phrases
  const month = random.int(1, 12)
  const promise = (words: string, day: number): Product['delivery'][number] => ({
    date: { by: locale.date({ year: 2026, month, day }, 'delivery') },
    type: words.replace(COLON_AT_END, ''),
  })
  const [late, early] = [random.int(15, 27), random.int(2, 14)]
  // One line, about the fastest way; what the standard one costs stands beside the price.
  if (isClassic(layout)) return { delivery: [promise(delivery.fastest, late)], price_shipping: random.pick([0, null]) }
  const hasSecond = random.chance(0.5) || isPrime
  const second = hasSecond ? [promise(isPrime ? delivery.prime : delivery.fastest, early)] : []
  if (random.chance(0.25)) {
    const fee = roundTo(currency === 'JPY' ? 410 : 4.99, currency)
    const words = fill(delivery.paid, { price: locale.money(fee, currency).text })
    return { delivery: [promise(words, late), ...second], price_shipping: fee }
  }
  // Free, or free above an amount.
  return { delivery: [promise(delivery.free, late), ...second], price_shipping: random.pick([0, 0, null]) }
}

/** Some languages print one between the words of a promise and its date. */
const COLON_AT_END = /\s*:$/
