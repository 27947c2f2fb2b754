import type { Values } from './command/define-command.ts'
import { serverArgs } from './server-flags.ts'

/** Arguments of `watch`. */
export const watchArgs = {
  list: {
    type: 'positional',
    required: false,
    many: true,
    description: 'List of items, as for batch: .txt, .csv or .jsonl, or - for JSON lines. With --series: the field',
  },
  every: {
    type: 'string',
    valueHint: 'DURATION',
    description: 'Interval of the looks at an item, 15m to 30d',
    default: '6h',
  },
  once: { type: 'boolean', description: 'Look at the items that are due, and exit: for cron', default: false },
  json: {
    type: 'boolean',
    description: 'With --once: end with a line of JSON that says which items were not seen, and why',
    default: false,
  },
  fields: {
    type: 'string',
    valueHint: 'PATHS',
    description: 'Fields to watch, with commas: price, sales_rank[0].rank. Default: those of the record',
  },
  rules: { type: 'string', valueHint: 'FILE', description: 'JSON file with a list of rules. Default: every change' },
  confirm: {
    type: 'string',
    valueHint: 'N',
    description: 'Looks in a row that confirm a change, 1 to 5; rules have their own',
    default: '2',
  },
  'on-change': {
    type: 'string',
    valueHint: 'COMMAND',
    description: 'Command of the shell that gets each event on standard input, as a line of JSON',
  },
  store: {
    type: 'string',
    valueHint: 'FILE',
    description: 'SQLite file of looks and points',
    default: 'shelfmark-watch.sqlite',
  },
  series: {
    type: 'string',
    valueHint: 'ITEM',
    description: 'Print the points of an item, named by its query, and of a field; look at nothing',
  },
  format: {
    type: 'string',
    short: 'f',
    valueHint: 'FORMAT',
    description: 'With --series: csv or json',
    default: 'csv',
  },
  endpoint: { type: 'string', valueHint: 'ENDPOINT', description: 'What the items are. Default: market.product' },
  domain: {
    type: 'string',
    short: 'd',
    valueHint: 'DOMAIN',
    description: 'Marketplace of items that name none. Default: com',
  },
  source: serverArgs.source,
  jobs: {
    type: 'string',
    short: 'j',
    valueHint: 'N',
    description: 'Items that are looked at at the same time. Default: as many as batches fetch',
  },
} as const

export type WatchArgs = Values<typeof watchArgs>
