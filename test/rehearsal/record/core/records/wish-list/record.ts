import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { string } from '../../record/params.ts'
import type { RecordOf } from '../../record/record-of.ts'
import { amountOrNull, asin, described, text } from '../../record/schema-parts.ts'

export const thingSchema = v.object({
  asin: described(asin, 'ASIN of the thing.'),
  title: described(text, 'Its title.'),
  price: described(amountOrNull, 'What it costs.'),
})
export const wishListSchema = v.object({
  name: described(text, 'Name of the list.'),
  things: described(v.array(thingSchema), 'Things, in the order of the list.'),
  html: described(v.optional(v.string()), 'The page as received; only if requested.'),
})
export type Thing = RecordOf<typeof thingSchema>
export type WishList = RecordOf<typeof wishListSchema>

export const wishList = defineRecord({
  name: 'wish_list',
  kinds: ['list'],
  schema: wishListSchema,
  schemaName: 'WishList',
  rows: { field: 'things', name: 'thing', schemaName: 'Thing', schema: thingSchema },
  mainFields: ['asin', 'title', 'price'],
  isOfProduct: false,
  params: {
    query: described(v.pipe(string, v.regex(/^[A-Z0-9]{10,13}$/, 'must be the id of a list')), 'Id of the list.'),
    filter: described(v.optional(v.picklist(['all', 'bought'], 'must be all or bought'), 'all'), 'Which things.'),
  },
  exampleParams: { query: '1SHELFMARK001' },
  pages: null,
  errors: { notFound: 'product_not_found', mismatch: 'asin_mismatch' },
  texts: {
    operation: { id: 'getWishList', summary: 'One wish list', description: 'The things of a wish list.' },
    answer: 'The list.',
    tool: {
      title: 'Wish list',
      description: 'The things of a public wish list.',
      query: { name: 'list', description: 'Id of the list.', plural: 'ids of lists' },
      exampleFields: ['title'],
    },
    plural: 'wish lists',
  },
  findConflicts: () => ({}),
  complete: (params) => params,
  address: ({ host }, { query, filter }) => `https://${host}/hz/wishlist/ls/${query}?filter=${filter}`,
  asked: () => ({}),
  savedAs: (_, { pathname }) => /^\/hz\/wishlist\/ls\/(\w+)$/.exec(pathname)?.slice(1) ?? null,
})
