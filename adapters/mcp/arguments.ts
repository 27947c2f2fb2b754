import * as v from 'valibot'
import { described } from '../../core/contract/index.ts'
import { domains } from '../../selectors/index.ts'

const fieldList = (example: string, defaults: readonly string[]) =>
  described(
    v.optional(v.array(v.string()), [...defaults]),
    `Fields of the record to return, such as ${example}; ["all"] for all. Default: ${defaults.join(', ')}.`,
  )

const PRODUCT_FIELDS = [
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
]
const CARD_FIELDS = ['asin', 'title', 'price', 'currency', 'rating', 'reviews_count', 'is_sponsored', 'url']

export const productFields = fieldList('["price", "delivery"]', PRODUCT_FIELDS)
export const cardFields = fieldList('["price", "is_prime"]', CARD_FIELDS)
export const pageFields = described(
  v.optional(v.array(v.string())),
  'Fields of the record to return; ["all"] for all. Default: the most important ones.',
)
export const DEFAULT_FIELDS = { product: PRODUCT_FIELDS, card: CARD_FIELDS }

export const domain = described(
  v.optional(v.picklist(domains)),
  'Marketplace: the end of its address. Default: that of a URL, else com. Not another than that of a URL.',
)
export const pageDomain = described(
  v.optional(v.picklist(domains)),
  'Marketplace: the end of its address. Default: recognized from the page.',
)
export const language = described(
  v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}_[A-Z]{2}$/))),
  "Language and country, such as en_US. Default: the marketplace's own.",
)
export const product = described(v.pipe(v.string(), v.minLength(1)), 'ASIN of 10 characters, or URL of a product page.')
export const file = described(v.optional(v.string()), 'Path of a saved page.')
export const noFile = described(
  v.optional(v.never('can not be given over HTTP; give html')),
  'Can not be given over HTTP.',
)
export const html = described(v.optional(v.string()), 'The page itself, in place of a file.')
