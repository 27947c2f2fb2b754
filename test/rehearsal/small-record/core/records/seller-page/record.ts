import * as v from 'valibot'
import { defineRecord } from '../../record/define-record.ts'
import { sellerParam } from '../../record/params.ts'
import type { RecordOf } from '../../record/record-of.ts'
import { amountOrNull, described, text, textOrNull } from '../../record/schema-parts.ts'

export const sellerPageSchema = v.object({
  seller_id: described(text, 'Id of the seller.'),
  name: described(text, 'Its name.'),
  rating: described(amountOrNull, 'Average of its stars.'),
  business_name: described(textOrNull, 'Name of the company.'),
  about: described(textOrNull, 'What it says about itself.'),
})
export type SellerPage = RecordOf<typeof sellerPageSchema>

export const sellerPage = defineRecord({
  name: 'seller_page',
  kinds: ['seller'],
  schema: sellerPageSchema,
  schemaName: 'SellerPage',
  rows: null,
  mainFields: ['name', 'rating'],
  isOfProduct: false,
  params: { query: described(sellerParam, 'Id of the seller.') },
  exampleParams: { query: 'A1SHELFMARK01' },
  pages: null,
  errors: { notFound: 'product_not_found', mismatch: 'asin_mismatch' },
  texts: {
    operation: { id: 'getSellerPage', summary: 'One seller', description: 'What a seller says about itself.' },
    answer: 'The seller.',
    tool: {
      title: 'Seller',
      description: 'What a seller says about itself.',
      query: { name: 'seller', description: 'Id of the seller.', plural: 'ids of sellers' },
      exampleFields: ['name'],
    },
    plural: 'sellers',
  },
  findConflicts: () => ({}),
  complete: (params) => params,
  address: ({ host }, { query }) => `https://${host}/sp/${query}`,
  asked: () => ({}),
  savedAs: (_, { pathname }) => /^\/sp\/(\w+)$/.exec(pathname)?.slice(1) ?? null,
})
