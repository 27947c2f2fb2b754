import type { ProductParams } from '../../core/contract/index.ts'
import { contract } from '../contract.ts'
import type { Retrieval } from '../retrieve/index.ts'
import { defineCommand } from './command/define-command.ts'
import { EXIT, fail, requireConfig } from './exit.ts'
import { liveArgs, requireParams } from './live-arguments.ts'
import { readProductArgument } from '../product-argument.ts'
import { toEnvironment } from './server-flags.ts'

export const getCommand = defineCommand({
  args: {
    product: { type: 'positional', many: true, description: 'ASINs, or URLs of product pages' },
    ...liveArgs,
  },
  examples: ['get B0SHLFS081 --domain de --pretty', 'get https://www.amazon.co.jp/dp/B0SHLFS081 --source sandbox'],
  async run(args) {
    const products = args._.map((text) => toParams(text, args))
    const config = await requireConfig(toEnvironment(args))
    const { withRetriever } = await import('./list/with-retriever.ts')
    const { signal } = new AbortController()
    const retrieved = await withRetriever(config, (retriever) =>
      Promise.all(products.map(async (params) => ({ params, retrieval: await retriever.product(params, signal) }))),
    )
    const isOne = retrieved.length === 1
    for (const { params, retrieval } of retrieved) print(params, retrieval, isOne, args.pretty)
    process.exitCode = retrieved.some(({ retrieval }) => 'error' in retrieval) ? EXIT.failed : EXIT.ok
  },
})

interface Options {
  readonly domain: string | undefined
  readonly language: string | undefined
}

function toParams(text: string, { domain, language }: Options): ProductParams {
  const product = readProductArgument(text)
  if (product === null) return fail(`"${text}" is not the URL of a product page on a known marketplace.`)
  return requireParams(contract.parseProductParams({ ...product, domain: domain ?? product.domain, language }))
}

/** One product gives its record, or its error on standard error. Several give a line each. */
function print({ query, domain }: ProductParams, retrieval: Retrieval, isOne: boolean, isPretty: boolean): void {
  const error = 'error' in retrieval ? retrieval.error : null
  const record: unknown = 'error' in retrieval ? null : JSON.parse(retrieval.json)
  if ('error' in retrieval) process.stderr.write(`shelfmark: ${query}: ${retrieval.error} (${retrieval.reason})\n`)
  if (!isOne) process.stdout.write(`${JSON.stringify({ query, domain, record, error })}\n`)
  else if (error === null) process.stdout.write(`${JSON.stringify(record, null, isPretty ? 2 : undefined)}\n`)
}
