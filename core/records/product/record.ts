import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { boolean } from '../../record/params.ts'
import { productAddress, productQuery, savedAsProduct } from '../../record/product-page.ts'
import { described } from '../../record/schema-parts.ts'
import { productSchema } from './schema.ts'

/** What a page of a product was asked for. */
export interface AskedProduct {
  /** Requested ASIN. Default: the page's own. */
  readonly asin?: string | undefined
  /** Whether the page is of use only when it shows reviews. Default: false. */
  readonly reviews?: boolean | undefined
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
    query: productQuery,
    reviews: described(
      v.optional(boolean, false),
      'Whether the page has to show the reviews of a product that has ratings. The marketplace shows them to a part of its visitors only: with `true`, a page without them is tried again in another session, and at the end gives `reviews_withheld`. `1` and `0` are accepted too.',
    ),
  },
  exampleParams: { query: 'B0SHLFX301', language: 'en_US' },
  findConflicts: () => ({}),
  // Left out unless it is asked for, so that requests which never name it keep their meaning.
  complete: ({ reviews, ...params }): { query: string; reviews?: boolean } =>
    reviews ? { ...params, reviews } : params,
  pages: null,
  address: productAddress,
  asked: ({ query, reviews }): AskedProduct => ({ asin: query, reviews }),
  needsReviews: ({ reviews }, fields) => reviews === true || fields?.includes('reviews') === true,
  savedAs: savedAsProduct,
  errors: { notFound: 'product_not_found', mismatch: 'asin_mismatch', withheld: 'reviews_withheld' },
  texts: {
    operation: {
      id: 'getProduct',
      summary: 'One product',
      description:
        'Retrieves the page of a product and gives its record. Costs 5 credits if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing.',
    },
    answer: 'The product.',
    tool: {
      title: 'Product',
      description:
        'Current data of one product on an Amazon marketplace: price, stock, delivery, seller, rating, reviews, variations, images, details. null: the page does not show it.',
      query: {
        name: 'product',
        description: 'ASIN of 10 characters, or URL of a product page.',
        plural: 'ASINs or URLs of product pages',
      },
      exampleFields: ['price', 'delivery'],
    },
    plural: 'products',
  },
})
