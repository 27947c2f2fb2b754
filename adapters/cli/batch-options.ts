import type { BatchArgs } from './batch-arguments.ts'
import { BATCH_ENDPOINTS, endpointOf, type BatchEndpoint } from '../../core/contract/index.ts'
import { DEFAULT_RECORD } from '../../core/index.ts'
import type { Config } from '../server/config.ts'
import { fail, orFail, requireConfig, requireInteger, requireKnown } from './exit.ts'
import { jsonLines } from '../pages/table/formats.ts'
import type { ResultFormat } from '../pages/table/result-format.ts'
import { readFormat } from './open-results.ts'
import { isForPeople } from './list/errors.ts'
import type { ListedItem } from './list/parse-list.ts'
import type { ItemListOptions } from './list/read-item-list.ts'
import { requireServer } from './require-server.ts'
import { toEnvironment } from './server-flags.ts'
import { readInput, requireDomain, STANDARD_INPUT } from './read-pages.ts'

/** What does the work: a server, or this process. */
type Worker =
  | { readonly server: string; readonly key: string; readonly webhookUrl: string | null }
  | { readonly config: Config; readonly jobs: number }

export interface BatchOptions {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ListedItem[]
  /** File of the results as JSON lines. Absent: undefined, they are printed. */
  readonly out: string | undefined
  /** File that is made of all results at the end. Absent: undefined. */
  readonly table: { readonly format: ResultFormat; readonly path: string } | undefined
  /** Format of results that are printed. Default: JSON lines. */
  readonly format: ResultFormat
  readonly isFresh: boolean
  readonly worker: Worker
}

/** Options of the command. Ends it when one is invalid. */
export async function readBatchOptions(args: BatchArgs): Promise<BatchOptions> {
  const [file, ...more] = args._
  if (file === undefined || more.length > 0) fail('Name one list of items, or - for standard input.')
  for (const name of ['endpoint', 'domain', 'out', 'format', 'server', 'key', 'source', 'webhook', 'jobs'] as const) {
    if (args[name] === '') fail(`The value of --${name} is missing.`)
  }
  const { domain, out, fresh: isFresh } = args
  if (domain !== undefined) requireDomain(domain)
  const endpoint = requireKnown('--endpoint', args.endpoint ?? endpointOf(DEFAULT_RECORD.name), BATCH_ENDPOINTS)
  const worker = args.server === undefined ? await readProcess(args) : readServer(args.server, args)
  // A server says itself whether it has a browser.
  const hasBrowser = 'server' in worker || worker.config.browser !== null
  const items = await readItems(file, { endpoint, domain, hasBrowser })
  return { endpoint, items, ...readOutput(readFormat(args.format, out) ?? jsonLines, out), isFresh, worker }
}

/** A run is continued from JSON lines. Another format is made of them when all results are there. */
function readOutput(format: ResultFormat, out: string | undefined): Pick<BatchOptions, 'format' | 'out' | 'table'> {
  if (out === undefined || format === jsonLines) return { format, out, table: undefined }
  return { format, out: `${out}.${jsonLines.name}`, table: { format, path: out } }
}

function readServer(address: string, { key, webhook, source, jobs }: BatchArgs): Worker {
  for (const [name, value] of Object.entries({ source, jobs })) {
    if (value !== undefined) fail(`--${name} has no effect with --server. The setting of the server decides.`)
  }
  return { ...requireServer({ server: address, key }), webhookUrl: webhook ?? null }
}

async function readProcess({ key, webhook, fresh, source, jobs }: BatchArgs): Promise<Worker> {
  const useless = Object.entries({ key, webhook, fresh }).find(([, value]) => value !== undefined && value !== false)
  if (useless !== undefined) fail(`--${useless[0]} has no effect without --server.`)
  const config = await requireConfig(toEnvironment({ source }))
  return { config, jobs: jobs === undefined ? config.batches.fetches : requireInteger('jobs', jobs, 1) }
}

async function readItems(file: string, options: ItemListOptions): Promise<readonly ListedItem[]> {
  const { readItemList } = await import('./list/read-item-list.ts')
  const name = file === STANDARD_INPUT ? null : file
  return await orFail(async () => readItemList(name, await readInput(file), options), isForPeople)
}
