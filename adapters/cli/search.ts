import { SEARCH_SORTS } from '../../core/contract/index.ts'
import { contract } from '../contract.ts'
import { retrievalTables } from '../table/index.ts'
import { defineCommand } from './command/define-command.ts'
import { EXIT, requireConfig } from './exit.ts'
import { formatArgs, requireOutFormat, requireWriter } from './format-arguments.ts'
import { formatRecord, formatRetrieval, liveArgs, requireParams } from './live-arguments.ts'
import { toEnvironment } from './server-flags.ts'

export const searchCommand = defineCommand({
  args: {
    words: { type: 'positional', many: true, description: 'Search keywords' },
    ...liveArgs,
    pages: { type: 'string', valueHint: 'N', description: 'Pages of results, 1 to 10', default: '1' },
    sort: { type: 'string', valueHint: 'SORT', description: SEARCH_SORTS.join(', '), default: SEARCH_SORTS[0] },
    ...formatArgs,
  },
  examples: ['search usb cable --domain de', 'search kettle --pages 3 --sort price_asc --source sandbox'],
  async run({ domain, language, pages, sort, pretty, ...args }) {
    const query = args._.join(' ')
    const params = requireParams(contract.parseSearchParams({ query, domain, language, pages, sort_by: sort }))
    const format = requireOutFormat(args)
    const output = format && (await requireWriter(format, retrievalTables['market.search'], args.out))
    const config = await requireConfig(toEnvironment({ source: args.source }))
    const { withRetriever } = await import('./list/with-retriever.ts')
    const { signal } = new AbortController()
    const retrieval = await withRetriever(config, (retriever) => retriever.search(params, signal))
    if ('error' in retrieval) {
      process.stderr.write(`shelfmark: ${query}: ${retrieval.error} (${retrieval.reason})\n`)
      process.exitCode = EXIT.failed
    } else if (output === undefined) process.stdout.write(`${formatRecord(retrieval.json, pretty)}\n`)
    await output?.write(formatRetrieval(params, retrieval))
    await output?.end()
  },
})
