import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { batchSchema, MAX_BATCH_ITEMS } from '../../core/contract/index.ts'
import { isEnded } from '../../core/policy/index.ts'
import { BATCH_PATH, createServerBatch } from './create-server-batch.ts'
import { LongBatchError, ServerRefusal } from './long-batch-error.ts'
import { isItemResult, placeResult, type ItemResult } from './placed-result.ts'
import { fromRanges } from './run-state.ts'
import type { ServerClient } from './server-client.ts'
import type { ServerRun } from './server-run.ts'
import { workOnAll } from './work-on-all.ts'

/** Items that are one batch of the service. */
interface Chunk {
  /** In the list. Order: rising. */
  readonly places: readonly number[]
  /** Absent: null, it is yet to be created. */
  readonly batchId: string | null
}

const CHUNKS_AT_A_TIME = 2

/** Results asked for at a time: as text, 10 pages of real weight are as much as the records of 1,000. */
const RESULTS = 250
const RESULTS_WITH_HTML = 10

/** Pauses between polls: short ones while results come. Unit: ms. */
const FIRST_PAUSE_MS = 1000
const LIVELY_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 10_000

/** Has all items worked on that have no result. Rejects: as `ServerClient` does, and as `Results.add` throws. */
export async function runOnServer(work: ServerRun, signal: AbortSignal): Promise<void> {
  await workOnAll(findChunks(work), CHUNKS_AT_A_TIME, (chunk, end) => finishChunk(chunk, work, end), signal)
}

/** Batches that are under way come first. A chunk is a thousand items of the list, those left of them. */
function findChunks({ run: { state, results }, items }: ServerRun): readonly Chunk[] {
  const created = state.batches.map(({ id, items: ranges }) => ({ batchId: id, places: fromRanges(ranges) }))
  const taken = new Set(created.flatMap(({ places }) => places))
  const left = new Map<number, number[]>()
  for (const place of items.keys()) {
    if (taken.has(place) || results.has(place)) continue
    const number = Math.floor(place / MAX_BATCH_ITEMS)
    const places = left.get(number) ?? []
    places.push(place)
    left.set(number, places)
  }
  const unfinished = created.filter(({ places }) => !places.every((place) => results.has(place)))
  return [...unfinished, ...[...left.values()].map((places) => ({ batchId: null, places }))]
}

async function finishChunk({ places, batchId }: Chunk, work: ServerRun, signal: AbortSignal): Promise<void> {
  await follow(batchId ?? (await createServerBatch(places, work, signal)), places, work, signal)
}

const polledSchema = v.looseObject({
  status: batchSchema.entries.status,
  processed_count: v.number(),
  results: v.array(v.unknown()),
})

type PolledBatch = v.InferInput<typeof polledSchema>

/** Fetches each result once: those that came stand before those that come. */
async function follow(id: string, places: readonly number[], work: ServerRun, signal: AbortSignal): Promise<void> {
  const { results } = work.run
  const limit = places.some((place) => 'add_html' in (work.items[place]?.item ?? {})) ? RESULTS_WITH_HTML : RESULTS
  const countDone = () => places.filter((place) => results.has(place)).length
  let offset = countDone()
  // Somebody may have taken lines out of the file: then all are fetched, once more.
  let isSecondTime = offset === 0
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    const batch = await poll(id, `offset=${offset}&limit=${limit}`, work.client, signal)
    const fresh = batch.results.map((result) => requireResult(result, places))
    results.add(fresh.map(([result, place]) => placeResult(result, place)))
    work.onResults()
    offset += fresh.length
    if (countDone() === places.length) return
    if (fresh.length > 0 && offset < batch.processed_count) continue
    if (isEnded(batch)) {
      if (isSecondTime) throw lostError(id, `has only ${offset} of ${places.length} results of it`)
      isSecondTime = true
      offset = 0
      continue
    }
    await sleep(pauseMs, undefined, { signal })
    pauseMs = fresh.length > 0 ? LIVELY_PAUSE_MS : Math.min(1.5 * pauseMs, LONGEST_PAUSE_MS)
  }
}

async function poll(id: string, range: string, client: ServerClient, signal: AbortSignal): Promise<PolledBatch> {
  const path = `${BATCH_PATH}/${encodeURIComponent(id)}?${range}`
  try {
    const { body } = await client.call({ method: 'GET', path }, signal)
    if (v.is(polledSchema, body)) return body
    throw new LongBatchError(`the server's answer is no batch: ${id}`)
  } catch (error) {
    if (error instanceof ServerRefusal && error.code === 'not_found') throw lostError(id, 'does not know it')
    throw error
  }
}

/** A result and the place of its item in the list. */
function requireResult(result: unknown, places: readonly number[]): [ItemResult, number] {
  const place = isItemResult(result) ? places[result.index] : undefined
  if (!isItemResult(result) || place === undefined) throw new LongBatchError("the server's answer has a strange result")
  return [result, place]
}

/** Nobody is charged twice without having said so. */
function lostError(id: string, loss: string): LongBatchError {
  return new LongBatchError(
    `batch ${id} can't be finished: the server ${loss}. Was it created there, by the workspace of this key, less than ` +
      'a week ago? To have its items done, and charged, anew, remove it from the file that ends in .state.json',
  )
}
