import type { Values } from './command/define-command.ts'
import { fileNeed, formatArg } from './format-arguments.ts'

/** Positional arguments of commands that read any number of pages. */
const pages = {
  type: 'positional',
  many: true,
  description:
    'Saved pages (HTML, MHTML, WARC, HAR, JSON lines, each also .gz), folders of them, or - for standard input',
} as const

/** Option of commands that read JSON lines. */
const fieldArg = {
  type: 'string',
  valueHint: 'NAME',
  description: 'Member of JSON lines that has the page',
  default: 'html',
} as const

/** Options of commands that extract pages. */
export const pageArgs = {
  domain: {
    type: 'string',
    short: 'd',
    valueHint: 'DOMAIN',
    description: 'Marketplace: com, co.uk, de ... Default: recognized from the page',
  },
  asin: { type: 'string', valueHint: 'ASIN', description: 'Requested ASIN, for the field asin_in_url' },
} as const

/** Arguments of `extract`. */
export const extractArgs = {
  page: pages,
  ...pageArgs,
  field: fieldArg,
  format: formatArg,
  out: {
    type: 'string',
    short: 'o',
    valueHint: 'PATH',
    description: `With --format: file for all results, which is replaced; ${fileNeed}. Otherwise: folder to which each record is written, in a file of its own`,
  },
  jobs: {
    type: 'string',
    short: 'j',
    valueHint: 'N',
    description: 'Number of pages to extract at the same time. Default: the number of processors',
  },
  pretty: { type: 'boolean', description: 'Indent the record', default: false },
  provenance: {
    type: 'boolean',
    description: 'Add where each value comes from: "provenance", with winners and issues',
    default: false,
  },
} as const

export type ExtractArgs = Values<typeof extractArgs>

/** Arguments of `explain`. */
export const explainArgs = {
  page: {
    type: 'positional',
    required: true,
    description: 'Saved page, one of a file such as pages.warc#12, or - for standard input',
  },
  field: {
    type: 'positional',
    required: false,
    description: 'Field, such as price, or products[3].price on a search page. Default: all fields, a row for each',
  },
  ...pageArgs,
  json: { type: 'boolean', description: 'Print winners, issues and attempts as JSON', default: false },
} as const

export type ExplainArgs = Values<typeof explainArgs>

/** Arguments of `kind`. */
export const kindArgs = {
  page: pages,
  status: { type: 'string', valueHint: 'STATUS', description: 'HTTP status of the response that had the page' },
  url: { type: 'string', valueHint: 'URL', description: 'URL of the page, after all redirects' },
  field: fieldArg,
} as const

export type KindArgs = Values<typeof kindArgs>
