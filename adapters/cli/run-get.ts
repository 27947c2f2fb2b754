import type { GetArgs } from './live-arguments.ts'
import type { ProductParams } from '../../core/contract/index.ts'
import { contract } from '../contract.ts'
import type { Retrieval } from '../retrieve/index.ts'
import { retrievalTables } from '../table/index.ts'
import { EXIT, fail, requireConfig } from './exit.ts'
import { requireOutFormat, requireWriter } from './open-results.ts'
import { formatRecord, formatRetrieval, requireParams } from './live-arguments.ts'
import { readProductArgument } from '../product-argument.ts'
import { toEnvironment } from './server-flags.ts'

/** Runs the command `get`. */
export async function runGet(args: GetArgs): Promise<void> {
  const products = args._.map((text) => toParams(text, args))
  const format = requireOutFormat(args)
  const output = format && (await requireWriter(format, retrievalTables['market.product'], args.out))
  const config = await requireConfig(toEnvironment(args))
  const { withRetriever } = await import('./list/with-retriever.ts')
  const { signal } = new AbortController()
  const retrieved = await withRetriever(config, (retriever) =>
    Promise.all(products.map(async (params) => ({ params, retrieval: await retriever.product(params, signal) }))),
  )
  const isOne = retrieved.length === 1
  for (const { params, retrieval } of retrieved) {
    if (output === undefined) print(params, retrieval, isOne, args.pretty)
    else await output.write(formatRetrieval(params, retrieval))
  }
  await output?.end()
  process.exitCode = retrieved.some(({ retrieval }) => 'error' in retrieval) ? EXIT.failed : EXIT.ok
}

interface Options {
  readonly domain: string | undefined
  readonly language: string | undefined
}

function toParams(text: string, { domain, language }: Options): ProductParams {
  const product = readProductArgument(text, domain)
  if (typeof product === 'string') return fail(`${product}.`)
  return requireParams(contract.parseProductParams({ ...product, language }))
}

/** One product gives its record, or its error on standard error. Several give a line each. */
function print(params: ProductParams, retrieval: Retrieval, isOne: boolean, isPretty: boolean): void {
  const isError = 'error' in retrieval
  if (isError) process.stderr.write(`shelfmark: ${params.query}: ${retrieval.error} (${retrieval.reason})\n`)
  if (!isOne) process.stdout.write(`${formatRetrieval(params, retrieval)}\n`)
  else if (!isError) process.stdout.write(`${formatRecord(retrieval.json, isPretty)}\n`)
}
