import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import type { BatchEndpoint } from '../../../core/contract/index.ts'
import { contractFor } from '../../contract.ts'
import { parseRetrievalRequest } from '../../retrieve/index.ts'
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
}

type ParseList = (text: string) => ParsedList

const PARSERS: Readonly<Record<string, Readonly<Record<BatchEndpoint, ParseList>>>> = {
  '.csv': { 'market.product': parseProductCsv, 'market.search': parseCsv },
  '.jsonl': { 'market.product': parseJsonLines, 'market.search': parseJsonLines },
  '.ndjson': { 'market.product': parseJsonLines, 'market.search': parseJsonLines },
  '.txt': { 'market.product': parseText, 'market.search': parseText },
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
  const parse = file === null ? parseJsonLines : PARSERS[extname(file).toLowerCase()]?.[options.endpoint]
  if (parse === undefined) {
    throw new ListError(
      `Unknown format of the list "${name}". Its name must end in ${Object.keys(PARSERS).join(', ')}.`,
    )
  }
  const { items, mistakes } = check(parseBytes(name, bytes, parse), options)
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
  const { endpoint, domain } = options
  const { items, mistakes } = endpoint === 'market.product' ? readUrls(list) : list
  const complete = items.map(({ line, item }) => ({
    line,
    item: domain === undefined || item['domain'] !== undefined ? item : { ...item, domain },
  }))
  const found = complete.flatMap((listed) => findMistakes(options, listed))
  return { items: complete, mistakes: [...mistakes, ...found].toSorted((left, right) => left.line - right.line) }
}

const URL_START = /^https?:\/\//i

/** URLs of products as their ASIN and their marketplace. */
function readUrls({ items, mistakes }: ParsedList): ParsedList {
  const read = items.map(({ line, item }): ListedItem | Mistake => {
    const { query, domain } = item
    if (typeof query !== 'string' || !URL_START.test(query)) return { line, item }
    const product = readProductArgument(query)
    if (product === null) return { line, message: `"${query}" is not the URL of a product page on a known marketplace` }
    if (domain !== undefined && domain !== product.domain) {
      return { line, message: `names the domain ${JSON.stringify(domain)}, and a URL of "${product.domain}"` }
    }
    return { line, item: { ...item, query: product.query, domain: product.domain } }
  })
  return toList(read, mistakes)
}

function findMistakes(
  { endpoint, hasBrowser = false }: ItemListOptions,
  { line, item }: ListedItem,
): readonly Mistake[] {
  const parsed = parseRetrievalRequest(contractFor(hasBrowser), endpoint, item)
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
