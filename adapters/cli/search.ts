import type { SEARCH_SORTS } from '../../core/contract/index.ts'
import { defineCommand } from './command/define-command.ts'
import { EXIT, requireConfig } from './exit.ts'
import { liveArgs, requireParams } from './live-arguments.ts'
import { toEnvironment } from './server-flags.ts'

/** The interface's own, spelled again so that the help loads nothing of it. */
const SORTS = [
  'best_match',
  'price_asc',
  'price_desc',
  'avg_customer_review',
  'newest',
] as const satisfies typeof SEARCH_SORTS

export const searchCommand = defineCommand({
  args: {
    words: { type: 'positional', many: true, description: 'Search keywords' },
    ...liveArgs,
    pages: { type: 'string', valueHint: 'N', description: 'Pages of results, 1 to 10', default: '1' },
    sort: { type: 'string', valueHint: 'SORT', description: SORTS.join(', '), default: SORTS[0] },
  },
  examples: ['search usb cable --domain de', 'search kettle --pages 3 --sort price_asc --source sandbox'],
  async run({ domain, language, pages, sort, pretty, ...args }) {
    const { contract } = await import('../contract.ts')
    const query = args._.join(' ')
    const params = requireParams(contract.parseSearchParams({ query, domain, language, pages, sort_by: sort }))
    const config = await requireConfig(toEnvironment({ source: args.source }))
    const { withRetriever } = await import('./list/with-retriever.ts')
    const { signal } = new AbortController()
    const retrieval = await withRetriever(config, (retriever) => retriever.search(params, signal))
    if ('error' in retrieval) {
      process.stderr.write(`shelfmark: ${query}: ${retrieval.error} (${retrieval.reason})\n`)
      process.exitCode = EXIT.failed
    } else {
      process.stdout.write(`${pretty ? JSON.stringify(JSON.parse(retrieval.json), null, 2) : retrieval.json}\n`)
    }
  },
})
