import type { SearchArgs } from './live-arguments.ts'
import { contract } from '../contract.ts'
import { retrievalTables } from '../table/index.ts'
import { EXIT, requireConfig } from './exit.ts'
import { requireOutFormat, requireWriter } from './open-results.ts'
import { formatRecord, formatRetrieval, requireParams } from './live-arguments.ts'
import { toEnvironment } from './server-flags.ts'

/** Runs the command `search`. */
export async function runSearch({ domain, language, pages, sort, pretty, ...args }: SearchArgs): Promise<void> {
  const query = args._.join(' ')
  const params = requireParams(contract.parseParams('search', { query, domain, language, pages, sort_by: sort }))
  const format = requireOutFormat(args)
  const output = format && (await requireWriter(format, retrievalTables['market.search'], args.out))
  const config = await requireConfig(toEnvironment({ source: args.source }))
  const { withRetriever } = await import('./list/with-retriever.ts')
  const { signal } = new AbortController()
  const retrieval = await withRetriever(config, (retriever) => retriever.retrieve({ record: 'search', params }, signal))
  if ('error' in retrieval) {
    process.stderr.write(`shelfmark: ${query}: ${retrieval.error} (${retrieval.reason})\n`)
    process.exitCode = EXIT.failed
  } else if (output === undefined) process.stdout.write(`${formatRecord(retrieval.json, pretty)}\n`)
  await output?.write(formatRetrieval(params, retrieval))
  await output?.end()
}
