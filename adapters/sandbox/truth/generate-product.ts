import { requireLocale } from '../locale.ts'
import { Random } from '../random.ts'
import { foldTexts } from './fold-texts.ts'
import { inventDetails } from './invent-details.ts'
import { inventFamily, type FamilyWish } from './invent-family.ts'
import { inventItem } from './invent-item.ts'
import { listingOf, type Listing } from './invent-listing.ts'
import { inventOffer } from './invent-offer.ts'
import { inventOpinion } from './invent-opinion.ts'
import { SITUATIONS_OF, type Draft, type ProductLayout, type ProductTruth, type Situation } from './product-truth.ts'

export interface ProductRequest extends FamilyWish {
  readonly asin: string
  readonly domain: string
  /** Seeded by the ASIN when not given. */
  readonly layout?: ProductLayout | undefined
  /** Seeded by the ASIN when not given. Throws for one that the layout can't show. */
  readonly situation?: Situation | undefined
  /** ISO 4217; another than the marketplace's is what a visitor from abroad sees. */
  readonly currency?: string | undefined
}

/** What shows no price shows no currency of its own. */
const PRICELESS: readonly Situation[] = ['unavailable', 'price_in_cart']

/** Invents a product: the same for the same request, for ever. */
export function generateProduct(request: ProductRequest): ProductTruth {
  const { domain, asin } = request
  const locale = requireLocale(domain)
  const random = new Random(`product/${domain}/${asin}`)
  const listing = listingOf(asin, domain)
  const layout = request.layout ?? pickLayout(listing, random)
  const situation = request.situation ?? pickSituation(listing, layout, random)
  if (!SITUATIONS_OF[layout].includes(situation)) throw new Error(`The layout "${layout}" can't show "${situation}"`)
  const draft: Draft = {
    locale,
    listing,
    layout,
    situation,
    currency: PRICELESS.includes(situation) ? listing.currency : (request.currency ?? listing.currency),
    random: random.fork(`${layout}/${situation}`),
  }
  const { host } = locale.marketplace
  const item = inventItem(draft)
  const offer = inventOffer(draft)
  const opinion = inventOpinion(draft)
  const details = inventDetails(draft)
  const family = inventFamily(draft, request)
  return {
    domain,
    layout,
    situation,
    record: foldTexts({
      asin,
      asin_in_url: asin,
      parent_asin: family.parent_asin,
      url: `https://${host}/dp/${asin}`,
      page: 1,
      page_type: item.page_type,
      title: item.title,
      product_name: item.product_name,
      description: item.description,
      bullet_points: item.bullet_points,
      brand: item.brand,
      manufacturer: details.manufacturer,
      store_url: item.store_url,
      price: offer.price,
      price_buybox: offer.price_buybox,
      price_strikethrough: offer.price_strikethrough,
      currency: offer.currency,
      pricing_count: offer.pricing_count,
      stock: offer.stock,
      is_prime: offer.is_prime,
      max_quantity: offer.max_quantity,
      delivery: offer.delivery,
      featured_merchant: offer.featured_merchant,
      buybox: offer.buybox,
      category: item.category,
      rating: opinion.rating,
      reviews_count: opinion.reviews_count,
      rating_stars_distribution: opinion.rating_stars_distribution,
      reviews: opinion.reviews,
      answered_questions_count: opinion.answered_questions_count,
      variations: family.variations,
      images: item.images,
      has_videos: item.has_videos,
      product_details: details.product_details,
      product_dimensions: details.product_dimensions,
      sales_rank: details.sales_rank,
      sales_volume: opinion.sales_volume,
      in_stock: offer.in_stock,
      condition: offer.condition,
      price_upper: offer.price_upper,
      price_shipping: offer.price_shipping,
      price_sns: offer.price_sns,
      price_per_unit: offer.price_per_unit,
      discount_percentage: offer.discount_percentage,
      coupon: offer.coupon,
      deal_type: offer.deal_type,
      is_marketplace_choice: opinion.is_marketplace_choice,
      best_seller: opinion.best_seller,
      pricing_url: offer.pricing_url,
      product_overview: item.product_overview,
      date_first_available: details.date_first_available,
      formats: item.formats,
      review_ai_summary: opinion.review_ai_summary,
      delivery_location: offer.delivery_location,
    }),
  }
}

function pickLayout(listing: Listing, random: Random): ProductLayout {
  const isNew = random.chance(0.75)
  if (listing.kind === 'book') return isNew ? 'book' : 'classic_book'
  if (listing.kind === 'apparel') return 'apparel'
  return isNew ? 'current' : 'classic'
}

/** Most products are just offered; one that has no price is not. */
function pickSituation(listing: Listing, layout: ProductLayout, random: Random): Situation {
  const known = SITUATIONS_OF[layout]
  if (listing.price === null) return random.pick(['unavailable', 'no_featured_offer'])
  return random.chance(0.5) ? 'offered' : random.pick(known.filter((situation) => situation !== 'unavailable'))
}
