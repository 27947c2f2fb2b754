import { emptyProduct, type Place, type Product } from '../../../../../core/index.ts'
import { requireLocale } from '../../../locale/locale.ts'
import { generateDetails, generateFamily, generateItem, type FamilyOptions } from './item.ts'
import { listingOf, type Listing } from '../../../truth/listing.ts'
import { normalizeSpaces } from '../../../truth/normalize-spaces.ts'
import { generateOffer } from './offer.ts'
import { generateOpinion } from './opinion.ts'
import {
  SITUATIONS_OF,
  type PlaceFault,
  type ProductContext,
  type ProductLayout,
  type ProductTruth,
  type ScriptedPart,
  type ShownReviews,
  type Situation,
} from './product-truth.ts'
import { Random } from '../../../truth/random.ts'
import { hasOtherLayout, heldRandom, isSoldOut, type ShopTime } from '../../../truth/shop-time.ts'

/** A product to generate. The ASIN decides all that is not given. */
export interface ProductRequest extends FamilyOptions {
  readonly asin: string
  readonly domain: string
  /** Default: chosen by the ASIN. */
  readonly layout?: ProductLayout | undefined
  /** Default: chosen by the ASIN. */
  readonly situation?: Situation | undefined
  /** ISO 4217 code of the prices. Default: the currency of the marketplace. Visitors from abroad see another one. */
  readonly currency?: string | undefined
  /** Whether the page shows its reviews. Default: as the ASIN has it. */
  readonly reviews?: ShownReviews | undefined
  /** Parts that only scripts print, on pages of the layout `current` with a product that is `offered`. Default: none. */
  readonly scripted?: readonly ScriptedPart[] | undefined
  /** Place of delivery that was asked for. Default: none; the header shows one that the ASIN decides. */
  readonly place?: Place | undefined
  /** What becomes of the place. Default: the page is for it. */
  readonly placeFault?: PlaceFault | undefined
  /** Whether the visitor is shown no reviews. Default: false. */
  readonly withholdsReviews?: boolean | undefined
  /** When: prices, stock, ranks and sellers move from day to day. Default: no time, nothing moves. */
  readonly time?: ShopTime | undefined
}

/** Situations without a price: their pages show no currency. */
const WITHOUT_PRICE: readonly Situation[] = ['unavailable', 'price_in_cart', 'undeliverable']
/** Situations that only a product without a price has, or a place that is asked for, or a request that names them. */
const NOT_PICKED: readonly Situation[] = ['unavailable', 'undeliverable', 'members_price']

/**
 * Generates a product. The same request always gives the same product.
 *
 * Throws: for an unknown domain, for a situation that the layout cannot show, and for scripts that it does not have.
 */
export function generateProduct(request: ProductRequest): ProductTruth {
  const { domain, asin, time } = request
  const locale = requireLocale(domain)
  const random = new Random(`product/${domain}/${asin}`)
  const { place, placeFault } = request
  const listing = listingOf(asin, domain, place, time)
  const first = request.layout ?? pickLayout(listing, random)
  const layout = time !== undefined && hasOtherLayout(time) ? OTHER_LAYOUTS[first] : first
  const isRefused = place !== undefined && placeFault === 'undeliverable'
  const usual = time === undefined ? pickSituation(listing, layout, random) : situationAt(time, listing, domain)
  const situation = isRefused ? 'undeliverable' : (request.situation ?? usual)
  if (!SITUATIONS_OF[layout].includes(situation)) throw new Error(`The layout "${layout}" can't show "${situation}"`)
  const { scripted = [] } = request
  if (scripted.length > 0 && (layout !== 'current' || situation !== 'offered')) {
    throw new Error(`The layout "${layout}" has no scripts for "${situation}"`)
  }
  const context: ProductContext = {
    locale,
    listing,
    layout,
    situation,
    currency: WITHOUT_PRICE.includes(situation) ? listing.currency : (request.currency ?? listing.currency),
    // A page that moves keeps what does not move, whatever its layout and situation.
    random: random.fork(time === undefined ? `${layout}/${situation}` : 'moving'),
    time,
    place,
    hasOtherPlace: placeFault === 'other_place',
  }
  const { host } = locale.marketplace
  const isKept = request.withholdsReviews === true && listing.rating !== null
  const shown = request.reviews ?? (isKept ? 'withheld' : undefined)
  const isWithheld = shown === 'withheld'
  const opinion = showOpinion(generateOpinion(context), shown)
  const record: Product = normalizeSpaces<Product>({
    ...emptyProduct,
    asin,
    asin_in_url: asin,
    url: `https://${host}/dp/${asin}`,
    page: 1,
    ...generateItem(context),
    ...generateOffer(context),
    ...opinion,
    ...generateDetails(context),
    ...generateFamily(context, request),
  })
  return { domain, layout, situation, record, isWithheld, scripted, received: withoutScripts(record, scripted) }
}

/** A listing has ratings or none by its ASIN; this one has ratings, so that they can be shown without reviews. */
const RATED = { rating: 4.2, reviews_count: 57 }

function showOpinion(opinion: ReturnType<typeof generateOpinion>, shown: ShownReviews | undefined): typeof opinion {
  if (shown === undefined) return opinion
  const rated = opinion.rating === null ? RATED : {}
  const ratings = shown === 'none' ? { rating: null, reviews_count: 0 } : rated
  return { ...opinion, ...ratings, rating_stars_distribution: [], reviews: [], review_ai_summary: null }
}

/** The fields that each part prints, empty. */
const UNPRINTED: Readonly<Record<ScriptedPart, (record: Product) => Partial<Product>>> = {
  price: ({ buybox }) => ({
    price: null,
    price_buybox: null,
    price_strikethrough: null,
    discount_percentage: null,
    buybox: buybox.map((offer) => ({ ...offer, price: null })),
  }),
  delivery: () => ({ delivery: [], price_shipping: null, is_deliverable: null, is_prime: false }),
  variations: () => ({ variations: [], parent_asin: null }),
}

function withoutScripts(record: Product, scripted: readonly ScriptedPart[]): Product {
  const unprinted = scripted.map((part) => UNPRINTED[part](record))
  return Object.assign({}, record, ...unprinted) as Product
}

function pickLayout(listing: Listing, random: Random): ProductLayout {
  const isNew = random.chance(0.75)
  if (listing.kind === 'book') return 'book'
  if (listing.kind === 'apparel') return 'apparel'
  return isNew ? 'current' : 'classic'
}

/** Half of the products have an ordinary offer. Products without a price have none. */
function pickSituation(listing: Listing, layout: ProductLayout, random: Random): Situation {
  const known = SITUATIONS_OF[layout]
  if (listing.price === null) return random.pick(['unavailable', 'no_featured_offer'])
  return random.chance(0.5) ? 'offered' : random.pick(known.filter((situation) => !NOT_PICKED.includes(situation)))
}

/** The layout that pages of a layout have after it changed. */
const OTHER_LAYOUTS: Readonly<Record<ProductLayout, ProductLayout>> = {
  current: 'classic',
  classic: 'current',
  apparel: 'apparel',
  book: 'book',
}

/** On most days, a product that moves has an ordinary offer, which all layouts can show. */
function situationAt(time: ShopTime, { asin, price }: Listing, domain: string): Situation {
  const random = heldRandom(`situation/${domain}/${asin}`, time, 0.1)
  if (time.isUnsteady === true) return isSoldOut(time) ? 'unavailable' : 'offered'
  if (price === null) return random.pick(['unavailable', 'no_featured_offer'])
  return random.chance(0.06) ? 'unavailable' : 'offered'
}
