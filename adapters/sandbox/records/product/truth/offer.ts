import type { Product } from '../../../../../core/index.ts'
import { fill } from '../../../locale/locale.ts'
import { describeCurrency, roundTo } from '../../../locale/money-format.ts'
import { generatePrice, pricesIn } from '../../../truth/listing.ts'
import type { ProductContext } from './product-truth.ts'
import { nameOfPlace, showOtherPlace, showPlace } from '../../../truth/place.ts'
import { Random } from '../../../truth/random.ts'
import { heldRandom } from '../../../truth/shop-time.ts'

/** What is not named is as in `emptyProduct`. */
type OfferFields = Partial<Product> & Pick<Product, 'currency'>

/** Price, seller and delivery of a product. */
export function generateOffer(context: ProductContext): OfferFields {
  const { locale, situation, currency, listing, place, time } = context
  const { phrases } = locale
  const name = place === undefined ? 'offer' : `offer/${nameOfPlace(place)}`
  const random =
    time === undefined
      ? context.random.fork(name)
      : heldRandom(`${name}/${locale.marketplace.domain}/${listing.asin}`, time, 0.15)
  // The place of a page that moves stays.
  const places = time === undefined ? random : context.random.fork('place')
  const delivery_location =
    place === undefined
      ? places.pick(phrases.delivery.locations)
      : context.hasOtherPlace
        ? showOtherPlace(place, locale)
        : showPlace(place, locale)
  const base = { currency, delivery_location }
  const otherOffers = generateOtherOffers(context, random)
  switch (situation) {
    case 'unavailable':
      return { ...base, stock: phrases.stock.unavailable, in_stock: false }
    case 'undeliverable':
      return { ...base, stock: phrases.stock.undeliverable, is_deliverable: false }
    case 'no_featured_offer':
      return { ...base, ...otherOffers, stock: phrases.stock.elsewhere }
    case 'range': {
      const price = requirePrice(context)
      return { ...base, price, price_upper: roundTo(price * random.pick([1.2, 1.5, 3]), currency) }
    }
    case 'used':
      return { ...base, ...otherOffers, ...generateUsed(context, random) }
    default:
      return { ...base, ...(random.chance(0.5) ? otherOffers : {}), ...generateNew(context, random) }
  }
}

/** Price of the listing. A product without offers gets one here, when its situation needs a price. */
function requirePrice({ listing, currency, random }: ProductContext): number {
  return pricesIn(currency, listing).price ?? generatePrice(random.fork('price'), currency)
}

/** Number, lowest price and address of the offers of other sellers. */
function generateOtherOffers(
  context: ProductContext,
  random: Random,
): Pick<Product, 'pricing_count' | 'pricing_lowest' | 'pricing_url'> {
  const { locale, listing, currency } = context
  return {
    pricing_lowest: roundTo(requirePrice(context) * 0.5, currency),
    pricing_count: random.int(2, 40),
    pricing_url: `https://${locale.marketplace.host}/gp/offer-listing/${listing.asin}`,
  }
}

function generateUsed(context: ProductContext, random: Random): Partial<OfferFields> {
  const { locale, currency, layout } = context
  const price_buybox = roundTo(requirePrice(context) * 0.6, currency)
  const seller = generateSeller(context, random)
  const condition = random.pick(['used_like_new', 'used_very_good', 'used_good', 'used_acceptable'] as const)
  const stock = layout === 'classic' ? null : locale.phrases.stock.available
  return {
    price_buybox,
    condition,
    in_stock: true,
    stock,
    featured_merchant: seller,
    buybox: [{ price: price_buybox, seller_name: seller.name, seller_id: seller.seller_id, stock, returns: null }],
    ...(layout === 'classic' ? {} : generateDelivery(context, false, random)),
  }
}

function generateNew(context: ProductContext, random: Random): Partial<OfferFields> {
  const { locale, listing, layout, situation } = context
  const { phrases } = locale
  const price = requirePrice(context)
  const seller = generateSeller(context, random)
  const stock = random.chance(0.7)
    ? phrases.stock.available
    : fill(phrases.stock.left, { count: locale.count(random.int(2, 12)) })
  const returns = layout !== 'classic' && random.chance(0.6) ? phrases.offer.returns : null
  const offer = { price, seller_name: seller.name, seller_id: seller.seller_id, stock, returns }
  const isHidden = situation === 'price_in_cart'
  return {
    ...(isHidden ? {} : generatePrices(context, price, random)),
    ...generateDelivery(context, listing.is_prime, random),
    stock,
    in_stock: true,
    condition: 'new',
    max_quantity: random.pick([1, 3, 10, 30]),
    featured_merchant: seller,
    buybox: [
      isHidden ? { ...offer, price: null } : offer,
      ...(situation === 'new_and_used' ? [generateSecond(context, price, random.fork('used'))] : []),
    ],
    is_prime: listing.is_prime,
  }
}

/** A coupon of a percentage or of an amount. */
function generateCoupon(
  { locale, currency }: ProductContext,
  price: number,
  random: Random,
): Pick<Product, 'coupon' | 'coupon_discount'> {
  const { coupon } = locale.phrases.price
  const percentage = random.pick([5, 10, 15, null])
  const amount = percentage === null ? roundTo(price * 0.15, currency) : null
  const shown = amount === null ? `${percentage}%` : locale.money(amount, currency).text
  return {
    coupon: fill(coupon, { amount: shown }),
    coupon_discount: { amount, percentage, code: null, needs: 'clip' },
  }
}

/** A used offer after the featured one. */
function generateSecond(context: ProductContext, price: number, random: Random): Product['buybox'][number] {
  const seller = generateSeller(context, random)
  return {
    price: roundTo(price * 0.55, context.currency),
    seller_name: seller.name,
    seller_id: seller.seller_id,
    stock: context.layout === 'classic' ? null : context.locale.phrases.stock.available,
    returns: null,
  }
}

function generatePrices(context: ProductContext, price: number, random: Random): Partial<OfferFields> {
  const { locale, listing, situation, currency } = context
  const { phrases } = locale
  // A deal always has a struck list price.
  const known = pricesIn(currency, listing).struck
  const struck = situation === 'deal' ? (known ?? roundTo(price * 1.25, currency)) : known
  const isSubscribed = situation === 'subscription'
  return {
    price,
    price_buybox: price,
    price_strikethrough: struck,
    discount_percentage: struck === null ? null : Math.round((1 - price / struck) * 100),
    deal_type: situation === 'deal' && context.layout !== 'classic' ? random.pick(phrases.price.deals) : null,
    ...(situation === 'coupon' ? generateCoupon(context, price, random) : {}),
    price_prime: situation === 'members_price' ? roundTo(price * 0.8, currency) : null,
    price_sns: isSubscribed ? roundTo(price * 0.9, currency) : null,
    price_per_unit:
      situation === 'unit_price'
        ? { price: roundTo(price / random.pick([3, 12, 7]), currency), unit: random.pick(phrases.price.units) }
        : null,
  }
}

const SELLER_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function generateSeller(context: ProductContext, random: Random): NonNullable<Product['featured_merchant']> {
  const { locale } = context
  if (random.chance(0.4)) {
    return { name: locale.shopName, seller_id: ownSellerId(locale.marketplace.domain), is_marketplace_fulfilled: true }
  }
  return {
    name: random.pick(locale.vocabulary.sellers),
    seller_id: `A${random.text(SELLER_CHARACTERS, 12)}`,
    is_marketplace_fulfilled: random.chance(0.5),
  }
}

/** Seller id of the marketplace itself. */
function ownSellerId(domain: string): string {
  return `A${new Random(`seller/${domain}`).text(SELLER_CHARACTERS, 12)}`
}

/** Delivery promises in page order, and the price of the first one. */
function generateDelivery(
  context: ProductContext,
  isPrime: boolean,
  random: Random,
): Pick<Product, 'delivery' | 'price_shipping' | 'is_deliverable'> {
  const { locale, layout, currency } = context
  const { delivery } = locale.phrases
  const month = random.int(1, 12)
  const promise = (words: string, day: number): Product['delivery'][number] => ({
    date: { by: locale.date({ year: 2026, month, day }, 'delivery') },
    type: words.replace(COLON_AT_END, ''),
  })
  const [late, early] = [random.int(15, 27), random.int(2, 14)]
  const is_deliverable = true
  // The buy box shows the fastest delivery only. The price of standard delivery is next to the product's price.
  if (layout === 'classic') {
    return { delivery: [promise(delivery.fastest, late)], price_shipping: random.pick([0, null]), is_deliverable }
  }
  const hasSecond = random.chance(0.5) || isPrime
  const second = hasSecond ? [promise(isPrime ? delivery.prime : delivery.fastest, early)] : []
  if (random.chance(0.25)) {
    const fee = roundTo(describeCurrency(currency).hasCents ? 4.99 : 410, currency)
    const words = fill(delivery.paid, { price: locale.money(fee, currency).text })
    return { delivery: [promise(words, late), ...second], price_shipping: fee, is_deliverable }
  }
  // Free, or free above an amount (null).
  return {
    delivery: [promise(delivery.free, late), ...second],
    price_shipping: random.pick([0, 0, null]),
    is_deliverable,
  }
}

/** Some languages print a colon before the date of a promise. */
const COLON_AT_END = /\s*:$/
