import { endpointOf, type Contract, type ParamsOf, type ParsedParams } from '../../core/contract/index.ts'
import { requireRecord, type RecordName } from '../../core/index.ts'
import { contractFor } from '../contract.ts'
import { otherDomains } from '../../selectors/index.ts'
import { writeOwnFile } from '../own-file.ts'
import { readProductArgument } from '../product-argument.ts'
import type { Retrieval, Retriever } from '../fetch/retriever.ts'
import { retrievalTables } from '../pages/table/tables.ts'
import { EXIT, fail, orFail, requireConfig } from './exit.ts'
import type { LiveArgs } from './live-arguments.ts'
import { failPretty, requireOutFormat, requireWriter } from './open-results.ts'
import { print, say } from './print.ts'
import { requireDomain } from './read-pages.ts'
import { toEnvironment } from './server-flags.ts'

/** Records that a command fetches. */
export interface RecordsRequest {
  readonly record: RecordName
  /** Each has a record. null: it is asked for without a query. */
  readonly queries: readonly (string | null)[]
  /** Parameters of the record itself, as they were given. Absent: undefined. */
  readonly own: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Whether a browser renders the pages. */
  readonly isRendered: boolean
  /** File for the picture of the only page. Absent: undefined, none is taken. */
  readonly screenshot?: string | undefined
  /** Whether errors are printed although the results have them. Default: not with `--format`. */
  readonly printsErrors?: boolean
}

/**
 * Fetches records, and prints them. One gives the record, or its error on standard error; several give a line each.
 * Ends the command when a parameter or an option is wrong.
 */
export async function retrieveRecords(request: RecordsRequest, args: LiveArgs): Promise<void> {
  const { record, queries, screenshot, printsErrors = args.format === undefined } = request
  if (args.pretty && (queries.length > 1 || args.format !== undefined)) failPretty()
  if (args.domain !== undefined) requireDomain(args.domain)
  const config = await requireConfig(toEnvironment({ source: args.source }))
  const contract = contractFor(config.browser !== null, otherDomains)
  const all = queries.map((text) => requireParams(contract, text, request, args))
  const format = requireOutFormat(args)
  const output = format && (await requireWriter(format, retrievalTables[endpointOf(record)], args.out))
  const { withRetriever } = await import('./list/with-retriever.ts')
  const { signal } = new AbortController()
  const retrieveOne = async (params: ParamsOf, retriever: Retriever): Promise<Retrieval> => {
    const retrieval = await retriever.retrieve({ record, params }, signal)
    return screenshot === undefined ? retrieval : await savePicture(screenshot, retrieval)
  }
  const retrieved = await withRetriever(config, (retriever) =>
    Promise.all(all.map(async (params) => ({ params, retrieval: await retrieveOne(params, retriever) }))),
  )
  for (const { params, retrieval } of retrieved) {
    if (printsErrors && 'error' in retrieval) {
      say(`${params.query ?? record}: ${retrieval.error} (${retrieval.reason})`)
    }
    if (output !== undefined) await output.write(formatRetrieval(params, retrieval))
    else printResult(params, retrieval, retrieved.length === 1, args.pretty)
  }
  await output?.end()
  process.exitCode = retrieved.some(({ retrieval }) => 'error' in retrieval) ? EXIT.failed : EXIT.ok
}

/** Parameters of a query, checked. Ends the command when one is wrong. */
function requireParams(
  contract: Contract,
  text: string | null,
  { record, own, isRendered, screenshot }: RecordsRequest,
  { domain, language, fields, zip, city, 'ship-to': ship_to }: LiveArgs,
): ParamsOf {
  const definition = requireRecord(record)
  const named = definition.isOfProduct
    ? readProductArgument(text ?? '', domain, definition.lookup !== undefined)
    : { query: text, domain }
  if (typeof named === 'string') return fail(`${named}.`)
  // Without a browser, a parameter that is given is refused, whatever it says.
  const render = { ...(isRendered && { render_js: true }), ...(screenshot !== undefined && { screenshot: true }) }
  return requireParsed(
    contract.parseParams(record, { ...named, language, zip, city, ship_to, fields, ...own, ...render }),
  )
}

function requireParsed<Params>(parsed: ParsedParams<Params>): Params {
  if (parsed.ok) return parsed.params
  const [wrong] = parsed.details
  if (wrong !== undefined) return fail(`Invalid ${wrong.param}: it ${wrong.message}.`)
  return fail('A page is rendered by a browser: name one by SHELFMARK_BROWSER_PATH or SHELFMARK_BROWSER_URL.')
}

/** Moves the picture of a page from its record to a file. Ends the command when the file can't be written. */
async function savePicture(file: string, retrieval: Retrieval): Promise<Retrieval> {
  if ('error' in retrieval) return retrieval
  const { screenshot, ...record } = JSON.parse(retrieval.json) as { readonly screenshot: string }
  await orFail(() => writeOwnFile(file, Buffer.from(screenshot, 'base64')))
  return { ...retrieval, json: JSON.stringify(record) }
}

function printResult(params: ParamsOf, retrieval: Retrieval, isOne: boolean, isPretty: boolean): void {
  if (!isOne) print(`${formatRetrieval(params, retrieval)}\n`)
  else if (!('error' in retrieval)) print(`${formatRecord(retrieval.json, isPretty)}\n`)
}

/** A result on one line of JSON: what was asked for, and the record or an error. */
function formatRetrieval({ query, domain }: ParamsOf, retrieval: Retrieval): string {
  const error = 'error' in retrieval ? retrieval.error : null
  const record: unknown = 'error' in retrieval ? null : JSON.parse(retrieval.json)
  return JSON.stringify({ query, domain, record, error })
}

/** A record as JSON, on one line or indented. */
function formatRecord(json: string, isPretty: boolean): string {
  return isPretty ? JSON.stringify(JSON.parse(json), null, 2) : json
}
