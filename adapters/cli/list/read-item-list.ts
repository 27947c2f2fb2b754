import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import { recordOf, type BatchEndpoint } from '../../../core/contract/index.ts'
import { requireRecord } from '../../../core/index.ts'
import { contractFor } from '../../contract.ts'
import { otherDomains } from '../../../selectors/index.ts'
import { parseRetrievalRequest } from '../../fetch/parse-request.ts'
import { readProductArgument } from '../../product-argument.ts'
import { ListError } from './errors.ts'
import {
  parseCsv,
  parseJsonLines,
  parseProductCsv,
  parseText,
  toList,
  type ListedItem,
  type Mistake,
  type ParsedList,
} from './parse-list.ts'

export interface ItemListOptions {
  /** What the items are. */
  readonly endpoint: BatchEndpoint
  /** Domain of items that name none. Default: the interface's. */
  readonly domain?: string | undefined
  /** Whether what works on the items can have a browser. Default: it has none. */
  readonly hasBrowser?: boolean | undefined
  /** Whether the items are watched: a look does not search, so that a GTIN must be the ISBN of a book whose ASIN follows from it. Default: false. */
  readonly isWatched?: boolean | undefined
}

type ParseList = (text: string) => ParsedList

/** By the ending of the file. `ofProducts`: the parser for records that are of a product. */
const PARSERS: Readonly<Record<string, { readonly parse: ParseList; readonly ofProducts?: ParseList }>> = {
  '.csv': { parse: parseCsv, ofProducts: parseProductCsv },
  '.jsonl': { parse: parseJsonLines },
  '.ndjson': { parse: parseJsonLines },
  '.txt': { parse: parseText },
}

const BOM = '\uFEFF'
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * Reads a list of items, and checks each item as the service does.
 *
 * @param file Name of the list. Its ending is the format. Absent: null, JSON lines on standard input.
 * Throws: a `ListError` with every mistake and its line.
 */
export function readItemList(file: string | null, bytes: Uint8Array, options: ItemListOptions): readonly ListedItem[] {
  const name = file ?? 'standard input'
  const parser = file === null ? { parse: parseJsonLines } : PARSERS[extname(file).toLowerCase()]
  if (parser === undefined) {
    throw new ListError(
      `Unknown format of the list "${name}". Its name must end in ${Object.keys(PARSERS).join(', ')}.`,
    )
  }
  const { parse, ofProducts = parse } = parser
  const { isOfProduct, lookup } = requireRecord(recordOf(options.endpoint))
  const takesGtin = lookup !== undefined && options.isWatched !== true
  const listed = parseBytes(name, bytes, isOfProduct ? ofProducts : parse)
  const { items, mistakes } = check(isOfProduct ? readProducts(listed, takesGtin) : listed, options)
  if (mistakes.length > 0) throw toError(name, mistakes)
  if (items.length === 0) throw new ListError(`Empty list: there are no items in ${name}.`)
  return items
}

function parseBytes(name: string, bytes: Uint8Array, parse: ParseList): ParsedList {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  if (isUtf8(bytes)) return parse(text.startsWith(BOM) ? text.slice(BOM.length) : text)
  const line = text.slice(0, text.indexOf(REPLACEMENT_CHARACTER)).split('\n').length
  throw toError(name, [{ line, message: 'is not valid UTF-8' }])
}

function check(list: ParsedList, options: ItemListOptions): ParsedList {
  const { domain } = options
  const { items, mistakes } = list
  const complete = items.map(({ line, item }) => ({
    line,
    item: domain === undefined || item['domain'] !== undefined ? item : { ...item, domain },
  }))
  const found = complete.flatMap((listed) => findMistakes(options, listed))
  return { items: complete, mistakes: [...mistakes, ...found].toSorted((left, right) => left.line - right.line) }
}

/** URLs and ISBNs of products as their ASIN, and their marketplace. */
function readProducts({ items, mistakes }: ParsedList, takesGtin: boolean): ParsedList {
  const read = items.map(({ line, item }): ListedItem | Mistake => {
    const { query, domain } = item
    if (typeof query !== 'string') return { line, item }
    const given = typeof domain === 'string' || domain === undefined ? domain : JSON.stringify(domain)
    const product = readProductArgument(query, given, takesGtin)
    if (typeof product === 'string') return { line, message: product }
    return { line, item: product.query === query ? item : { ...item, ...product } }
  })
  return toList(read, mistakes)
}

function findMistakes(
  { endpoint, hasBrowser = false }: ItemListOptions,
  { line, item }: ListedItem,
): readonly Mistake[] {
  const parsed = parseRetrievalRequest(contractFor(hasBrowser, otherDomains), endpoint, item)
  if (parsed.ok) return []
  return [
    ...parsed.details.map(({ param, message }) => ({ line, message: `${param} ${message}` })),
    ...parsed.roadmap.map((param) => ({ line, message: `${param} is not supported without a browser` })),
  ]
}

function toError(name: string, mistakes: readonly Mistake[]): ListError {
  const lines = mistakes.map(({ line, message }) => `  line ${line}: ${message}`)
  return new ListError([`Invalid items in ${name}. Nothing was started. Correct these lines:`, ...lines].join('\n'))
}
