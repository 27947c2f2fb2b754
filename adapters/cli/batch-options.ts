import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { BATCH_ENDPOINTS, type BatchEndpoint } from '../../core/contract/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import type { Config } from '../config/config.ts'
import type { ListedItem } from '../long-batch/item-list.ts'
import { LongBatchError } from '../long-batch/long-batch-error.ts'
import { readItemList, STANDARD_INPUT } from '../long-batch/read-item-list.ts'
import { fail } from './exit-codes.ts'
import { requireConfig } from './require-config.ts'

/** Arguments of the command, as they are described to people. */
export const batchArgs = {
  file: { type: 'positional', required: false, description: 'List: .csv, .jsonl, .ndjson; - for JSON lines on input' },
  endpoint: { type: 'string', description: 'What the items are: market.product or market.search' },
  domain: { type: 'string', description: 'Marketplace of items that name none; com when not given' },
  out: { type: 'string', description: 'File of results, a line each; the same command goes on with it' },
  server: { type: 'string', description: 'Server that does the work, as http://host:port; this process without it' },
  key: { type: 'string', description: 'Key for the server; SHELFMARK_KEY when not given' },
  webhook: { type: 'string', description: 'With a server: address that each finished batch is posted to' },
  fresh: {
    type: 'boolean',
    description: 'With a server: new batches, also of items sent within a day',
    default: false,
  },
  jobs: { type: 'string', description: 'Without a server: items at a time; SHELFMARK_BATCH_FETCHES when not given' },
} as const

/** What the command line gives; what is not given is undefined. */
export interface BatchArgs {
  readonly _: readonly string[]
  readonly endpoint?: string | undefined
  readonly domain?: string | undefined
  readonly out?: string | undefined
  readonly server?: string | undefined
  readonly key?: string | undefined
  readonly webhook?: string | undefined
  readonly fresh: boolean
  readonly jobs?: string | undefined
}

/** Who does the work. */
type Worker =
  | { readonly server: string; readonly key: string; readonly webhookUrl: string | null }
  | { readonly config: Config; readonly jobs: number }

export interface BatchOptions {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ListedItem[]
  readonly out: string | undefined
  readonly isFresh: boolean
  readonly worker: Worker
}

/** What is to be done; ends the command when it can't be. */
export async function readBatchOptions(args: BatchArgs): Promise<BatchOptions> {
  const [file, ...more] = args._
  if (file === undefined || more.length > 0) fail('name one list of items, or - for standard input')
  for (const name of ['endpoint', 'domain', 'out', 'server', 'key', 'webhook', 'jobs'] as const) {
    if (args[name] === '') fail(`--${name}: a value is missing`)
  }
  const { domain, out, fresh: isFresh } = args
  if (domain !== undefined && !marketplaces.has(domain)) {
    fail(`there is no marketplace "${domain}". Marketplaces: ${[...marketplaces.keys()].join(', ')}`)
  }
  const endpoint = readEndpoint(args.endpoint)
  const worker = args.server === undefined ? readProcess(args) : readServer(args.server, args)
  return { endpoint, items: await readItems(file, endpoint, domain), out, isFresh, worker }
}

function readEndpoint(text: string = BATCH_ENDPOINTS[0]): BatchEndpoint {
  const endpoint = BATCH_ENDPOINTS.find((name) => name === text)
  return endpoint ?? fail(`--endpoint ${text}: give one of ${BATCH_ENDPOINTS.join(', ')}; an address goes to --server`)
}

/** What goes into a header. */
const KEY = /^[\x21-\x7E]+$/

function readServer(address: string, { key, webhook, jobs }: BatchArgs): Worker {
  if (jobs !== undefined) fail('--jobs is for work in this process: the server has its own setting')
  const url = URL.canParse(address) ? new URL(address) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === ''
  if (!isPlain) fail(`--server ${address}: give an address of the form http://host:port`)
  const given = (key ?? process.env['SHELFMARK_KEY'] ?? '').trim()
  if (given === '') fail('the server asks for a key: give --key, or the environment variable SHELFMARK_KEY')
  // It is a secret, and not repeated.
  if (!KEY.test(given)) fail('the key has characters that no key has')
  return { server: address.replace(/\/+$/, ''), key: given, webhookUrl: webhook ?? null }
}

function readProcess({ key, webhook, fresh, jobs }: BatchArgs): Worker {
  const foreign = Object.entries({ key, webhook, fresh }).find(([, value]) => value !== undefined && value !== false)
  if (foreign !== undefined) fail(`--${foreign[0]} is for work on a server: give --server as well`)
  const config = requireConfig()
  return { config, jobs: jobs === undefined ? config.batches.fetches : readJobs(jobs) }
}

function readJobs(text: string): number {
  const jobs = Number(text)
  if (!Number.isInteger(jobs) || jobs < 1) fail(`--jobs ${text}: give a whole number from 1`)
  return jobs
}

async function readItems(
  file: string,
  endpoint: BatchEndpoint,
  domain: string | undefined,
): Promise<readonly ListedItem[]> {
  try {
    const bytes = file === STANDARD_INPUT ? await buffer(process.stdin) : await readFile(file)
    return readItemList(file, bytes, { endpoint, domain })
  } catch (error) {
    const isPlain = error instanceof LongBatchError || (error as NodeJS.ErrnoException).code !== undefined
    if (isPlain) return fail((error as Error).message)
    throw error
  }
}
