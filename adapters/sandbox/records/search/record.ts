import type { AskedPage, SimulatedRecord } from '../../record/simulated-record.ts'
import { magicQueries, parseMagicQuery } from './magic.ts'
import type { SearchPageRequest } from './page-request.ts'
import { renderSearch } from './render-search.ts'
import { generateSearch } from './truth/generate-search.ts'
import type { SearchSort } from './truth/search-truth.ts'

/** The search pages of the simulated marketplace. */
export const simulatedSearch: SimulatedRecord<'search', SearchPageRequest> = {
  name: 'search',
  magic: magicQueries,
  ask: (query) => askForPage(query, 1, 'best_match'),
  findDestination(path, parameters) {
    if (!SEARCH.test(path)) return null
    const query = (parameters.get('k') ?? parameters.get('field-keywords') ?? '').trim()
    if (query === '') return { status: 302, to: '/' }
    const page = Number(parameters.get('page') ?? 1)
    const sort = parameters.get('s') ?? parameters.get('sort') ?? ''
    return askForPage(query, page, SORTS.get(sort) ?? 'best_match')
  },
  print: ({ weight, isEmpty, ...request }) =>
    renderSearch(generateSearch({ ...request, size: isEmpty ? 0 : undefined }), { weight }),
}

const SEARCH = /^\/s(?:\/.*)?$/

const SORTS: ReadonlyMap<string, SearchSort> = new Map<string, SearchSort>([
  ['price-asc-rank', 'price_asc'],
  ['price-desc-rank', 'price_desc'],
  ['review-rank', 'avg_customer_review'],
  ['date-desc-rank', 'newest'],
])
const MAX_PAGE = 400

function askForPage(query: string, page: number, sort: SearchSort): AskedPage<SearchPageRequest> {
  const magic = parseMagicQuery(query)
  const request = {
    query,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
    sort,
    isEmpty: magic?.isEmpty ?? false,
  }
  return { request, faults: magic?.faults ?? '' }
}
