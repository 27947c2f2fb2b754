import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { passRun } from '../support/batch-calls.ts'
import {
  assertError,
  assertInvalid,
  BATCH,
  headerOf,
  jsonOf,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

interface Batch {
  readonly id: string
  readonly status: string
  readonly results: readonly {
    readonly input: Readonly<Record<string, unknown>>
    readonly status: string
    readonly error: { readonly error: string; readonly message?: string } | null
    readonly credits_charged: number
  }[]
}

const products = (...queries: readonly string[]) => ({
  endpoint: 'market.product',
  items: queries.map((query) => ({ query })),
})

const retryAfterOf = (answer: Answer): string | null =>
  headerOf(answer, 'Retry-After') ?? headerOf(answer, 'retry-after')

const NO_RUNS = { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_DRAIN_MS: '0' }

async function finish(bench: Bench, key: string, id: string): Promise<Batch> {
  const poll = async () => jsonOf(await bench.call(`${BATCH}/${id}`, { key })) as Batch
  await until(async () => (await poll()).status === 'complete', `the end of the batch ${id}`)
  return poll()
}

test('a workspace whose stored bytes are used up: no more batches, its items fail free of charge, paid requests work', async () => {
  const first = await startBench({ settings: NO_RUNS })
  await passRun(first)
  const [full, other] = [await first.createCaller(), await first.createCaller()]
  const { id } = jsonOf(await first.createBatch(full.key, products('B0SHLFX301', 'B0SHLFX302'))) as Batch
  await first.stop()
  const file = new DatabaseSync(join(first.folder, 'shelfmark.sqlite'))
  file.exec(`UPDATE storage SET bytes = 40000000000 WHERE workspace_id = '${full.workspace}'`)
  file.close()

  const bench = await startBench({ folder: first.folder, settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  const refused = await bench.createBatch(full.key, products('B0SHLFX303'))
  assert.deepEqual([refused.status, retryAfterOf(refused)], [429, '3600'])
  const { error, message } = jsonOf(refused) as { error: string; message: string }
  assert.equal(error, 'quota_exceeded')
  assert.match(
    message,
    /^The workspace stores 40,000,[\d,]+ of 40,000,000,000 bytes of batches\. It has room again when/,
  )
  const { results } = await finish(bench, full.key, id)
  assert.deepEqual(
    results.map((one) => [one.status, one.error?.error, one.credits_charged]),
    [0, 1].map(() => ['error', 'quota_exceeded', 0]),
  )
  assert.deepEqual(await bench.readUsage(full.workspace), [])
  assert.equal((await bench.product('B0SHLFX301', full.key)).status, 200)
  assert.equal((await bench.createBatch(other.key, products('B0SHLFX303'))).status, 201)
  // A sandbox key of the same workspace has a quota of its own.
  const { fullKey } = await bench.createKey(full.workspace, 'test')
  assert.equal((await bench.createBatch(fullKey, products('B0SHLFX303'))).status, 201)
  await bench.close()
})

test('below the floor of free disk: 503 for batches, items wait, paid requests work', async () => {
  const first = await startBench({ settings: NO_RUNS })
  await passRun(first)
  const { key } = await first.createCaller()
  const named = { 'Idempotency-Key': 'first' }
  const created = await first.createBatch(key, products('B0SHLFX301'), named)
  const { id } = jsonOf(created) as Batch
  await first.stop()
  const settings = { SHELFMARK_BATCH_INTERVAL_MS: '200', SHELFMARK_BATCH_DISK_FLOOR_MB: '1000000000' }
  const bench = await startBench({ folder: first.folder, settings })
  const refused = await bench.createBatch(key, products('B0SHLFX302'))
  assertError(refused, 503, { error: 'unavailable' })
  assert.equal(retryAfterOf(refused), '60')
  const again = await bench.createBatch(key, products('B0SHLFX301'), named)
  assert.equal(again.status, 201)
  assert.deepEqual(jsonOf(again), jsonOf(created))
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
  assert.equal((jsonOf(await bench.call(`${BATCH}/${id}`, { key })) as Batch).status, 'pending')
  await bench.stop()
  const later = await startBench({ folder: first.folder, settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  const { results } = await finish(later, key, id)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['ok'],
  )
  await later.close()
})

test('an item keeps its known members and its reference; other members and null are dropped', async () => {
  const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  const { key } = await bench.createCaller()
  const item = { query: 'b0shlfx301', domain: 'de', language: null, reference: 'Größe 7', junk: 'x'.repeat(1000) }
  const created = await bench.createBatch(key, { endpoint: 'market.product', items: [item] })
  assert.equal(created.status, 201, created.bytes.toString())
  const { results } = await finish(bench, key, (jsonOf(created) as Batch).id)
  assert.deepEqual(results[0]?.input, { query: 'b0shlfx301', domain: 'de', reference: 'Größe 7' })
  for (const reference of [7, {}, 'x'.repeat(201), '\uD800']) {
    const body = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301', reference }] }
    assertInvalid(await bench.createBatch(key, body), ['items[0].reference'])
  }
  await bench.close()
})
