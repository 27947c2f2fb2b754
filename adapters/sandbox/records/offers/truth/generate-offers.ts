import { emptyListedOffer, type ListedOffer, type OffersResponse, type Product } from '../../../../../core/index.ts'
import { requireLocale, type Locale } from '../../../locale/locale.ts'
import { roundTo } from '../../../locale/money-format.ts'
import { generatePrice } from '../../../truth/listing.ts'
import { normalizeSpaces } from '../../../truth/normalize-spaces.ts'
import { Random } from '../../../truth/random.ts'
import { generateProduct, type ProductRequest } from '../../product/truth/generate-product.ts'
import { offerPhrasesOf } from './offer-phrases.ts'
import { generateRest, type OfferContext } from './generate-rest.ts'
import { OFFER_CONDITION_FILTERS, type OfferFilter, type OffersTruth } from './offers-truth.ts'

/** Offers to generate: those of a product. */
export interface OffersRequest {
  /** The product whose offers they are. */
  readonly product: Omit<ProductRequest, 'domain'>
  readonly domain: string
  /** Default: 1. */
  readonly page?: number | undefined
  /** Filters that offers pass one of. Default: none. */
  readonly conditions?: readonly OfferFilter[] | undefined
  /** Default: false. */
  readonly isPrimeOnly?: boolean | undefined
}

const SIZE_MARKS = /\._[^/.]*_(?=\.)/
/** Offers of a page, besides the featured one. */
const PAGE_SIZE = 10

/**
 * Generates a page of the offers of a product: the featured one is that of the product's page, and the
 * number of others is what that page announces. The same request always gives the same offers.
 */
export function generateOffers(request: OffersRequest): OffersTruth {
  const { domain, page = 1, conditions = [], isPrimeOnly = false } = request
  const { record } = generateProduct({ ...request.product, domain })
  const locale = requireLocale(domain)
  const context = contextOf(record, locale)
  const others = Array.from({ length: record.pricing_count ?? 0 }, (_, index) => generateOther(context, index))
    .toSorted((left, right) => (left.price ?? 0) - (right.price ?? 0))
    .filter((offer) => passes(offer, conditions) && (!isPrimeOnly || offer.is_prime))
  const own = others.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const featured = page === 1 ? generateFeatured(context, record) : []
  const offers = [...featured, ...own].map((offer, index): ListedOffer =>
    Object.assign({}, offer, { position: index + 1 }),
  )
  const isFirst = page === 1
  return {
    domain,
    response: normalizeSpaces<OffersResponse>({
      asin: record.asin,
      asin_in_url: record.asin_in_url,
      url: record.url,
      title: isFirst ? record.title : null,
      image: isFirst ? (record.images[0]?.replace(SIZE_MARKS, '') ?? null) : null,
      rating: isFirst ? record.rating : null,
      reviews_count: isFirst && record.rating !== null ? record.reviews_count : null,
      pricing_count: others.length,
      page,
      has_more: own.length > 0 && others.length > page * PAGE_SIZE,
      currency: offers.find(({ price }) => price !== null)?.currency ?? locale.marketplace.currency,
      delivery_location: null,
      offers,
      html: null,
      ...(offers.length === 0 ? ({ no_offers: true } as const) : {}),
    }),
  }
}

function contextOf({ asin, price, price_buybox, pricing_lowest, currency }: Product, locale: Locale): OfferContext {
  const random = new Random(`offers/${locale.marketplace.domain}/${asin}`)
  const basis = price_buybox ?? price ?? generatePrice(random.fork('basis'), currency)
  return { locale, currency, basis, lowest: pricing_lowest ?? 0, asin, random }
}

function passes({ condition }: ListedOffer, conditions: readonly OfferFilter[]): boolean {
  return conditions.length === 0 || conditions.some((filter) => OFFER_CONDITION_FILTERS[filter] === condition)
}

/** The offer of the product's page. Empty: it has none. */
function generateFeatured({ locale, currency, random }: OfferContext, record: Product): ListedOffer[] {
  const { featured_merchant: seller, buybox, condition, price_buybox } = record
  if (seller === null || condition === null) return []
  const isOwn = seller.name === locale.shopName
  const isShown = price_buybox !== null
  const isMain = isShown && record.price === price_buybox
  const price_shipping = record.delivery.length > 0 ? record.price_shipping : null
  const offer: Omit<ListedOffer, 'position'> = {
    ...emptyListedOffer,
    is_featured: true,
    price: price_buybox,
    price_strikethrough: isMain ? record.price_strikethrough : null,
    discount_percentage: isMain ? record.discount_percentage : null,
    price_per_unit: isMain ? record.price_per_unit : null,
    currency: isShown ? currency : locale.marketplace.currency,
    price_shipping,
    price_total: totalOf(price_buybox, price_shipping, currency),
    coupon: record.coupon,
    condition,
    condition_text: conditionText(condition, locale),
    seller_name: seller.name,
    // The marketplace's own offers link no seller.
    seller_id: isOwn ? null : seller.seller_id,
    seller_url: isOwn || seller.seller_id === null ? null : sellerUrl(seller.seller_id, record.asin, locale),
    is_sold_by_marketplace: isOwn,
    ships_from: isOwn ? locale.shopName : seller.is_marketplace_fulfilled ? 'Amazon' : seller.name,
    is_marketplace_fulfilled: isOwn || seller.is_marketplace_fulfilled,
    is_prime: record.is_prime,
    delivery: record.delivery,
    min_quantity: record.max_quantity === null ? null : 1,
    max_quantity: record.max_quantity,
    stock: buybox[0]?.stock ?? null,
    returns: buybox[0]?.returns ?? null,
    offer_id: random.fork('featured').text(ID_CHARACTERS, 40),
  }
  return [{ ...offer, position: 1 }]
}

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An offer of another seller. */
function generateOther(context: OfferContext, index: number): ListedOffer {
  const { locale, currency, basis, lowest, asin } = context
  const random = context.random.fork(`offer/${index}`)
  const condition = random.chance(0.6) ? 'new' : random.pick(USED)
  const near = basis * (condition === 'new' ? 0.9 + random.next() : 0.4 + random.next() / 2)
  const price = index === 0 ? lowest : Math.max(lowest, roundTo(near, currency))
  const seller_id = `A${random.text(SELLER_CHARACTERS, 12)}`
  const rest = generateRest(context, random, price)
  return {
    ...emptyListedOffer,
    ...rest,
    position: 1,
    price,
    price_total: totalOf(price, rest.price_shipping, currency),
    currency,
    condition,
    condition_text: conditionText(condition, locale),
    condition_note: condition === 'new' ? null : random.pick(offerPhrasesOf(locale).notes),
    seller_id,
    seller_url: sellerUrl(seller_id, asin, locale),
    offer_id: random.text(ID_CHARACTERS, 40),
  }
}

const USED = ['used_like_new', 'used_very_good', 'used_good', 'used_acceptable'] as const
const SELLER_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function totalOf(price: number | null, shipping: number | null, currency: string): number | null {
  return price === null || shipping === null ? null : roundTo(price + shipping, currency)
}

function conditionText(condition: NonNullable<ListedOffer['condition']>, locale: Locale): string {
  const { conditions } = locale.phrases.offer
  return condition in conditions
    ? conditions[condition as keyof typeof conditions]
    : offerPhrasesOf(locale).condition_new
}

function sellerUrl(id: string, asin: string, { marketplace }: Locale): string {
  return `https://${marketplace.host}/gp/aag/main?seller=${id}&asin=${asin}`
}
