import type { Values } from './command/define-command.ts'

/** Positional arguments of commands that read any number of pages. */
export const pages = {
  type: 'positional',
  many: true,
  description:
    'Saved pages (HTML, MHTML, WARC, HAR, JSON lines, each also .gz), folders of them, or - for standard input',
} as const

/** Option of commands that read JSON lines. */
export const fieldArg = {
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
  record: {
    type: 'string',
    valueHint: 'NAME',
    description: 'Record to read, such as the reviews of a product page. Default: the one that pages of its kind have',
  },
} as const

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
  json: { type: 'boolean', description: 'Print a JSON line for each page', default: false },
} as const

export type KindArgs = Values<typeof kindArgs>
