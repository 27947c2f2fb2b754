import type { ReviewEntry, Reviews } from '../../../../core/index.ts'
import { fill, requireLocale, type Locale } from '../../locale/locale.ts'
import { Random } from '../../truth/random.ts'
import { generateProduct } from '../product/truth/generate-product.ts'
import type { ReviewSort, ReviewsPageRequest } from './page-request.ts'

/** A page of a list of reviews as data: the record that must be read from it. */
export interface ReviewsTruth {
  readonly domain: string
  readonly record: Reviews
  readonly page: number
  readonly sort: ReviewSort
}

/** Reviews of a page. */
const SIZE = 10
/** Pages of the longest list. */
const MAX_PAGE = 10
/** The last reviews of the last page come from other countries. */
const FOREIGN = 4

/** Codes of the countries that the phrases of a language name, in their order. Absent: null, it has no marketplace. */
const CODES: Readonly<Record<string, readonly (string | null)[]>> = {
  en: ['US', 'CA', 'DE'],
  de: ['DE', null, 'US'],
  fr: ['FR', 'US', 'DE'],
  it: ['IT', 'GB', 'US'],
  es: ['ES', 'MX', 'US'],
  es_MX: ['MX', 'US', 'ES'],
  nl: ['NL', 'BE', 'US'],
  pl: ['PL', 'DE', 'IT'],
  sv: ['SE', 'DE', 'US'],
  pt: ['BR', 'DE', 'US'],
  ja: ['JP', 'US', 'DE'],
  tr: ['TR', 'DE', 'GB'],
  ar: ['SA', 'EG', 'AE'],
}

/** Generates a page of the reviews of a product. The same request always gives the same page. */
export function generateReviews({
  asin,
  domain,
  page = 1,
  sort = 'helpful',
  time,
}: Omit<ReviewsPageRequest, 'weight'>): ReviewsTruth {
  const locale = requireLocale(domain)
  const { record: product } = generateProduct({ asin, domain, time })
  const pages = Math.min(MAX_PAGE, Math.ceil(product.reviews_count / SIZE))
  const size = product.rating === null || page > pages ? 0 : Math.min(SIZE, product.reviews_count - (page - 1) * SIZE)
  const hasMore = page < pages
  const record: Reviews = {
    asin,
    asin_in_url: asin,
    url: product.url,
    title: product.title,
    scope: 'page',
    rating: product.rating,
    reviews_count: product.reviews_count,
    rating_stars_distribution: product.rating_stars_distribution,
    review_ai_summary: null,
    review_topics: [],
    page,
    has_more: hasMore,
    sort_by: sort,
    reviews: Array.from({ length: size }, (_, index) => {
      const random = new Random(`reviews/${domain}/${asin}/${sort}/${page}/${index}`)
      return generateReview(locale, random, index + 1, !hasMore && index >= size - FOREIGN)
    }),
    html: null,
  }
  return { domain, record, page, sort }
}

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function generateReview(locale: Locale, random: Random, position: number, isForeign: boolean): ReviewEntry {
  const { marketplace, phrases, vocabulary } = locale
  const { reviews, dimensions } = phrases
  const day = { year: random.int(2019, 2026), month: random.int(1, 12), day: random.int(1, 28) }
  const at = isForeign ? random.int(1, reviews.countries.length - 1) : 0
  const id = `R${random.text(CHARACTERS, 13)}`
  const hasVariant = random.chance(0.7)
  return {
    id,
    position,
    author: random.pick(vocabulary.names),
    author_id: isForeign ? null : `amzn1.account.${random.text(CHARACTERS, 28)}`,
    title: random.pick(vocabulary.review_titles),
    content: random.sample(vocabulary.review_sentences, random.int(1, 3)).join(random.pick(['\n', ' '])),
    rating: random.int(1, 5),
    timestamp: fill(reviews.date, { country: reviews.countries[at] ?? '', date: locale.date(day, 'full') }),
    date: [day.year, pad(day.month), pad(day.day)].join('-'),
    country: codesOf(marketplace.language)[at] ?? null,
    is_foreign: isForeign,
    is_verified: random.chance(0.7),
    is_vine: random.chance(0.2),
    helpful_count: random.pick([0, 0, 1, 2, random.int(3, 2400)]),
    variant: hasVariant
      ? { [dimensions.color]: random.pick(vocabulary.review_titles), [dimensions.size]: `${random.int(30, 46)} x 2` }
      : {},
    variant_asin: hasVariant ? `B0${random.text(CHARACTERS, 8)}` : null,
    images: random.chance(0.4)
      ? Array.from(
          { length: random.int(1, 3) },
          () => `https://m.media-amazon.com/images/I/71${random.text(CHARACTERS, 9)}.jpg`,
        )
      : [],
    has_video: random.chance(0.2),
    url: `https://${marketplace.host}/gp/customer-reviews/${id}`,
    original: null,
  }
}

function codesOf(language: string): readonly (string | null)[] {
  return CODES[language] ?? CODES[language.split('_', 1)[0] ?? ''] ?? []
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
