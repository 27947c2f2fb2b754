import { basename } from 'node:path'
import { load } from 'cheerio'
import { parseDocument } from 'htmlparser2'
import { parse as parseWithNodeHtmlParser } from 'node-html-parser'
import { parse as parseWithParse5 } from 'parse5'
import {
  DEFAULT_RECORD,
  extractors,
  parsePage,
  records,
  type AnyRecord,
  type Extract,
  type Extraction,
  type Marketplace,
  type RecordName,
} from 'shelfmark'
import { marketplaces, type BaseMaps, type Domain } from 'shelfmark/selectors'
import { timeExternalParser } from './external-parser.ts'
import type { BenchPage } from './pages.ts'
import { readCardsWithCssSelect, readMapWithCssSelect } from './peer-record.ts'

/** A program that does a task, starting with the bytes of a page. */
export interface Contender {
  /** The record that is read from the page. Absent: null, the page is parsed only. */
  readonly record: RecordName | null
  readonly run: (page: BenchPage) => unknown
  /** Whether "run" gives the milliseconds of the task, because another program does it. */
  readonly timesItself?: boolean
  /** Whether it is measured in one round only. */
  readonly isSlow?: boolean
}

/** Path of a parser of another language. Absent: none is measured. */
const parser = process.env.SHELFMARK_BENCH_PARSER

function toContender(path: string): Contender {
  return { record: null, timesItself: true, run: ({ bytes }) => timeExternalParser(path, bytes) }
}

/** How the selectors of a record are read by another library. */
interface Peer {
  readonly name: string
  readonly isSlow?: boolean
  readonly read: (html: string, marketplace: Marketplace<Domain, BaseMaps>) => unknown
}

/** Absent: undefined, a record is read by shelfmark alone. */
const PEERS: Readonly<Partial<Record<RecordName, Peer>>> = {
  product: {
    name: 'cheerio + css-select',
    isSlow: true,
    read: (html, { product }) => readMapWithCssSelect(load(html), product),
  },
  search: {
    name: 'cheerio + css-select cards',
    read: (html, { search }) => readCardsWithCssSelect(load(html), search),
  },
}

/** How a record is read from the bytes of a page. */
type ExtractAny = (...args: Parameters<Extract<object, BaseMaps>>) => Extraction

/** Reads the record of a page with shelfmark. */
export function extractRecord(name: RecordName, page: BenchPage): Extraction {
  const byName: Readonly<Record<RecordName, ExtractAny>> = extractors
  return byName[name](parsePage(page.bytes), requireMarketplace(page))
}

function contendersOf({ name, rows }: { readonly name: RecordName } & Pick<AnyRecord, 'rows'>): [string, Contender][] {
  const own: Contender = { record: name, run: (page) => extractRecord(name, page) }
  const peer = PEERS[name]
  const title = `shelfmark ${rows !== null ? `${rows.name}s` : name === DEFAULT_RECORD.name ? 'record' : `${name} record`}`
  if (peer === undefined) return [[title, own]]
  const { isSlow = false, read } = peer
  const run = (page: BenchPage): unknown => read(page.bytes.toString(), requireMarketplace(page))
  return [
    [title, own],
    [peer.name, { record: name, isSlow, run }],
  ]
}

/** The programs that are compared. The first one of each task is shelfmark. */
export const contenders: Readonly<Record<string, Contender>> = {
  shelfmark: { record: null, run: ({ bytes }) => parsePage(bytes) },
  htmlparser2: { record: null, run: ({ bytes }) => parseDocument(bytes.toString()) },
  'node-html-parser': { record: null, run: ({ bytes }) => parseWithNodeHtmlParser(bytes.toString()) },
  parse5: { record: null, run: ({ bytes }) => parseWithParse5(bytes.toString()) },
  'cheerio.load': { record: null, run: ({ bytes }) => load(bytes.toString()) },
  ...(parser ? { [basename(parser)]: toContender(parser) } : {}),
  ...Object.fromEntries(records.flatMap(contendersOf)),
}

/** Marketplace of a page. */
function requireMarketplace({ name, domain }: BenchPage): Marketplace<Domain, BaseMaps> {
  const marketplace = marketplaces.get(domain)
  if (marketplace === undefined) throw new Error(`${name}: unknown domain "${domain}"`)
  return marketplace
}
