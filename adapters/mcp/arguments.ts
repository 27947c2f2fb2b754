import * as v from 'valibot'
import { described } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, records, type AnyRecord } from '../../core/index.ts'
import { domains, otherDomains } from '../../selectors/index.ts'

/** The fields of a record, or of its rows, that a model asks for. */
export function fieldsOf({ mainFields, texts }: Pick<AnyRecord, 'mainFields' | 'texts'>) {
  const example = texts.tool.exampleFields.map((field) => JSON.stringify(field)).join(', ')
  return described(
    v.optional(v.array(v.string()), [...mainFields]),
    `Fields of the record to return, such as [${example}]; ["all"] for all. Default: ${mainFields.join(', ')}.`,
  )
}

/** What a model names a record by. */
export function queryOf({ texts }: Pick<AnyRecord, 'texts'>) {
  return described(v.pipe(v.string(), v.minLength(1)), texts.tool.query.description)
}

/** The same, where a record can be asked for without it. */
export function optionalQueryOf({ texts }: Pick<AnyRecord, 'texts'>) {
  return described(v.optional(v.pipe(v.string(), v.minLength(1))), texts.tool.query.description)
}

export const pageFields = described(
  v.optional(v.array(v.string())),
  'Fields of the record to return; ["all"] for all. Default: the most important ones.',
)

const all = [...domains, ...otherDomains]

export const domain = described(
  v.optional(v.picklist(all)),
  `Marketplace, by the end of its host name: amazon.co.uk is "co.uk". A server has ${otherDomains.join(', ')} only where they are switched on. Default: the one in the URL, or "com" for an ASIN. Must match the URL if one is given.`,
)
export const pageDomain = described(
  v.optional(v.picklist(all)),
  'Marketplace, by the end of its host name: amazon.co.uk is "co.uk". Default: recognized from the page or its URL.',
)
export const language = described(
  v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}_[A-Z]{2}$/))),
  "Language and country, such as en_US. Default: the marketplace's own.",
)
/** Place of delivery that the page is for. */
export const place = {
  zip: described(
    v.optional(v.string()),
    'Postal code that price, stock and delivery are for, such as 10001 in "com"; "auto": one of the marketplace\'s own country. Not in ae, eg, nl, sa.',
  ),
  city: described(
    v.optional(v.string()),
    'City that price, stock and delivery are for: in ae, eg, sa alone; in com.au with zip.',
  ),
  ship_to: described(
    v.optional(v.string()),
    'Another country that the product is shipped to: ISO 3166, two letters. Not with zip or city.',
  ),
}
export const format = described(
  v.optional(v.picklist(['fields', 'markdown']), 'fields'),
  'Text of the answer. fields: the fields that were asked for, a line each; markdown: a summary of the whole record.',
)
export const limit = described(
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 20),
  'Most results to return.',
)
export const product = described(
  v.optional(queryOf(DEFAULT_RECORD)),
  'ASIN or URL of a product to fetch, in place of a saved page.',
)
export const file = described(v.optional(v.string()), 'Path of a saved page, from the folder of the server.')
export const noFile = described(
  v.optional(v.never('can not be given over HTTP; give html')),
  'Can not be given over HTTP.',
)
export const page = described(
  v.optional(v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), v.string()])),
  'Which page of a file with several, such as a WARC or a HAR: its number in the file, or its URL. Without it, the pages are listed.',
)
export const pageRecord = described(
  v.optional(v.picklist(records.map(({ name }) => name))),
  'Record to read, where a page holds several, such as the reviews or the offers on the page of a product. Default: the one that pages of its kind belong to.',
)
export const html = described(v.optional(v.string()), 'The page itself, in place of a file.')
