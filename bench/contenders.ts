import { basename } from 'node:path'
import { load } from 'cheerio'
import { parseDocument } from 'htmlparser2'
import { parse as parseWithNodeHtmlParser } from 'node-html-parser'
import { parse as parseWithParse5 } from 'parse5'
import { extractProduct, extractSearch, parsePage, type Marketplace } from 'shelfmark'
import { marketplaces, type BaseMaps, type Domain } from 'shelfmark/selectors'
import { timeExternalParser } from './external-parser.ts'
import type { BenchPage } from './pages.ts'
import { readCardsWithCssSelect, readMapWithCssSelect } from './peer-record.ts'

/** A program that does a task, starting with the bytes of a page. */
export interface Contender {
  readonly task: 'parse' | 'record' | 'cards'
  readonly run: (page: BenchPage) => unknown
  /** Whether "run" gives the milliseconds of the task, because another program does it. */
  readonly timesItself?: boolean
  /** Whether it is measured in one round only. */
  readonly isSlow?: boolean
}

/** Path of a parser of another language. Absent: none is measured. */
const parser = process.env.SHELFMARK_BENCH_PARSER

function toContender(path: string): Contender {
  return { task: 'parse', timesItself: true, run: ({ bytes }) => timeExternalParser(path, bytes) }
}

/** The programs that are compared. The first one of each task is shelfmark. */
export const contenders: Readonly<Record<string, Contender>> = {
  shelfmark: { task: 'parse', run: ({ bytes }) => parsePage(bytes) },
  htmlparser2: { task: 'parse', run: ({ bytes }) => parseDocument(bytes.toString()) },
  'node-html-parser': { task: 'parse', run: ({ bytes }) => parseWithNodeHtmlParser(bytes.toString()) },
  parse5: { task: 'parse', run: ({ bytes }) => parseWithParse5(bytes.toString()) },
  'cheerio.load': { task: 'parse', run: ({ bytes }) => load(bytes.toString()) },
  ...(parser ? { [basename(parser)]: toContender(parser) } : {}),
  'shelfmark record': {
    task: 'record',
    run: (page) => extractProduct(parsePage(page.bytes), requireMarketplace(page)),
  },
  'cheerio + css-select': {
    task: 'record',
    isSlow: true,
    run: (page) => readMapWithCssSelect(load(page.bytes.toString()), requireMarketplace(page).product),
  },
  'shelfmark cards': { task: 'cards', run: (page) => extractSearch(parsePage(page.bytes), requireMarketplace(page)) },
  'cheerio + css-select cards': {
    task: 'cards',
    run: (page) => readCardsWithCssSelect(load(page.bytes.toString()), requireMarketplace(page).search),
  },
}

/** Marketplace of a page. */
export function requireMarketplace({ name, domain }: BenchPage): Marketplace<Domain, BaseMaps> {
  const marketplace = marketplaces.get(domain)
  if (marketplace === undefined) throw new Error(`${name}: unknown domain "${domain}"`)
  return marketplace
}
