import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import {
  amountParam,
  atMost,
  integerUpTo,
  oneOf,
  isWellFormed,
  keywordsParam,
  MAX_PAGES,
  repeatable,
  sellerParam,
  string,
} from '../../record/params.ts'
import { described } from '../../record/schema-parts.ts'
import { searchAddress, searchFileNames } from './address.ts'
import { combineSearchPages } from './combine.ts'
import { findSearchConflicts } from './conflicts.ts'
import { cardSchema, searchSchema } from './schema.ts'

/** Orders of search results. The first is the default. */
export const SEARCH_SORTS = ['best_match', 'price_asc', 'price_desc', 'avg_customer_review', 'newest'] as const

const pageNumber = integerUpTo(MAX_PAGES)
const sort = oneOf(SEARCH_SORTS)

const nodeParam = v.pipe(string, v.trim(), v.regex(/^[0-9]{1,20}$/, 'must be a browse node: 1 to 20 digits'))

const MAX_BRAND = 100
const brandParam = v.pipe(
  string,
  v.trim(),
  v.minLength(1, 'must not be empty'),
  atMost(MAX_BRAND),
  isWellFormed,
  // In addresses, one joins values, and the other begins what stands for a comma.
  v.regex(/^[^|\\]*$/, 'must not have a vertical bar or a backslash'),
  v.metadata({ maxLength: MAX_BRAND }),
)

const MAX_CONDITIONS = 20
const MAX_CONDITION = 200
const condition = v.pipe(
  string,
  v.trim(),
  atMost(MAX_CONDITION),
  isWellFormed,
  v.regex(
    /^[A-Za-z][A-Za-z0-9_-]*:[\s\S]+$/,
    'must be the value of an option of a refinement, such as p_72:1248879011',
  ),
  v.metadata({ maxLength: MAX_CONDITION }),
)

/** What a page of search results was asked for. */
export interface AskedSearch {
  /** Requested page. Default: the number on the page, else 1. */
  readonly page?: number | undefined
}

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
    query: described(
      v.optional(keywordsParam),
      'Search keywords. Surrounding spaces are ignored. Required unless `node` or `seller` is passed.',
    ),
    node: described(
      v.optional(nodeParam),
      'Browse node whose products are searched, by its number: `node.id` of an answer, or the digits after `n:` in the `value` of an option.',
    ),
    seller: described(v.optional(sellerParam), 'Seller whose products are searched, by id. Case is ignored.'),
    brand: described(v.optional(brandParam), 'Only products of this brand, by the name that the marketplace gives it.'),
    min_price: described(
      v.optional(amountParam),
      'Only products that cost at least this much. Unit: major units of the currency of the marketplace.',
    ),
    max_price: described(
      v.optional(amountParam),
      'Only products that cost at most this much. Unit: major units of the currency of the marketplace.',
    ),
    refine: described(
      v.optional(repeatable(condition, MAX_CONDITIONS)),
      'Only products that meet this condition: the `value` of an option in `refinements`, as an answer gives it. Can be repeated; of several conditions of one kind, one has to be met. In an item of a batch also a list.',
    ),
    sort_by: described(v.optional(sort, SEARCH_SORTS[0]), 'Order of the results.'),
    // Without a default in the schema: a page that fills it in would send two different pages for `page=2`.
    start_page: described(v.optional(pageNumber), 'First page. Default: 1.'),
    pages: described(v.optional(pageNumber, 1), 'Number of consecutive pages; each counts as a request.'),
    page: described(
      v.optional(pageNumber),
      'Another name of `start_page`. If both are passed, they must have the same value.',
    ),
  },
  repeatable: ['refine'],
  exampleParams: { query: 'electric kettle' },
  findConflicts: findSearchConflicts,
  complete: ({ page, start_page, query, node, seller, brand, min_price, max_price, refine, ...params }) => ({
    query: query ?? null,
    ...params,
    // Left out if not given: the meaning of a search by words alone is the same as before there were others.
    ...(node === undefined ? {} : { node }),
    ...(seller === undefined ? {} : { seller }),
    ...(brand === undefined ? {} : { brand }),
    ...(min_price === undefined ? {} : { min_price }),
    ...(max_price === undefined ? {} : { max_price }),
    ...(refine === undefined ? {} : { refine: [...new Set(refine)].toSorted() }),
    start_page: start_page ?? page ?? 1,
  }),
  pages: {
    range: ({ start_page, pages }) => ({ first: start_page, count: pages }),
    combine: combineSearchPages,
  },
  address: searchAddress,
  asked: (_, page): AskedSearch => ({ page }),
  savedAs: searchFileNames,
  errors: { notFound: 'product_not_found', mismatch: 'asin_mismatch' },
  texts: {
    operation: {
      id: 'searchProducts',
      summary: 'Search results',
      description:
        'Retrieves pages of search results and gives their cards, in page order: of a search by words, of a browse node, or of a seller, narrowed by brand, price and further conditions. The answer says which node its page shows, and what the marketplace offers to narrow the results by. Costs 5 credits a page if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing. A page without cards ends the run early. Only pages with cards are charged, and the first.',
    },
    answer: 'The cards; or `no_results`, when nothing matched.',
    tool: {
      title: 'Search',
      description:
        'Results of a search on an Amazon marketplace, in their order, with sponsored ones marked. Gives the ASINs that get_product takes. Searches by words, by browse node or by seller; at least one of them.',
      query: {
        name: 'query',
        description: 'Search keywords, in the language of the marketplace.',
        plural: 'keywords',
      },
      exampleFields: ['price', 'is_prime'],
      params: {
        node: 'Browse node to search in, by its number.',
        seller: 'Id of the seller to search the products of.',
        brand: 'Only this brand.',
        min_price: 'Lowest price, in major units of the currency of the marketplace.',
        max_price: 'Highest price, in major units of the currency of the marketplace.',
        refine: 'Further conditions: values of options in refinements of an earlier answer.',
        sort_by: null,
        pages: `Pages of results, 1 to ${MAX_PAGES}.`,
      },
    },
    plural: 'searches',
  },
})
