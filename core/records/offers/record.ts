import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { boolean, integerUpTo, MAX_PAGES, oneOf } from '../../record/params.ts'
import { productQuery } from '../../record/product-page.ts'
import { described } from '../../record/schema-parts.ts'
import { combineOffersPages } from './combine.ts'
import { listedOfferSchema, offersSchema } from './schema.ts'

/** Conditions that offers can be restricted to. The first, which is the default, is no restriction. */
export const OFFER_FILTERS = [
  'all',
  'new',
  'used',
  'used_like_new',
  'used_very_good',
  'used_good',
  'used_acceptable',
  'collectible',
] as const

const pageNumber = integerUpTo(MAX_PAGES)
const condition = oneOf(OFFER_FILTERS)

/** What a page of offers was asked for. */
export interface AskedOffers {
  /** Requested ASIN. Default: the page's own. */
  readonly asin?: string | undefined
  /** ASIN of the child that is shown for a parent: its offers are right too. Default: none. */
  readonly child?: string | undefined
  /** Requested page. Default: the number on the page, else 1. */
  readonly page?: number | undefined
}

/**
 * The offers of a product, of all sellers.
 *
 * @hidden
 */
export const offers = defineRecord({
  name: 'offers',
  kinds: ['offers'],
  // A saved product page holds the panel that its visitor opened.
  sharedKinds: ['product'],
  schema: offersSchema,
  schemaName: 'OffersResponse',
  rows: { field: 'offers', name: 'offer', schemaName: 'ListedOffer', schema: listedOfferSchema },
  mainFields: [
    'position',
    'price',
    'price_shipping',
    'price_total',
    'currency',
    'condition',
    'seller_name',
    'seller_rating',
    'is_prime',
    'is_featured',
  ],
  isOfProduct: true,
  params: {
    query: productQuery,
    condition: described(
      v.optional(condition, OFFER_FILTERS[0]),
      'Condition of the offers. The featured offer comes first in any case.',
    ),
    prime_only: described(v.optional(boolean, false), 'Only offers with Prime.'),
    start_page: described(v.optional(pageNumber, 1), 'First page, of 10 offers besides the featured one.'),
    pages: described(v.optional(pageNumber, 1), 'Number of consecutive pages; each counts as a request.'),
  },
  exampleParams: { query: 'B0SHLFX301' },
  findConflicts: () => ({}),
  complete: (params) => params,
  pages: {
    range: ({ start_page, pages }) => ({ first: start_page, count: pages }),
    combine: combineOffersPages,
    isLast: ({ has_more }) => !has_more,
  },
  address: ({ host, site }, { query, condition: asked, prime_only, language }, page) => {
    const { offers: names } = site.links
    const parameters = new URLSearchParams({ [names.product]: query, ...names.fixed })
    if (language !== null) parameters.set(names.language, language)
    const filters = [...(names.filters[asked] ?? []), ...(prime_only ? names.prime : [])]
    if (filters.length > 0) {
      const chosen = Object.fromEntries([...names.always, ...filters].map((name) => [name, true]))
      parameters.set(names.filter, JSON.stringify(chosen))
    }
    if (page > 1) for (const [name, value] of Object.entries(names.later)) parameters.set(name, value)
    if (page > 1) parameters.set(names.page, String(page))
    return `https://${host}${names.path}?${parameters.toString()}`
  },
  asked: ({ query }, page): AskedOffers => ({ asin: query, page }),
  savedAs: ({ site }, { pathname, searchParams }) => {
    const { offers: names } = site.links
    const asin = searchParams.get(names.product)
    if (pathname !== names.path || asin === null) return null
    const page = searchParams.get(names.page) ?? '1'
    return [asin.toUpperCase(), searchParams.get(names.filter) ?? '', page === '1' ? '' : page]
  },
  mainPage: 'product',
  errors: { notFound: 'product_not_found', mismatch: 'asin_mismatch' },
  texts: {
    operation: {
      id: 'listOffers',
      summary: 'Offers of a product',
      description:
        'Retrieves the offers of all sellers of a product, the featured one first, then 10 a page. Costs 5 credits a page if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing. The run ends early with the last offer. Only pages with offers are charged, and the first.',
    },
    answer: 'The offers; or `no_offers`, when the pages asked for have none.',
    tool: {
      title: 'Offers',
      description:
        'Offers of all sellers of one product on an Amazon marketplace: price, shipping, condition, seller and its ratings, delivery. The offer that is bought by default is first.',
      query: {
        name: 'product',
        description: 'ASIN of 10 characters, or URL of a product page.',
        plural: 'ASINs or URLs of product pages',
      },
      exampleFields: ['price', 'condition'],
      params: { condition: null, prime_only: null, pages: `Pages of 10 offers, 1 to ${MAX_PAGES}.` },
    },
    plural: 'offers of products',
  },
})
