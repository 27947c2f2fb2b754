import type { ParamsOf, ParsedParams } from '../../core/contract/index.ts'
import type { Retrieval } from '../retrieve/index.ts'
import { fail } from './exit.ts'
import type { Values } from './command/define-command.ts'
import { formatArgs } from './format-arguments.ts'
import { pageArgs } from './page-arguments.ts'
import { serverArgs } from './server-flags.ts'

/** Options of commands that fetch pages. */
const liveArgs = {
  domain: { ...pageArgs.domain, description: 'Marketplace: com, co.uk, de ... Default: that of the URL, else com' },
  language: { type: 'string', valueHint: 'LANGUAGE', description: "xx_YY. Default: the marketplace's own" },
  source: serverArgs.source,
  pretty: { type: 'boolean', description: 'Indent the record', default: false },
} as const

/** Parameters that were parsed. Ends the command when one is wrong. */
export function requireParams<Params>(parsed: ParsedParams<Params>): Params {
  if (parsed.ok) return parsed.params
  const [wrong] = parsed.details
  if (wrong !== undefined) return fail(`Invalid ${wrong.param}: it ${wrong.message}.`)
  return fail('A page is rendered by a browser: name one by SHELFMARK_BROWSER_PATH or SHELFMARK_BROWSER_URL.')
}

/** The result of a product or a search on one line of JSON: what was asked for, and the record or an error. */
export function formatRetrieval(
  { query, domain }: { readonly query: string; readonly domain: string },
  retrieval: Retrieval,
): string {
  const error = 'error' in retrieval ? retrieval.error : null
  const record: unknown = 'error' in retrieval ? null : JSON.parse(retrieval.json)
  return JSON.stringify({ query, domain, record, error })
}

/** A record as JSON, on one line or indented. */
export function formatRecord(json: string, isPretty: boolean): string {
  return isPretty ? JSON.stringify(JSON.parse(json), null, 2) : json
}

/** Arguments of `get`. */
export const getArgs = {
  product: { type: 'positional', many: true, description: 'ASINs, or URLs of product pages' },
  ...liveArgs,
  'render-js': {
    type: 'boolean',
    description: 'Render the page in the browser that SHELFMARK_BROWSER_PATH or SHELFMARK_BROWSER_URL names',
    default: false,
  },
  screenshot: {
    type: 'string',
    valueHint: 'FILE',
    description: 'With one product: file for a picture of its rendered page, as PNG',
  },
  ...formatArgs,
} as const

export type GetArgs = Values<typeof getArgs>

/** The interface's own, spelled again so that the help loads nothing of it. */
const SORTS = [
  'best_match',
  'price_asc',
  'price_desc',
  'avg_customer_review',
  'newest',
] as const satisfies readonly ParamsOf<'search'>['sort_by'][]

/** Arguments of `search`. */
export const searchArgs = {
  words: { type: 'positional', many: true, description: 'Search keywords' },
  ...liveArgs,
  pages: { type: 'string', valueHint: 'N', description: 'Pages of results, 1 to 10', default: '1' },
  sort: { type: 'string', valueHint: 'SORT', description: SORTS.join(', '), default: SORTS[0] },
  ...formatArgs,
} as const

export type SearchArgs = Values<typeof searchArgs>
