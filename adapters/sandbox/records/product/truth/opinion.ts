import type { Product } from '../../../../../core/index.ts'
import { fill } from '../../../locale/locale.ts'
import type { ProductContext } from './product-truth.ts'
import type { Random } from '../../../truth/random.ts'

/** What customers and the marketplace say about a product. */
export function generateOpinion(context: ProductContext) {
  const { listing, layout, locale } = context
  const random = context.random.fork('opinion')
  const { rating } = listing
  const hasRating = rating !== null
  const sentences = locale.vocabulary.review_sentences
  return {
    rating,
    reviews_count: listing.reviews_count,
    rating_stars_distribution: hasRating ? generateDistribution(random, rating) : [],
    reviews: hasRating ? Array.from({ length: random.int(1, 4) }, (_, index) => generateReview(context, index)) : [],
    answered_questions_count: layout === 'classic' && random.chance(0.5) ? random.pick([3, 27, 1000, 1240]) : 0,
    review_ai_summary:
      hasRating && layout !== 'classic' && random.chance(0.5) ? random.sample(sentences, 3).join(' ') : null,
    // Pages show it since 2022.
    sales_volume: layout === 'classic' ? null : listing.sales_volume,
    is_marketplace_choice: listing.is_marketplace_choice,
    best_seller: listing.best_seller,
  }
}

/** Five shares that add up to 100 percent, and whose average is about the rating. */
function generateDistribution(random: Random, rating: number): Product['rating_stars_distribution'] {
  const lower = Math.min(4, Math.floor(rating))
  const shares = [1, 2, 3, 4, 5].map((stars) => Math.round(100 * Math.max(0, 1 - Math.abs(stars - rating))))
  shares[lower] = 100 - (shares[lower - 1] ?? 0)
  // What moves from one number of stars to both of its neighbors leaves the average as it is.
  for (const middle of [1, 2, 3, 2]) {
    const moved = random.int(0, Math.floor((shares[middle] ?? 0) / 3))
    for (const [index, by] of [
      [middle - 1, moved],
      [middle, -2 * moved],
      [middle + 1, moved],
    ] as const)
      shares[index] = (shares[index] ?? 0) + by
  }
  return [5, 4, 3, 2, 1].map((stars) => ({ rating: stars, percentage: shares[stars - 1] ?? 0 }))
}

/** Number of reviews from the marketplace's own country; the following ones are from other countries. */
export const LOCAL_REVIEWS = 2

const REVIEW_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function generateReview({ locale, layout, random: own }: ProductContext, index: number): Product['reviews'][number] {
  const random = own.fork(`review ${index}`)
  const { vocabulary } = locale
  const { reviews } = locale.phrases
  const day = { year: random.int(2019, 2026), month: random.int(1, 12), day: random.int(1, 28) }
  const date = locale.date(day, 'full')
  const isForeign = index >= LOCAL_REVIEWS
  const [home = '', ...abroad] = reviews.countries
  const country = isForeign ? random.pick(abroad) : home
  return {
    id: `R${random.text(REVIEW_CHARACTERS, 13)}`,
    author: random.pick(vocabulary.names),
    title: random.pick(vocabulary.review_titles),
    content: random.sample(vocabulary.review_sentences, random.int(1, 3)).join(random.pick(['\n', ' '])),
    rating: random.int(1, 5),
    // Until 2021 the country of a foreign review was not part of its date.
    timestamp: isForeign && layout === 'classic' ? date : fill(reviews.date, { country, date }),
    is_verified: random.chance(0.7),
    helpful_count: random.pick([0, 0, 1, 2, random.int(3, 2400)]),
  }
}
