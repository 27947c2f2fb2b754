import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { boolean } from '../../record/params.ts'
import { productAddress, productOrGtinQuery, savedAsProduct } from '../../record/product-page.ts'
import { described } from '../../record/schema-parts.ts'
import { readGtin } from '../../text/gtin.ts'
import type { SearchResponse } from '../search/schema.ts'
import { productSchema } from './schema.ts'

/** What a page of a product was asked for. */
export interface AskedProduct {
  /** Requested ASIN. Default: the page's own. */
  readonly asin?: string | undefined
  /** Whether the page is of use only when it shows reviews. Default: false. */
  readonly reviews?: boolean | undefined
  /** Requested GTIN: `isUnconfirmed` says whether the page prints it. Default: unknown. */
  readonly gtin?: string | undefined
}

/** What is asked for a product. */
export interface ProductParams {
  readonly query: string
  readonly reviews?: boolean
  /** GTIN that the page has to print. The same as `query`: its ASIN has to be found. Absent: undefined, an ASIN was requested. */
  readonly gtin?: string
}

/** Results that nobody paid for. */
function findCandidates(list: object): readonly { readonly query: string; readonly title: string }[] {
  const { products } = list as SearchResponse
  const found = products.filter(({ is_sponsored }) => !is_sponsored)
  return found.map(({ asin, title }) => ({ query: asin, title }))
}

/**
 * The record of a product page.
 *
 * @hidden
 */
export const product = defineRecord({
  name: 'product',
  kinds: ['product'],
  schema: productSchema,
  schemaName: 'Product',
  rows: null,
  mainFields: [
    'asin',
    'title',
    'price',
    'currency',
    'price_strikethrough',
    'stock',
    'featured_merchant',
    'rating',
    'reviews_count',
    'url',
  ],
  watch: {
    fields: [
      'price',
      'price_buybox',
      'price_strikethrough',
      'currency',
      'in_stock',
      'stock',
      'featured_merchant.seller_id',
      'pricing_count',
      'coupon',
      'deal_type',
      'rating',
      'reviews_count',
      'sales_rank[0].rank',
      'sales_volume',
    ],
    moving: ['delivery', 'buybox[].stock'],
    counting: ['stock'],
    place: 'delivery_location',
  },
  isOfProduct: true,
  params: {
    query: productOrGtinQuery,
    reviews: described(
      v.optional(boolean, false),
      'Whether the page has to show the reviews of a product that has ratings. The marketplace shows them to a part of its visitors only: with `true`, a page without them is tried again in another session, and at the end gives `reviews_withheld`. `1` and `0` are accepted too.',
    ),
  },
  exampleParams: { query: 'B0SHLFX301', language: 'en_US' },
  findConflicts: () => ({}),
  // Left out unless it is asked for, so that requests which never name it keep their meaning.
  complete: ({ reviews, ...params }): ProductParams => ({
    ...params,
    ...(reviews ? { reviews } : {}),
    ...(readGtin(params.query) === null ? {} : { gtin: params.query }),
  }),
  pages: null,
  address: productAddress,
  asked: ({ query, reviews, gtin }): AskedProduct => ({ asin: query, reviews, gtin }),
  needsReviews: ({ reviews }, fields) => reviews === true || fields?.includes('reviews') === true,
  savedAs: savedAsProduct,
  lookup: { record: 'search', candidates: findCandidates },
  errors: {
    notFound: 'product_not_found',
    mismatch: 'asin_mismatch',
    withheld: 'reviews_withheld',
    unconfirmed: 'gtin_not_confirmed',
  },
  texts: {
    operation: {
      id: 'getProduct',
      summary: 'One product',
      description:
        'Retrieves the page of a product and gives its record. Costs 5 credits if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing. By a GTIN, it costs 5 credits for each page that is read, if it succeeds: the search and its first three results at most, so 10 to 20 credits. A book whose ISBN begins with 978 is looked for at its ISBN of 10 characters first: 5 credits if its page prints the ISBN, else that page and the search, 15 to 25 credits.',
    },
    answer: 'The product.',
    tool: {
      title: 'Product',
      description:
        'Current data of one product on an Amazon marketplace: price, stock, delivery, seller, rating, reviews, variations, images, details. null: the page does not show it.',
      query: {
        name: 'product',
        description:
          'ASIN of 10 characters, URL of a product page, or a GTIN: EAN, UPC or ISBN of 13 digits. A GTIN costs 10 to 20 credits, a book 5 to 25.',
        plural: 'ASINs, URLs of product pages, or GTINs',
      },
      exampleFields: ['price', 'delivery'],
    },
    plural: 'products',
  },
})
