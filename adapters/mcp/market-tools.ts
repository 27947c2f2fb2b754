import * as v from 'valibot'
import { SEARCH_SORTS } from '../../core/index.ts'
import type { Domain } from '../../selectors/index.ts'
import { readProductArgument } from '../product-argument.ts'
import { cardFields, domain, language, product, productFields } from './arguments.ts'
import type { Backend } from './backend.ts'
import { cutRecord, describeRecord, describeRow } from './cut-record.ts'
import { defineTool, type Tool } from './tool.ts'
import { ToolError } from './tool-error.ts'

export const record = v.pipe(v.record(v.string(), v.unknown()), v.description('The fields that were asked for.'))

/** Products and searches of a marketplace. */
export function marketTools(backend: Backend): readonly Tool[] {
  return [
    defineTool({
      name: 'get_product',
      title: 'Product',
      description:
        'Current data of one product on an Amazon marketplace: price, stock, delivery, seller, rating, reviews, variations, images, details. null: the page does not show it.',
      input: v.object({ product, domain, language, fields: productFields }),
      output: v.object({ domain: v.string(), record }),
      writes: false,
      isRemote: true,
      run: async (input, signal) => {
        const { query, domain } = requireProduct(input.product, input.domain)
        const { data } = await backend.product({ query, domain, language: input.language }, { signal })
        const cut = cutRecord(data, input.fields)
        return { text: describeRecord(cut), data: { domain, record: cut } }
      },
    }),
    defineTool({
      name: 'search_products',
      title: 'Search',
      description:
        'Results of a search on an Amazon marketplace, in their order, with sponsored ones marked. Gives the ASINs that get_product takes.',
      input: v.object({
        words: v.pipe(
          v.string(),
          v.minLength(1),
          v.description('Search keywords, in the language of the marketplace.'),
        ),
        domain,
        language,
        sort_by: v.optional(v.picklist(SEARCH_SORTS), SEARCH_SORTS[0]),
        pages: v.pipe(
          v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), 1),
          v.description('Pages of results, 1 to 10.'),
        ),
        limit: v.pipe(
          v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 20),
          v.description('Most results to return.'),
        ),
        fields: cardFields,
      }),
      output: v.object({ domain: v.string(), found: v.number(), records: v.array(record) }),
      writes: false,
      isRemote: true,
      run: async ({ words, domain = 'com', language, sort_by, pages, limit, fields }, signal) => {
        const { data } = await backend.search({ query: words, domain, language, sort_by, pages }, { signal })
        const records = data.products.slice(0, limit).map((card) => cutRecord(card, fields))
        const text = records.length === 0 ? 'No results.' : records.map(describeRow).join('\n')
        return { text, data: { domain, found: data.products.length, records } }
      },
    }),
  ]
}

interface NamedProduct {
  readonly query: string
  readonly domain: Domain
}

/** The product that an argument names. Throws: `invalid_params` for a URL of something else, or of another marketplace than was given. */
export function requireProduct(text: string, given: Domain | undefined): NamedProduct {
  const named = readProductArgument(text.trim(), given)
  if (typeof named === 'string') throw new ToolError('invalid_params', `${named}. Give an ASIN, or the URL alone.`)
  return { query: named.query, domain: named.domain ?? 'com' }
}
