import { writeFileSync } from 'node:fs'
import type { GetArgs } from './live-arguments.ts'
import type { Contract, ParamsOf } from '../../core/contract/index.ts'
import { contractFor } from '../contract.ts'
import type { Retrieval, Retriever } from '../retrieve/index.ts'
import { retrievalTables } from '../table/index.ts'
import { EXIT, fail, orFail, requireConfig } from './exit.ts'
import { requireOutFormat, requireWriter } from './open-results.ts'
import { formatRecord, formatRetrieval, requireParams } from './live-arguments.ts'
import { readProductArgument } from '../product-argument.ts'
import { toEnvironment } from './server-flags.ts'

/** Runs the command `get`. */
export async function runGet(args: GetArgs): Promise<void> {
  if (args.screenshot !== undefined && args._.length > 1) fail('--screenshot is for one product.')
  const config = await requireConfig(toEnvironment(args))
  const contract = contractFor(config.browser !== null)
  const products = args._.map((text) => toParams(contract, text, args))
  const format = requireOutFormat(args)
  const output = format && (await requireWriter(format, retrievalTables['market.product'], args.out))
  const { withRetriever } = await import('./list/with-retriever.ts')
  const { signal } = new AbortController()
  const retrieveOne = async (params: ParamsOf<'product'>, retriever: Retriever): Promise<Retrieval> => {
    const retrieval = await retriever.retrieve({ record: 'product', params }, signal)
    return args.screenshot === undefined ? retrieval : await savePicture(args.screenshot, retrieval)
  }
  const retrieved = await withRetriever(config, (retriever) =>
    Promise.all(products.map(async (params) => ({ params, retrieval: await retrieveOne(params, retriever) }))),
  )
  const isOne = retrieved.length === 1
  for (const { params, retrieval } of retrieved) {
    if (output === undefined) print(params, retrieval, isOne, args.pretty)
    else await output.write(formatRetrieval(params, retrieval))
  }
  await output?.end()
  process.exitCode = retrieved.some(({ retrieval }) => 'error' in retrieval) ? EXIT.failed : EXIT.ok
}

type Options = Pick<GetArgs, 'domain' | 'language' | 'render-js' | 'screenshot'>

function toParams(contract: Contract, text: string, options: Options): ParamsOf<'product'> {
  const { domain, language, screenshot } = options
  const product = readProductArgument(text, domain)
  if (typeof product === 'string') return fail(`${product}.`)
  // Without a browser, a parameter that is given is refused, whatever it says.
  const render = {
    ...(options['render-js'] && { render_js: true }),
    ...(screenshot !== undefined && { screenshot: true }),
  }
  return requireParams(contract.parseParams('product', { ...product, language, ...render }))
}

/** Moves the picture of a page from its record to a file. Ends the command when the file can't be written. */
async function savePicture(file: string, retrieval: Retrieval): Promise<Retrieval> {
  if ('error' in retrieval) return retrieval
  const { screenshot, ...record } = JSON.parse(retrieval.json) as { readonly screenshot: string }
  await orFail(() => writeFileSync(file, screenshot, 'base64'))
  return { ...retrieval, json: JSON.stringify(record) }
}

/** One product gives its record, or its error on standard error. Several give a line each. */
function print(params: ParamsOf<'product'>, retrieval: Retrieval, isOne: boolean, isPretty: boolean): void {
  const isError = 'error' in retrieval
  if (isError) process.stderr.write(`shelfmark: ${params.query}: ${retrieval.error} (${retrieval.reason})\n`)
  if (!isOne) process.stdout.write(`${formatRetrieval(params, retrieval)}\n`)
  else if (!isError) process.stdout.write(`${formatRecord(retrieval.json, isPretty)}\n`)
}
