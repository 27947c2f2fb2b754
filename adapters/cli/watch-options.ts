import { basename } from 'node:path'
import * as v from 'valibot'
import { BATCH_ENDPOINTS, DEFAULT_TERMS, endpointOf, recordOf } from '../../core/contract/index.ts'
import {
  DEFAULT_RECORD,
  MAX_INTERVAL_MS,
  MIN_INTERVAL_MS,
  parseDuration,
  planWatch,
  requireRecord,
  type AnyRecord,
  type WatchTerms,
} from '../../core/index.ts'
import { contractFor } from '../contract.ts'
import { describeJsonMistake } from '../describe-json-mistake.ts'
import { otherDomains } from '../../selectors/index.ts'
import { parseRetrievalRequest } from '../fetch/parse-request.ts'
import type { Config } from '../server/config.ts'
import { fail, orFail, requireConfig, requireInteger, requireKnown } from './exit.ts'
import { isForPeople } from './list/errors.ts'
import { readInput, requireDomain, STANDARD_INPUT } from './read-pages.ts'
import { splitPaths } from './run-diff.ts'
import { toEnvironment } from './server-flags.ts'
import type { ListedItem, WatchPlanned } from './watch/open-watch-file.ts'
import type { WatchArgs } from './watch-arguments.ts'

/** What the command watches. */
export interface WatchOptions extends WatchPlanned {
  /** Name of the watch: that of its list. */
  readonly name: string
  readonly config: Config
  readonly jobs: number
}

const MAX_CONFIRM = 5

/** Arguments that say what is watched. */
type Given = Pick<WatchArgs, '_' | 'every' | 'confirm' | 'domain' | 'source' | 'jobs'> &
  Partial<Pick<WatchArgs, 'endpoint' | 'fields' | 'rules'>>

/** What a command adds to what its arguments say. */
interface Added {
  /** Default: nothing is tracked. */
  readonly track?: unknown
  /** Parameters of items that do not name them. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** Options of the command. Ends it when one is invalid. */
export async function readWatchOptions(args: Given, { track, params }: Added = {}): Promise<WatchOptions> {
  const [list, ...more] = args._
  if (list === undefined || more.length > 0) return fail('Name one list of items, or - for standard input.')
  const everyMs = parseDuration(args.every)
  if (everyMs === null || everyMs < MIN_INTERVAL_MS || everyMs > MAX_INTERVAL_MS) {
    return fail(`Invalid --every "${args.every}". Give a duration from 15m to 30d, such as 6h.`)
  }
  const endpoint = requireKnown('--endpoint', args.endpoint ?? endpointOf(DEFAULT_RECORD.name), BATCH_ENDPOINTS)
  const terms = await requireTerms(requireRecord(recordOf(endpoint)), args, track)
  const config = await requireConfig(toEnvironment({ source: args.source }))
  const jobs = args.jobs === undefined ? config.batches.fetches : requireInteger('jobs', args.jobs, 1)
  const name = list === STANDARD_INPUT ? 'standard input' : basename(list)
  const items = await readItems(list, endpoint, { ...args, params }, config)
  return { name, endpoint, items, terms, contract: contractFor(config.browser !== null), config, jobs }
}

async function requireTerms(definition: AnyRecord, args: Given, given: unknown): Promise<WatchTerms> {
  const confirm = requireInteger('confirm', args.confirm, 1, MAX_CONFIRM)
  const rules = args.rules === undefined ? [] : await readRules(args.rules)
  const fields = splitPaths(args.fields) ?? null
  const planned = planWatch(definition, { fields, rules, confirm, track: given })
  if (!planned.ok) {
    const lines = planned.details.map(({ param, message }) => `  ${param} ${message}`)
    return fail(['Invalid fields, rules or track. Correct these:', ...lines].join('\n'))
  }
  const { track } = planned.plan
  return { ...DEFAULT_TERMS, every: args.every, fields, rules: rules as readonly unknown[], confirm, track }
}

const json = v.pipe(v.string(), v.parseJson())

async function readRules(file: string): Promise<unknown> {
  const text = (await orFail(() => readInput(file))).toString()
  const parsed = v.safeParse(json, text)
  return parsed.success ? parsed.output : fail(`The rules in ${file} must be JSON: ${describeJsonMistake(text)}.`)
}

async function readItems(
  list: string,
  endpoint: (typeof BATCH_ENDPOINTS)[number],
  { domain, params }: Pick<Given, 'domain'> & Pick<Added, 'params'>,
  { browser }: Config,
): Promise<readonly ListedItem[]> {
  if (domain !== undefined) requireDomain(domain)
  const hasBrowser = browser !== null
  const { readItemList } = await import('./list/read-item-list.ts')
  const file = list === STANDARD_INPUT ? null : list
  const listed = await orFail(
    async () => readItemList(file, await readInput(list), { endpoint, domain, hasBrowser, isWatched: true }),
    (error) => isForPeople(error) || 'syscall' in error,
  )
  const items = listed.map(({ line, item: own }): ListedItem => {
    const item = { ...params, ...own }
    const parsed = parseRetrievalRequest(contractFor(hasBrowser, otherDomains), endpoint, { ...item, explain: true })
    if (!parsed.ok) return fail(`Line ${line} of ${list} is not an item of ${endpoint}.`)
    return { key: parsed.params.meaning, item }
  })
  return [...new Map(items.map((item) => [item.key, item])).values()]
}
