import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { atMost, boolean, integerUpTo, oneOf, string } from '../../record/params.ts'
import { described } from '../../record/schema-parts.ts'
import {
  findPageNumber,
  isOfFreeThings,
  MAX_LIST_PAGES,
  parseRankingAddress,
  RANKINGS,
  rankingUrl,
} from './rankings.ts'
import { bestSellersSchema, entrySchema } from './schema.ts'

const MAX_CATEGORY = 200

const category = v.pipe(
  string,
  v.trim(),
  atMost(MAX_CATEGORY),
  v.regex(
    /^(?:[A-Za-z0-9-]+(?:\/[0-9]+)?)?$/,
    'must be a category such as electronics or electronics/172541, the address of its list, or "" for the root',
  ),
  v.metadata({ maxLength: MAX_CATEGORY }),
)
const ranking = oneOf(RANKINGS)

/** Name of the file of the root, which has no name of its own. */
const ROOT = 'root'

/** What a page of best sellers was asked for. */
export interface AskedBestSellers {
  /** Requested page. Default: the number on the page, else 1. */
  readonly page?: number | undefined
  /** Requested category, as its record names it. Default: the page's own. */
  readonly query?: string | undefined
  /** Which of several lists of the category was requested, as the record names it. Default: the page's own. */
  readonly list?: string | undefined
  /** Whether the variant of the list with free things was requested. Default: unknown. */
  readonly isFree?: boolean | undefined
}

/**
 * A list of what sells best, is new, rises, or is wished for.
 *
 * @hidden
 */
export const bestSellers = defineRecord({
  name: 'best_sellers',
  kinds: ['best_sellers'],
  schema: bestSellersSchema,
  schemaName: 'BestSellers',
  rows: { field: 'entries', name: 'entry', schemaName: 'BestSellerEntry', schema: entrySchema },
  mainFields: ['rank', 'asin', 'title', 'price', 'price_from', 'currency', 'rating', 'reviews_count', 'url'],
  isOfProduct: false,
  params: {
    query: described(
      category,
      'Category, as the addresses of its lists name it: `electronics`, or with a node `electronics/172541`; or the address of a list; empty for the root. Names differ by marketplace: `ce-de`.',
    ),
    list: described(v.optional(ranking, RANKINGS[0]), 'Which list of the category.'),
    free: described(v.optional(boolean, false), 'The list of free things, where the category has one.'),
    page: described(v.optional(integerUpTo(MAX_LIST_PAGES), 1), 'Page of the list, of 50 entries.'),
    complete: described(
      v.optional(boolean, false),
      'Fetches the cards that the page loads later, too: about 20 of 50. The second page is charged if it was read.',
    ),
  },
  exampleParams: { query: 'electronics' },
  pages: null,
  rest: { param: 'complete', rowKey: 'asin' },
  isMismatchRetried: true,
  findConflicts: () => ({}),
  complete: ({ query, ...params }) => ({ query: query.toLowerCase(), ...params }),
  readAddress: ({ href }, owner) => {
    const found = parseRankingAddress(href, owner)
    if (found === null) return null
    const page = findPageNumber(href, owner)
    return {
      query: found.query,
      list: found.list,
      ...(isOfFreeThings(href, owner) ? { free: true } : {}),
      ...(/^\d+$/.test(page) && page !== '1' ? { page: Number(page) } : {}),
    }
  },
  address: (owner, { query, list, free, page, language }) => {
    const names = owner.site.links.rankings
    const parameters = new URLSearchParams()
    if (page > 1) parameters.set(names.page, String(page))
    if (free) parameters.set(...names.free)
    if (language !== null) parameters.set(names.language, language)
    const text = parameters.toString()
    return `${rankingUrl(owner, list, query)}${text === '' ? '' : `?${text}`}`
  },
  asked: ({ query, list, free, page }): AskedBestSellers => ({ query, list, isFree: free, page }),
  savedAs: (owner, { href, searchParams }) => {
    const found = parseRankingAddress(href, owner)
    if (found === null) return null
    const page = searchParams.get(owner.site.links.rankings.page) ?? '1'
    return [
      found.query === '' ? ROOT : found.query,
      found.list === RANKINGS[0] ? '' : found.list,
      isOfFreeThings(href, owner) ? 'free' : '',
      page === '1' ? '' : page,
    ]
  },
  errors: { notFound: 'category_not_found', mismatch: 'page_mismatch' },
  texts: {
    operation: {
      id: 'getBestSellers',
      summary: 'One list of best sellers',
      description:
        'Retrieves a page of a list of best sellers, new releases, gifts, wishes, or movers and shakers, and gives its entries in the order of their ranks. A page has up to 50 entries, and cards for about 30 of them: of the others, only rank, ASIN and address are known, unless `complete` fetches their cards with a second request. Costs 5 credits if it succeeds, 10 with `complete` if that second request gave cards, 10 with `render_js` and 15 with `screenshot`, otherwise nothing.',
    },
    answer: 'The list; or `no_results`, when the marketplace says that it is empty.',
    tool: {
      title: 'Best sellers',
      description:
        'A list of best sellers, new releases, most wished for, most gifted, or movers and shakers of a category on an Amazon marketplace, by rank, with the tree of categories. Gives the ASINs that get_product takes.',
      query: {
        name: 'category',
        description:
          'Category as addresses name it, such as electronics or electronics/172541; the address of a list; or an empty text for the root, which names the categories.',
        plural: 'categories',
      },
      exampleFields: ['rank', 'price'],
      params: {
        list: 'Which list of the category.',
        page: 'Page of the list, 1 or 2, of 50 entries each.',
        complete: 'Whether the cards that the page loads later are fetched too: about 20 of 50.',
      },
    },
    plural: 'lists of best sellers',
  },
})
