import type { Values } from './command/define-command.ts'
import { formatArg } from './format-arguments.ts'
import { serverArgs } from './server-flags.ts'

/** Arguments of `batch`. */
export const batchArgs = {
  file: {
    type: 'positional',
    required: false,
    description:
      'List of items: a file that ends in .txt, .csv, .jsonl or .ndjson, or - for JSON lines on standard input',
  },
  endpoint: {
    type: 'string',
    valueHint: 'ENDPOINT',
    description: async () => `What the items are: ${(await import('./record-names.ts')).recordTexts.endpoints}`,
  },
  domain: {
    type: 'string',
    short: 'd',
    valueHint: 'DOMAIN',
    description: 'Marketplace of items that name none. Default: com',
  },
  out: {
    type: 'string',
    short: 'o',
    valueHint: 'FILE',
    description: 'File for the results, one per line. The same command continues a run. Default: standard output',
  },
  format: {
    ...formatArg,
    description: `${formatArg.description}. With --out, FILE.jsonl has the results of a run that can be continued`,
  },
  server: {
    type: 'string',
    valueHint: 'URL',
    description: 'Server that does the work, such as http://127.0.0.1:8080. Default: this process',
  },
  key: {
    type: 'string',
    valueHint: 'KEY',
    description:
      'Key for --server. Default: SHELFMARK_KEY, which is safer: other users of this machine can see the options of a command',
  },
  source: serverArgs.source,
  webhook: { type: 'string', valueHint: 'URL', description: 'With --server: URL that each ended batch is posted to' },
  fresh: {
    type: 'boolean',
    description: 'With --server: create new batches, also for items that were sent within 24 hours',
    default: false,
  },
  jobs: {
    type: 'string',
    short: 'j',
    valueHint: 'N',
    description: 'Without --server: number of items at the same time. Default: SHELFMARK_BATCH_FETCHES',
  },
} as const

export type BatchArgs = Values<typeof batchArgs>
