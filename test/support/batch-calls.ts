import assert from 'node:assert/strict'
import { BATCH, jsonOf, type Bench } from './service-bench.ts'
import { until } from './wait.ts'

export interface BatchResult {
  readonly index: number
  readonly input: Readonly<Record<string, unknown>>
  readonly status: string
  readonly http_status: number
  readonly data: Readonly<Record<string, unknown>> | null
  readonly error: Readonly<Record<string, unknown>> | null
  readonly duration_ms: number
  readonly credits_charged: number
  readonly fetched_at: string | null
}

export interface BatchRecord extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly status: string
  readonly poll_url: string
  readonly webhook_signature_secret: string
  readonly results: readonly BatchResult[]
}

export const PRODUCT_ITEM = { query: 'B0SHLFX301', domain: 'de' }

/** The body of a batch of products. */
export const products = (...queries: string[]) => ({
  endpoint: 'market.product',
  items: queries.map((query) => ({ query, domain: 'com' })),
})

/** Credits that a workspace was charged. */
export const creditsOf = async (workspace: string, bench: Bench): Promise<number> =>
  (await bench.readUsage(workspace)).reduce((sum, { credits }) => sum + credits, 0)

/** Calls for batches. Each can be given another service and key. */
export function batchCalls(bench: Bench, key: string) {
  const create = async (body: unknown, of = bench, ofKey = key): Promise<BatchRecord> => {
    const answer = await of.createBatch(ofKey, body)
    assert.equal(answer.status, 201, answer.bytes.toString())
    return jsonOf(answer) as BatchRecord
  }
  const poll = async (id: string, rest = '', of = bench, ofKey = key): Promise<BatchRecord> => {
    const answer = await of.call(`${BATCH}/${id}${rest}`, { key: ofKey })
    assert.equal(answer.status, 200, answer.bytes.toString())
    return jsonOf(answer) as BatchRecord
  }
  /** Polls until a batch has ended. */
  const finish = async (id: string, of = bench, ofKey = key): Promise<BatchRecord> => {
    let ended: BatchRecord | null = null
    const hasEnded = async (rest: string): Promise<boolean> => {
      const answer = await of.call(`${BATCH}/${id}${rest}`, { key: ofKey })
      // Polls of a slow batch can be more than the key's rate allows.
      if (answer.status === 429) return false
      ended = jsonOf(answer) as BatchRecord
      return ended.status === 'complete' || ended.status === 'failed'
    }
    await until(() => hasEnded('?limit=0'), `the end of the batch ${id}`)
    await until(() => hasEnded(''), `the results of the batch ${id}`)
    return ended ?? assert.fail('there is no answer')
  }
  return { create, poll, finish }
}

/** Lets a run with items pass. With an interval of an hour, no batch of a live key begins after it: items that come after a run without items begin at once. */
export async function passRun(bench: Bench): Promise<void> {
  const { key } = await bench.createCaller()
  const { create, finish } = batchCalls(bench, key)
  await finish((await create(products('B0SHLFX300'))).id)
}
