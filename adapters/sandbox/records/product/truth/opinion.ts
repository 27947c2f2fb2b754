import type { Product } from '../../../../../core/index.ts'
import { fill } from '../../../locale/locale.ts'
import { isClassic, type ProductContext } from './product-truth.ts'
import type { Random } from '../../../truth/random.ts'

type OpinionFields = Pick<
  Product,
  | 'rating'
  | 'reviews_count'
  | 'rating_stars_distribution'
  | 'reviews'
  | 'answered_questions_count'
  | 'review_ai_summary'
  | 'sales_volume'
  | 'is_marketplace_choice'
  | 'best_seller'
>

/** What customers and the marketplace say about a product. */
export function generateOpinion(context: ProductContext): OpinionFields {
  const { listing, layout, locale } = context
  const random = context.random.fork('opinion')
  const hasRating = listing.rating !== null
  const sentences = locale.phrases.vocabulary.review_sentences
  return {
    rating: listing.rating,
    reviews_count: listing.reviews_count,
    rating_stars_distribution: hasRating ? generateDistribution(random) : [],
    reviews: hasRating ? Array.from({ length: random.int(1, 4) }, (_, index) => generateReview(context, index)) : [],
    answered_questions_count: isClassic(layout) && random.chance(0.5) ? random.pick([3, 27, 1000, 1240]) : 0,
    review_ai_summary:
      hasRating && !isClassic(layout) && random.chance(0.5) ? random.sample(sentences, 3).join(' ') : null,
    // Pages show it since 2022.
    sales_volume: isClassic(layout) ? null : listing.sales_volume,
    is_marketplace_choice: listing.is_marketplace_choice,
    best_seller: listing.best_seller,
  }
}

/** Five shares that add up to 100 percent. */
function generateDistribution(random: Random): Product['rating_stars_distribution'] {
  let rest = 100
  return [5, 4, 3, 2, 1].map((rating) => {
    const percentage = rating === 1 ? rest : random.int(0, Math.ceil(rest * 0.8))
    rest -= percentage
    return { rating, percentage }
  })
}

/** Number of reviews from the marketplace's own country; the following ones are from other countries. */
export const LOCAL_REVIEWS = 2

const REVIEW_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function generateReview({ locale, layout, random: own }: ProductContext, index: number): Product['reviews'][number] {
  const random = own.fork(`review ${index}`)
  const { reviews, vocabulary } = locale.phrases
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
    timestamp: isForeign && isClassic(layout) ? date : fill(reviews.date, { country, date }),
    is_verified: random.chance(0.7),
    helpful_count: random.pick([0, 0, 1, 2, random.int(3, 2400)]),
  }
}
