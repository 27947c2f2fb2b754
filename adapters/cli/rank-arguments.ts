import type { Values } from './command/define-command.ts'
import { watchArgs } from './watch-arguments.ts'

const { every, confirm, domain, source, jobs, store } = watchArgs

/** Arguments of `rank`. */
export const rankArgs = {
  list: {
    type: 'positional',
    required: false,
    many: true,
    description: 'List of searches: .txt with a keyword a line, .csv or .jsonl, or - for JSON lines',
  },
  asins: { type: 'string', valueHint: 'ASINS', description: 'Products to track, with commas' },
  brands: { type: 'string', valueHint: 'NAMES', description: 'Brands to track, with commas' },
  pages: { type: 'string', valueHint: 'N', description: 'Pages of results of each search that names no number' },
  every: { ...every, description: 'Searches that were looked at since are not looked at again', default: '1d' },
  confirm: { ...confirm, description: 'Looks in a row that confirm a change, 1 to 5' },
  format: {
    type: 'string',
    short: 'f',
    valueHint: 'FORMAT',
    description: 'table: where the products are now; csv or jsonl: all looks so far, a row for each position and brand',
    default: 'table',
  },
  store: { ...store, description: 'SQLite file of all looks', default: 'shelfmark-rank.sqlite' },
  domain,
  source,
  jobs,
} as const

export type RankArgs = Values<typeof rankArgs>
