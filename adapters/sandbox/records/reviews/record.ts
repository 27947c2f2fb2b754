import type { AskedPage, SimulatedRecord } from '../../record/simulated-record.ts'
import { isProductAsin } from '../product/addresses.ts'
import type { ReviewsPageRequest, ReviewSort } from './page-request.ts'
import { renderReviews } from './render-reviews.ts'
import { generateReviews } from './truth.ts'

/** The pages of reviews of the simulated marketplace. The reviews of a product page are on that page. */
export const simulatedReviews: SimulatedRecord<'reviews', ReviewsPageRequest> = {
  name: 'reviews',
  magic: {
    heading: 'ASIN, for its reviews',
    answers: [
      { query: 'B0WITHHELD', description: 'page of a product with ratings and without its reviews' },
      { query: 'B0WITHHEL2', description: 'the same twice, then with its reviews, then again' },
      { query: 'B0UNRATED0', description: 'product without ratings' },
    ],
  },
  examples: [{ query: 'B0SHLFS081', domain: 'de', text: 'reviews in Germany' }],
  ask: (query) => askForPage(query, 1, 'helpful'),
  findDestination(path, parameters) {
    const asin = REVIEWS.exec(path)?.[1]
    if (asin === undefined) return null
    if (!isProductAsin(asin)) return { state: 'not_found' }
    const page = Number(parameters.get('pageNumber') ?? 1)
    return askForPage(asin.toUpperCase(), page, parameters.get('sortBy') === 'recent' ? 'recent' : 'helpful')
  },
  print: ({ weight, ...request }) => renderReviews(generateReviews(request), { weight }),
}

const REVIEWS = /^\/(?:[^/]+\/)?product-reviews\/([^/]+)(?:\/.*)?$/

function askForPage(asin: string, page: number, sort: ReviewSort): AskedPage<ReviewsPageRequest> {
  return { request: { asin, page: Number.isInteger(page) && page >= 1 ? page : 1, sort }, faults: '' }
}
