import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { LongBatchError, ServerRefusal } from './long-batch-error.ts'
import { toRanges } from './run-state.ts'
import type { ServerRun } from './server-run.ts'

export const BATCH_PATH = '/api/v1/market/batch'

const createdSchema = v.object({ id: v.string(), webhook_signature_secret: v.optional(v.string()) })

/**
 * Creates a batch of items, or gets the one that was created of the same items before. Gives its id.
 *
 * @param places Of the items in the list. Order: rising.
 */
export async function createServerBatch(
  places: readonly number[],
  work: ServerRun,
  signal: AbortSignal,
): Promise<string> {
  const { run, webhookUrl, say } = work
  const { id, webhook_signature_secret: secret } = await post(places, work, signal)
  const isNew = secret !== undefined
  if (!isNew) say(`batch ${id} was created before, of the same items: its results are taken; --fresh creates another`)
  // Said before anything else can go wrong: the server does not show it again.
  else if (webhookUrl !== null) say(`batch ${id}: its webhook is signed with ${secret}`)
  run.remember({ id, items: toRanges(places) })
  return id
}

async function post(
  places: readonly number[],
  work: ServerRun,
  signal: AbortSignal,
): Promise<v.InferOutput<typeof createdSchema>> {
  const { endpoint, salt } = work.run.state
  const listed = places.flatMap((place) => work.items[place] ?? [])
  const items = listed.map(({ item }) => item)
  const digested = JSON.stringify({ endpoint, places: toRanges(places), items, salt })
  const digest = createHash('sha256').update(digested).digest('base64url')
  const body = JSON.stringify({
    endpoint,
    items,
    ...(work.webhookUrl === null ? {} : { webhook_url: work.webhookUrl }),
  })
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `shelfmark-${digest}` }
  try {
    const answer = await work.client.call({ method: 'POST', path: BATCH_PATH, headers, body }, signal)
    if (v.is(createdSchema, answer.body)) return answer.body
    throw new LongBatchError('the server created a batch without an id')
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error
    // Items are numbered otherwise in the list than in the batch.
    const message = error.message.replace(ITEM, (_, index: string) => `line ${listed[Number(index)]?.line ?? '?'}: `)
    const hint = error.code === 'idempotency_conflict' ? SENT_BEFORE : ''
    throw new LongBatchError(message + hint, { cause: error })
  }
}

const ITEM = /\bitems\[(\d+)\]\.?/g
const SENT_BEFORE = ' The same items were sent within a day, with another --webhook: send that one, or give --fresh.'
