import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { boolean } from '../../record/params.ts'
import { productAddress, productQuery, savedAsProduct } from '../../record/product-page.ts'
import { described } from '../../record/schema-parts.ts'
import { reviewSchema, reviewsSchema } from './schema.ts'

/** What a page of reviews was asked for. */
export interface AskedReviews {
  /** Requested ASIN. Default: the page's own. */
  readonly asin?: string | undefined
  /** Requested page of a list of reviews. Default: the number on the page, else 1. */
  readonly page?: number | undefined
  /** Whether the page is of use only when it shows reviews. Default: false. */
  readonly reviews?: boolean | undefined
  /** Whether names of authors of reviews, and the ids of their profiles, are read. Default: true. */
  readonly authors?: boolean | undefined
}

/**
 * The reviews of a product.
 *
 * @hidden
 */
export const reviews = defineRecord({
  name: 'reviews',
  kinds: ['reviews'],
  sharedKinds: ['product'],
  schema: reviewsSchema,
  schemaName: 'Reviews',
  rows: { field: 'reviews', name: 'review', schemaName: 'ReviewEntry', schema: reviewSchema },
  mainFields: ['id', 'author', 'title', 'content', 'rating', 'date', 'country', 'is_verified', 'helpful_count', 'url'],
  isOfProduct: true,
  params: {
    query: productQuery,
    authors: described(
      v.optional(boolean, true),
      'Names of authors and ids of their profiles; `false` leaves them out of the record and of `provenance`. The page itself, with `add_html`, has them anyway. `1` and `0` are accepted too.',
    ),
  },
  exampleParams: { query: 'B0SHLFX301', language: 'en_US' },
  findConflicts: () => ({}),
  complete: (params) => params,
  pages: null,
  address: productAddress,
  asked: ({ query, authors }): AskedReviews => ({ asin: query, authors, reviews: true }),
  needsReviews: () => true,
  savedAs: savedAsProduct,
  errors: { notFound: 'product_not_found', mismatch: 'asin_mismatch', withheld: 'reviews_withheld' },
  texts: {
    operation: {
      id: 'getReviews',
      summary: 'Reviews of a product',
      description:
        'Retrieves the page of a product and gives the reviews that it shows, about ten, and what they say together. The marketplace shows them to a part of its visitors only: a page without them is tried again in another session, and at the end gives `reviews_withheld`. A product without ratings has an empty list. Costs 5 credits if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing.',
    },
    answer: 'The reviews.',
    tool: {
      title: 'Reviews',
      description:
        'Reviews that the page of a product on an Amazon marketplace shows, about ten, with stars, date, country, variation and votes.',
      query: {
        name: 'product',
        description: 'ASIN of 10 characters, or URL of a product page.',
        plural: 'ASINs or URLs of product pages',
      },
      exampleFields: ['rating', 'content'],
      params: { authors: 'Whether the names of the authors are given. Default: true.' },
    },
    plural: 'requests for reviews',
  },
})
