import type { ParsedParams } from '../../core/contract/index.ts'
import type { Retrieval } from '../retrieve/index.ts'
import { fail } from './exit.ts'
import { pageArgs } from './page-arguments.ts'
import { serverArgs } from './server-flags.ts'

/** Options of commands that fetch pages. */
export const liveArgs = {
  domain: { ...pageArgs.domain, description: 'Marketplace: com, co.uk, de ... Default: that of the URL, else com' },
  language: { type: 'string', valueHint: 'LANGUAGE', description: "xx_YY. Default: the marketplace's own" },
  source: serverArgs.source,
  pretty: { type: 'boolean', description: 'Indent the record', default: false },
} as const

/** Parameters that were parsed. Ends the command when one is wrong. */
export function requireParams<Params>(parsed: ParsedParams<Params>): Params {
  if (parsed.ok) return parsed.params
  const [wrong] = parsed.details
  return fail(wrong === undefined ? 'Invalid parameters.' : `Invalid ${wrong.param}: it ${wrong.message}.`)
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
