import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { integerUpTo, keywordsParam, MAX_PAGES } from '../../record/params.ts'
import { described } from '../../record/schema-parts.ts'
import { combineSearchPages } from './combine.ts'
import { cardSchema, searchSchema } from './schema.ts'

/** Orders of search results. The first is the default. */
export const SEARCH_SORTS = ['best_match', 'price_asc', 'price_desc', 'avg_customer_review', 'newest'] as const

const pageNumber = integerUpTo(MAX_PAGES)
const sort = v.picklist(SEARCH_SORTS, `must be one of: ${SEARCH_SORTS.join(', ')}`)

/**
 * The cards of search pages.
 *
 * @hidden
 */
export const search = defineRecord({
  name: 'search',
  kinds: ['search', 'no_results'],
  schema: searchSchema,
  schemaName: 'SearchResponse',
  rows: { field: 'products', name: 'card', schemaName: 'Card', schema: cardSchema },
  mainFields: ['asin', 'title', 'price', 'currency', 'rating', 'reviews_count', 'is_sponsored', 'url'],
  watch: {
    fields: ['products[].organic_position'],
    moving: ['products[].shipping_information'],
    counting: [],
  },
  isOfProduct: false,
  params: {
    query: described(keywordsParam, 'Search keywords. Surrounding spaces are ignored.'),
    sort_by: described(v.optional(sort, SEARCH_SORTS[0]), 'Order of the results.'),
    // Without a default in the schema: a page that fills it in would send two different pages for `page=2`.
    start_page: described(v.optional(pageNumber), 'First page. Default: 1.'),
    pages: described(v.optional(pageNumber, 1), 'Number of consecutive pages; each counts as a request.'),
    page: described(
      v.optional(pageNumber),
      'Another name of `start_page`. If both are passed, they must have the same value.',
    ),
  },
  exampleParams: { query: 'electric kettle' },
  findConflicts: ({ page, start_page }) => {
    if (page === undefined || start_page === undefined || page === start_page) return {}
    return {
      start_page: 'must have the same value as page, which is another name for it',
      page: 'must have the same value as start_page, which it is another name for',
    }
  },
  complete: ({ page, start_page, ...params }) => ({ ...params, start_page: start_page ?? page ?? 1 }),
  pages: {
    range: ({ start_page, pages }) => ({ first: start_page, count: pages }),
    combine: combineSearchPages,
  },
  address: ({ host, site }, { query, sort_by, language }, page) => {
    const { search: names } = site.links
    const parameters = new URLSearchParams({ [names.words]: query })
    if (language !== null) parameters.set(names.language, language)
    if (page > 1) parameters.set(names.page, String(page))
    const order = names.orders[sort_by]
    if (order !== undefined) parameters.set(names.order, order)
    return `https://${host}${names.path}?${parameters.toString()}`
  },
  asked: (_, page) => ({ page }),
  savedAs: ({ site }, { pathname, searchParams }) => {
    const { search: names } = site.links
    const query = searchParams.get(names.words)
    if (pathname !== names.path || query === null) return null
    const page = searchParams.get(names.page) ?? '1'
    return [query.toLowerCase(), searchParams.get(names.order) ?? '', page === '1' ? '' : page]
  },
  errors: { notFound: 'product_not_found', mismatch: 'asin_mismatch' },
  texts: {
    operation: {
      id: 'searchProducts',
      summary: 'Search results',
      description:
        'Retrieves pages of search results and gives their cards, in page order. Costs 5 credits a page if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing. A page without cards ends the run early. Only pages with cards are charged, and the first.',
    },
    answer: 'The cards; or `no_results`, when nothing matched.',
    tool: {
      title: 'Search',
      description:
        'Results of a search on an Amazon marketplace, in their order, with sponsored ones marked. Gives the ASINs that get_product takes.',
      query: {
        name: 'words',
        description: 'Search keywords, in the language of the marketplace.',
        plural: 'keywords',
      },
      exampleFields: ['price', 'is_prime'],
      params: { sort_by: null, pages: `Pages of results, 1 to ${MAX_PAGES}.` },
    },
    plural: 'searches',
  },
})
