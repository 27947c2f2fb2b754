import type { SEARCH_SORTS } from '../../core/index.ts'
import type { Values } from './command/define-command.ts'
import { formatArgs } from './format-arguments.ts'
import { pageArgs } from './page-arguments.ts'
import { serverArgs } from './server-flags.ts'

/** Options of commands that fetch pages for a place. */
const placeArgs = {
  zip: {
    type: 'string',
    valueHint: 'CODE',
    description: "Postal code that the page is for; auto: one of the marketplace's own country",
  },
  city: { type: 'string', valueHint: 'NAME', description: 'City that the page is for: ae, eg, sa; com.au with --zip' },
  'ship-to': { type: 'string', valueHint: 'COUNTRY', description: 'Another country that the page is for, such as DE' },
} as const

/** Arguments of `sessions check`. */
export const sessionsCheckArgs = {
  asins: { type: 'string', valueHint: 'FILE', required: true, description: 'File with ASINs, one a line' },
  domain: { ...pageArgs.domain, description: 'Marketplace, such as com, co.uk or de', default: 'com' },
  ...placeArgs,
  source: serverArgs.source,
  json: { type: 'boolean', description: 'Print JSON', default: false },
} as const

export type SessionsCheckArgs = Values<typeof sessionsCheckArgs>

/** Options of commands that fetch pages. */
const liveArgs = {
  domain: { ...pageArgs.domain, description: 'Marketplace: com, co.uk, de ... Default: that of the URL, else com' },
  language: { type: 'string', valueHint: 'LANGUAGE', description: "xx_YY. Default: the marketplace's own" },
  ...placeArgs,
  fields: { type: 'string', valueHint: 'NAMES', description: 'Fields of the record, with commas. Default: all' },
  source: serverArgs.source,
  pretty: { type: 'boolean', description: 'Indent the record, of one page', default: false },
} as const

const renderArg = {
  type: 'boolean',
  description: 'Render the page in the browser that SHELFMARK_BROWSER_PATH or SHELFMARK_BROWSER_URL names',
  default: false,
} as const

/** Values of the options that all these commands have. */
export type LiveArgs = Values<typeof liveArgs & typeof formatArgs>

/** Arguments of `get`. */
export const getArgs = {
  product: { type: 'positional', many: true, description: 'ASINs, GTINs (EAN, UPC, ISBN), or URLs of product pages' },
  ...liveArgs,
  'render-js': renderArg,
  screenshot: {
    type: 'string',
    valueHint: 'FILE',
    description: 'With one product: file for a picture of its rendered page, as PNG',
  },
  ...formatArgs,
} as const

export type GetArgs = Values<typeof getArgs>

type SearchSort = (typeof SEARCH_SORTS)[number]

/** Arguments of `search`. */
export const searchArgs = {
  words: {
    type: 'positional',
    many: true,
    required: false,
    description: 'Search keywords. Required unless --node or --seller is given',
  },
  ...liveArgs,
  node: { type: 'string', valueHint: 'NUMBER', description: 'Browse node to search in' },
  seller: { type: 'string', valueHint: 'ID', description: 'Seller to search the products of' },
  brand: { type: 'string', valueHint: 'NAME', description: 'Only this brand' },
  'min-price': { type: 'string', valueHint: 'AMOUNT', description: 'Lowest price, such as 9.50' },
  'max-price': { type: 'string', valueHint: 'AMOUNT', description: 'Highest price' },
  refine: {
    type: 'string',
    many: true,
    valueHint: 'VALUE',
    description: 'Condition: value of an option in the refinements of an earlier answer. Can be repeated',
  },
  pages: { type: 'string', valueHint: 'N', description: 'Pages of results, 1 to 10', default: '1' },
  sort: {
    type: 'string',
    valueHint: 'SORT',
    description: async () => (await import('./record-names.ts')).recordTexts.sorts,
    default: 'best_match' satisfies SearchSort,
  },
  ...formatArgs,
} as const

export type SearchArgs = Values<typeof searchArgs>

/** Arguments of `fetch`. */
export const fetchArgs = {
  record: {
    type: 'positional',
    description: async () => `Name of the record: ${(await import('./record-names.ts')).recordTexts.records}`,
  },
  query: {
    type: 'positional',
    many: true,
    required: false,
    description: 'What each record is of, such as ASINs, URLs of product pages, or keywords in quotes',
  },
  ...liveArgs,
  set: {
    type: 'string',
    many: true,
    valueHint: 'NAME=VALUE',
    description: 'Parameter of the record itself, such as sort_by=newest. Can be repeated',
  },
  'render-js': renderArg,
  ...formatArgs,
} as const

export type FetchArgs = Values<typeof fetchArgs>
