import { RANKINGS, type OffersResponse } from '../../../core/index.ts'
import {
  generateList,
  generateOffers,
  generateReviews,
  LIST_LAYOUTS,
  renderList,
  renderOffers,
  renderReviews,
  type ListRequest,
  type OffersRequest,
} from '../../sandbox/index.ts'
import type { SimulatedPage } from './simulated-page.ts'

/** Lists of best sellers in each layout: every ranking, both pages, a category below a department, free things, nothing. */
export function* simulatedLists(domain: string): Generator<SimulatedPage> {
  const looks: readonly (readonly [name: string, request: Omit<ListRequest, 'domain'>])[] = [
    ...RANKINGS.map((list) => [list, { list, alias: 'kitchen' }] as const),
    ['page-2', { alias: 'garden', page: 2 }],
    ['books', { alias: 'books', node: '1234567' }],
    ['free', { alias: 'digital-text', isFree: true }],
    ['root', {}],
    ['empty', { alias: 'sandbox-empty' }],
  ]
  for (const [index, layout] of LIST_LAYOUTS.entries()) {
    // An older layout prints the same in its own markup: a few show it.
    for (const [name, request] of index === LIST_LAYOUTS.length - 1 ? looks : looks.slice(0, 2)) {
      const truth = generateList({ ...request, domain, layout })
      const { record } = truth
      yield {
        name: `${name}-of-${layout}`,
        why: `layout of ${layout}, ${name}`,
        url: record.page === 1 ? record.url : `${record.url}?pg=${record.page}`,
        record,
        print: () => renderList(truth),
      }
    }
  }
}

/** ASINs whose products have offers in several conditions, most of them. */
const PRODUCTS = Array.from({ length: 5 }, (_, index) => `B0OFFERS${String(index).padStart(2, '0')}`)

/** Panels of offers: several products, filters, a product without any. */
export function* simulatedOfferPanels(domain: string): Generator<SimulatedPage> {
  const unavailable = { layout: 'current', situation: 'unavailable' } as const
  const looks: readonly (readonly [name: string, request: Omit<OffersRequest, 'domain'>])[] = [
    ...PRODUCTS.map((asin, index) => [`product-${index + 1}`, { product: { asin } }] as const),
    ['used', { product: { asin: 'B0OFFERS01' }, conditions: ['usedGood', 'usedVeryGood'] }],
    ['prime', { product: { asin: 'B0OFFERS02' }, isPrimeOnly: true }],
    ['nothing', { product: { asin: 'B0OFFERS03', ...unavailable } }],
  ]
  for (const [name, request] of looks) {
    const truth = generateOffers({ ...request, domain })
    yield {
      name,
      why: `panel, ${name}`,
      url: urlOfPanel(truth.response),
      asin: truth.response.asin,
      record: truth.response,
      print: () => renderOffers(truth),
    }
  }
}

function urlOfPanel({ asin, url }: OffersResponse): string {
  return `${new URL(url).origin}/gp/product/ajax/aodAjaxMain/?asin=${asin}&pc=dp&experienceId=aodAjaxMain`
}

/** Pages of reviews in both orders, the first one and a later one. */
export function* simulatedReviewPages(domain: string): Generator<SimulatedPage> {
  for (const asin of ['B0REVIEW01', 'B0REVIEW02', '0123456789']) {
    for (const [sort, page] of [
      ['helpful', 1],
      ['helpful', 2],
      ['recent', 1],
    ] as const) {
      const truth = generateReviews({ asin, domain, sort, page })
      const { origin } = new URL(truth.record.url)
      yield {
        name: `${asin}-${sort}-page-${page}`,
        why: `order "${sort}", page ${page}`,
        url: `${origin}/product-reviews/${asin}/?sortBy=${sort}&pageNumber=${page}`,
        record: truth.record,
        print: () => renderReviews(truth),
      }
    }
  }
}
