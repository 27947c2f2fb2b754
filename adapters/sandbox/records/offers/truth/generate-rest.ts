import type { ListedOffer } from '../../../../../core/index.ts'
import { fill, type Locale } from '../../../locale/locale.ts'
import { describeCurrency, roundTo } from '../../../locale/money-format.ts'
import type { Random } from '../../../truth/random.ts'

/** What the offers of a product are generated from. */
export interface OfferContext {
  readonly locale: Locale
  readonly currency: string
  /** Price that those of the offers are near to. */
  readonly basis: number
  /** The lowest of them, as the page of the product announces it. */
  readonly lowest: number
  readonly asin: string
  readonly random: Random
}

type RestFields = Pick<
  ListedOffer,
  | 'price_strikethrough'
  | 'discount_percentage'
  | 'price_shipping'
  | 'seller_name'
  | 'seller_rating'
  | 'seller_positive_percentage'
  | 'seller_ratings_count'
  | 'ships_from'
  | 'is_marketplace_fulfilled'
  | 'is_prime'
  | 'delivery'
  | 'min_quantity'
  | 'max_quantity'
>

/** Discount, shipping, seller and quantities of an offer of another seller. */
export function generateRest(context: OfferContext, random: Random, price: number): RestFields {
  const { locale, currency } = context
  const name = random.pick(locale.vocabulary.sellers)
  const isFulfilled = random.chance(0.3)
  const isReduced = random.chance(0.2)
  const struck = isReduced ? roundTo(price * 1.25, currency) : null
  const isRated = random.chance(0.85)
  const max_quantity = random.chance(0.7) ? random.int(1, 29) : null
  return {
    price_strikethrough: struck,
    discount_percentage: struck === null ? null : Math.round((1 - price / struck) * 100),
    seller_name: name,
    seller_rating: isRated ? random.int(4, 10) / 2 : null,
    seller_positive_percentage: isRated ? random.int(50, 100) : null,
    seller_ratings_count: isRated ? random.pick([random.int(1, 99), random.int(1000, 900_000)]) : null,
    ships_from: isFulfilled ? 'Amazon' : name,
    is_marketplace_fulfilled: isFulfilled,
    min_quantity: max_quantity === null ? null : 1,
    max_quantity,
    ...generateDelivery(context, random, isFulfilled),
  }
}

/** Promises of an offer. Those that the marketplace ships are delivered with Prime. */
function generateDelivery(
  { locale, currency }: OfferContext,
  random: Random,
  isFulfilled: boolean,
): Pick<ListedOffer, 'delivery' | 'price_shipping' | 'is_prime'> {
  const { delivery } = locale.phrases
  const month = random.int(1, 12)
  const promise = (words: string, day: number): ListedOffer['delivery'][number] => ({
    date: { by: locale.date({ year: 2026, month, day }, 'delivery') },
    type: words.replace(COLON_AT_END, ''),
  })
  const is_prime = isFulfilled && random.chance(0.7)
  const second = is_prime ? [promise(delivery.prime, random.int(2, 14))] : []
  if (!isFulfilled && random.chance(0.5)) {
    const price_shipping = roundTo(describeCurrency(currency).hasCents ? 3.99 : 410, currency)
    const words = fill(delivery.paid, { price: locale.money(price_shipping, currency).text })
    return { delivery: [promise(words, 21)], price_shipping, is_prime }
  }
  // Free, or free above an amount (null).
  const price_shipping = isFulfilled ? null : 0
  return { delivery: [promise(delivery.free, 21), ...second], price_shipping, is_prime }
}

/** Some languages print a colon before the date of a promise. */
const COLON_AT_END = /\s*:$/
