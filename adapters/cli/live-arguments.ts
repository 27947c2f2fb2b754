import type { ParsedParams } from '../../core/contract/index.ts'
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
