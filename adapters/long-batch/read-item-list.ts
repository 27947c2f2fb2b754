import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import type { BatchEndpoint } from '../../core/contract/index.ts'
import { parsePaidRequest } from '../retrieve/index.ts'
import type { ListedItem, ListReading, Mistake } from './item-list.ts'
import { LongBatchError } from './long-batch-error.ts'
import { readCsvList } from './read-csv-list.ts'
import { readJsonList } from './read-json-list.ts'

export interface ItemListOptions {
  /** What the items are. */
  readonly endpoint: BatchEndpoint
  /** Domain of items that name none. Default: the interface's. */
  readonly domain?: string | undefined
}

const READERS: Readonly<Record<string, (text: string) => ListReading>> = {
  '.csv': readCsvList,
  '.jsonl': readJsonList,
  '.ndjson': readJsonList,
}

/** Stands for standard input, which brings JSON lines. */
export const STANDARD_INPUT = '-'

const BOM = '\uFEFF'
const UNREADABLE = '\uFFFD'

/**
 * Reads a list of items and checks each as the service will.
 *
 * @param file Name, whose ending says what the list is; or `STANDARD_INPUT`.
 * Throws: a `LongBatchError` with every mistake and its line.
 */
export function readItemList(file: string, bytes: Uint8Array, options: ItemListOptions): readonly ListedItem[] {
  const name = file === STANDARD_INPUT ? 'standard input' : file
  const read = file === STANDARD_INPUT ? readJsonList : READERS[extname(file).toLowerCase()]
  if (read === undefined) {
    throw new LongBatchError(`${name}: give a list that ends in ${Object.keys(READERS).join(', ')}, or -`)
  }
  const { items, mistakes } = check(readText(name, bytes, read), options)
  if (mistakes.length > 0) throw new LongBatchError(describeMistakes(name, mistakes))
  if (items.length === 0) throw new LongBatchError(`${name}: there are no items in it`)
  return items
}

function readText(name: string, bytes: Uint8Array, read: (text: string) => ListReading): ListReading {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  if (isUtf8(bytes)) return read(text.startsWith(BOM) ? text.slice(BOM.length) : text)
  const line = text.slice(0, text.indexOf(UNREADABLE)).split('\n').length
  throw new LongBatchError(describeMistakes(name, [{ line, message: 'is not in UTF-8' }]))
}

function check({ items, mistakes }: ListReading, { endpoint, domain }: ItemListOptions): ListReading {
  const complete = items.map(({ line, item }) => ({
    line,
    item: domain === undefined || item['domain'] !== undefined ? item : { ...item, domain },
  }))
  const found = complete.flatMap((listed) => findMistakes(endpoint, listed))
  return { items: complete, mistakes: [...mistakes, ...found].toSorted((left, right) => left.line - right.line) }
}

function findMistakes(endpoint: BatchEndpoint, { line, item }: ListedItem): readonly Mistake[] {
  const parsed = parsePaidRequest(endpoint, item)
  if (parsed.ok) return []
  return [
    ...parsed.details.map(({ param, message }) => ({ line, message: `${param} ${message}` })),
    ...parsed.roadmap.map((param) => ({ line, message: `${param} is not served yet` })),
  ]
}

function describeMistakes(name: string, mistakes: readonly Mistake[]): string {
  const lines = mistakes.map(({ line, message }) => `  line ${line}: ${message}`)
  return [`${name} can't be worked on:`, ...lines].join('\n')
}
