import type { AskedPage, SimulatedRecord } from '../../record/simulated-record.ts'
import { magicQueries, parseMagicQuery } from './magic.ts'
import type { SearchPageRequest } from './page-request.ts'
import { renderSearch } from './render-search.ts'
import type { SearchSubject } from './truth/address.ts'
import { FACETS, parseSearchConditions, printSearchConditions } from './truth/conditions.ts'
import { generateSearch } from './truth/generate-search.ts'
import type { SearchSort } from './truth/search-truth.ts'

/** The search pages of the simulated marketplace. */
export const simulatedSearch: SimulatedRecord<'search', SearchPageRequest> = {
  name: 'search',
  magic: magicQueries,
  examples: [{ query: 'lantern', domain: 'co.uk', text: 'a search with ads' }],
  ask: (query) => askForPage({ query, seller: null, conditions: [] }, 1, 'best_match'),
  findDestination(path, parameters) {
    if (!SEARCH.test(path)) return null
    const query = (parameters.get('k') ?? parameters.get('field-keywords') ?? '').trim()
    const seller = parameters.get('me')?.trim() ?? ''
    const conditions = parseSearchConditions(parameters.get('rh') ?? '')
    const isOfShelf = seller !== '' || conditions.some(({ facet }) => facet === FACETS.node)
    if (query === '' && !isOfShelf) return { status: 302, to: '/' }
    const page = Number(parameters.get('page') ?? 1)
    const sort = SORTS.get(parameters.get('s') ?? parameters.get('sort') ?? '') ?? 'best_match'
    return askForPage({ query, seller: seller === '' ? null : seller, conditions }, page, sort)
  },
  print: ({ weight, isEmpty, seller, conditions, ...request }) => {
    const refine = conditions.map((condition) => printSearchConditions([condition]))
    const size = isEmpty ? 0 : undefined
    return renderSearch(generateSearch({ ...request, seller: seller ?? undefined, refine, size }), { weight })
  },
}

const SEARCH = /^\/s(?:\/.*)?$/

const SORTS: ReadonlyMap<string, SearchSort> = new Map<string, SearchSort>([
  ['price-asc-rank', 'price_asc'],
  ['price-desc-rank', 'price_desc'],
  ['review-rank', 'avg_customer_review'],
  ['date-desc-rank', 'newest'],
])
const MAX_PAGE = 400

function askForPage(subject: SearchSubject, page: number, sort: SearchSort): AskedPage<SearchPageRequest> {
  const magic = parseMagicQuery(subject.query)
  const request = {
    ...subject,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
    sort,
    isEmpty: magic?.isEmpty ?? false,
  }
  return { request, faults: magic?.faults ?? '' }
}
