import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_BATCH_ITEMS } from '../../../core/contract/index.ts'
import { isEnded } from '../../../core/policy/index.ts'
import {
  isServiceError,
  ServiceError,
  type Batch,
  type BatchRequest,
  type Client,
  type GetBatchOptions,
} from '../../client/index.ts'
import { ListError } from './errors.ts'
import type { ListedItem } from './parse-list.ts'
import { isServerResult, toListedResult, type ServerResult } from './results.ts'
import { fromRanges, toRanges, type ListJob } from './list-job.ts'
import { waitForRoom } from './server-client.ts'
import { workOnAll } from './work-on-all.ts'

/** The work on a list by a server. */
export interface ServerRun {
  readonly run: ListJob
  readonly items: readonly ListedItem[]
  readonly client: Client
  /** URL that each ended batch is posted to. Absent: null, there are no webhooks. */
  readonly webhookUrl: string | null
  /** Prints a message for a person: secrets of webhooks, batches that existed before. */
  readonly say: (message: string) => void
  /** Called when results were added. */
  readonly onResults: () => void
}

const CONCURRENT_BATCHES = 2

/** Results of one poll. 10 results with pages have as many characters as 1,000 results without them. */
const RESULTS = 250
/** Of items whose records have the page, or an explanation, in them. */
const LARGE_RESULTS = 10

/** Pauses between polls of a batch: short ones while results arrive. */
const FIRST_PAUSE_MS = 1000
const PAUSE_AFTER_RESULTS_MS = 2000
const LONGEST_PAUSE_MS = 10_000

/** Has the server process all items that have no result. Rejects: as `Client` does, and as `Results.add` throws. */
export async function runOnServer(work: ServerRun, signal: AbortSignal): Promise<void> {
  await workOnAll(findParts(work), CONCURRENT_BATCHES, (part, end) => finishPart(part, work, end), signal)
}

/** Items of a list that are one batch of the service. */
interface ListPart {
  /** Indexes of the items in the list. Order: rising. */
  readonly indexes: readonly number[]
  /** Absent: null, the batch is not created yet. */
  readonly batchId: string | null
}

/** Unfinished batches first. The other items without a result are divided at every thousandth item of the list. */
function findParts({ run: { state, results }, items }: ServerRun): readonly ListPart[] {
  const created = state.batches.map(({ id, items: ranges }) => ({ batchId: id, indexes: fromRanges(ranges) }))
  const inBatches = new Set(created.flatMap(({ indexes }) => indexes))
  const others = new Map<number, number[]>()
  for (const index of items.keys()) {
    if (inBatches.has(index) || results.has(index)) continue
    const number = Math.floor(index / MAX_BATCH_ITEMS)
    const indexes = others.get(number) ?? []
    indexes.push(index)
    others.set(number, indexes)
  }
  const unfinished = created.filter(({ indexes }) => !indexes.every((index) => results.has(index)))
  return [...unfinished, ...[...others.values()].map((indexes) => ({ batchId: null, indexes }))]
}

async function finishPart({ indexes, batchId }: ListPart, work: ServerRun, signal: AbortSignal): Promise<void> {
  await fetchResults(batchId ?? (await findOrCreate(indexes, work, signal)), indexes, work, signal)
}

interface PostedBatch {
  readonly id: string
  readonly secret: string
  /** False: an earlier request created it. */
  readonly isNew: boolean
}

/** Creates a batch, or finds the one that was created from the same items before. Gives its id. */
async function findOrCreate(indexes: readonly number[], work: ServerRun, signal: AbortSignal): Promise<string> {
  const { run, webhookUrl, say } = work
  const { id, secret, isNew } = await postBatch(indexes, work, signal)
  if (!isNew) say(`Batch ${id} already exists for the same items. Its results are used. --fresh creates a new batch.`)
  // Printed before anything can fail: the server shows the secret for a day only.
  if (webhookUrl !== null) say(`Batch ${id}: the secret of its webhook is ${secret}`)
  run.remember({ id, items: toRanges(indexes) })
  return id
}

/** Servers of version 0.2 answer a replay with 200, and without `Svc-Replayed`. */
const CREATED = 201

async function postBatch(indexes: readonly number[], work: ServerRun, signal: AbortSignal): Promise<PostedBatch> {
  const { endpoint, salt } = work.run.state
  const listed = indexes.flatMap((index) => work.items[index] ?? [])
  const items = listed.map(({ item }) => item)
  // The names in it stay: the same items must give the same key in every version.
  const digested = JSON.stringify({ endpoint, places: toRanges(indexes), items, salt })
  const digest = createHash('sha256').update(digested).digest('base64url')
  const checked = items as readonly object[] as BatchRequest['items']
  const request = { endpoint, items: checked, webhook_url: work.webhookUrl ?? undefined }
  const create = () => work.client.batch.create(request, { signal, idempotencyKey: `shelfmark-${digest}` })
  try {
    const { data, meta } = await waitForRoom(create, signal)
    if (typeof data.id !== 'string') {
      throw new ListError('Invalid answer of the server: it created a batch, and the answer has no id.')
    }
    return { id: data.id, secret: data.webhook_signature_secret, isNew: meta.status === CREATED && !meta.replayed }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // The server names items by their index in the batch, a person knows them by their line in the list.
    const message = error.message.replace(ITEM, (_, index: string) => `line ${listed[Number(index)]?.line ?? '?'}: `)
    const hint = error.code === 'idempotency_conflict' ? OTHER_WEBHOOK : ''
    throw new ListError(message + hint, { cause: error })
  }
}

const ITEM = /\bitems\[(\d+)\]\.?/g
const OTHER_WEBHOOK =
  ' The same items were sent within the last 24 hours with another --webhook. Give that --webhook, or --fresh.'

/** Fetches each result of a batch once, until all are there: a server adds new results after those it has. */
async function fetchResults(
  id: string,
  indexes: readonly number[],
  work: ServerRun,
  signal: AbortSignal,
): Promise<void> {
  const { results } = work.run
  const isLarge = indexes.some((index) => {
    const item = work.items[index]?.item ?? {}
    return 'add_html' in item || 'explain' in item || 'screenshot' in item
  })
  const limit = isLarge ? LARGE_RESULTS : RESULTS
  const countDone = () => indexes.filter((index) => results.has(index)).length
  let offset = countDone()
  // Lines may have been removed from the file. Then all results are fetched once more.
  let isFromStart = offset === 0
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    const batch = await poll(id, { offset, limit, signal }, work.client)
    const fresh = batch.results.map((result) => requireResult(result, indexes))
    results.add(fresh.map(([result, index]) => toListedResult(result, index, work.items[index]?.item ?? {})))
    work.onResults()
    offset += fresh.length
    if (countDone() === indexes.length) return
    if (fresh.length > 0 && offset < batch.processed_count) continue
    if (isEnded(batch)) {
      if (isFromStart) throw lossOf(id, `has only ${offset} of its ${indexes.length} results`)
      isFromStart = true
      offset = 0
      continue
    }
    await sleep(pauseMs, undefined, { signal })
    pauseMs = fresh.length > 0 ? PAUSE_AFTER_RESULTS_MS : Math.min(1.5 * pauseMs, LONGEST_PAUSE_MS)
  }
}

async function poll(
  id: string,
  options: GetBatchOptions & { readonly signal: AbortSignal },
  client: Client,
): Promise<Batch> {
  try {
    const { data } = await waitForRoom(() => client.batch.get(id, options), options.signal)
    if (Array.isArray(data.results)) return data
    throw new ListError(`Invalid answer of the server: it is not the batch ${id}.`)
  } catch (error) {
    if (isServiceError(error, 'not_found')) throw lossOf(id, 'does not know it')
    throw error
  }
}

/** A result, with the index of its item in the list. */
function requireResult(result: unknown, indexes: readonly number[]): [ServerResult, number] {
  const index = isServerResult(result) ? indexes[result.index] : undefined
  if (isServerResult(result) && index !== undefined) return [result, index]
  throw new ListError('Invalid answer of the server: a result is not that of an item of the batch.')
}

/** Lost items are not sent again, because that would charge them twice. */
function lossOf(id: string, loss: string): ListError {
  return new ListError(
    `Can't finish batch ${id}: the server ${loss}. Check that it was created on this server, by the workspace of ` +
      'this key, within the last 7 days. To have its items done and charged again, remove the batch from the file ' +
      'that ends in .state.json.',
  )
}
