import * as v from 'valibot'
import { described } from '../../core/contract/index.ts'

/** A question that a person can choose in a client. Its arguments are texts. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly args: v.ObjectSchema<v.ObjectEntries, undefined>
  readonly write: (args: Readonly<Record<string, string | undefined>>) => string
}

const text = (description: string) => described(v.pipe(v.string(), v.minLength(1)), description)
const optionalText = (description: string) => described(v.optional(v.string()), description)

/** Ends of host names, with commas between them. */
const domains = optionalText('Marketplaces, such as "de, fr, co.uk". Default: com.')

const NULL_IS_UNKNOWN = 'A value that is null is not on the page: say "unknown", never 0.'

/** Questions that need several calls. */
export const prompts: readonly Prompt[] = [
  {
    name: 'compare_prices',
    title: 'Compare the price of a product',
    description: 'Price, shipping and availability of a product in several marketplaces.',
    args: v.object({ product: text('ASIN or URL of the product.'), domains }),
    write: ({ product, domains: where = 'com' }) =>
      `Get the product ${product} in each of these marketplaces: ${where}. Ask for title, price, currency, price_shipping, stock and featured_merchant alone. Make a table with a line for each marketplace. Do not convert currencies unless you know the rate, and say which rate you used. ${NULL_IS_UNKNOWN}`,
  },
  {
    name: 'what_buyers_say',
    title: 'What buyers say of a product',
    description: 'Praise and complaints in the reviews of a product, with quotations.',
    args: v.object({
      product: text('ASIN or URL of the product.'),
      domain: optionalText('Marketplace. Default: com.'),
    }),
    write: ({ product, domain = 'com' }) =>
      `Get the reviews of ${product} in the marketplace ${domain}, and its rating_stars_distribution. Say what buyers praise and what they complain about, each with a short quotation and the id of its review. Only use what the reviews say, and say how many of them you have read.`,
  },
  {
    name: 'find_products',
    title: 'Find products',
    description: 'A search, narrowed to what is needed.',
    args: v.object({
      need: text('What is looked for, in your own words.'),
      domain: optionalText('Marketplace. Default: com.'),
      max_price: optionalText('Highest price, in the currency of the marketplace.'),
    }),
    write: ({ need, domain = 'com', max_price }) =>
      `Search the marketplace ${domain} for: ${need}. Use search words in its language${max_price === undefined ? '' : `, and max_price ${max_price}`}. Leave sponsored cards out, or mark them. Get the three best matches as products, and compare them in a table with the ASIN of each. ${NULL_IS_UNKNOWN}`,
  },
]
