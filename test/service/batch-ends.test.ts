import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchCalls, creditsOf, passRun, products, type BatchRecord } from '../support/batch-calls.ts'
import { assertError, BATCH, jsonOf, startBench, type Answer } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const DAY_MS = 86_400_000

const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
after(() => bench.close())
const { key } = await bench.createCaller()
const { create, poll, finish } = batchCalls(bench, key)

test('cancel: open items are aborted, results stay, running items are not charged', async () => {
  const other = await bench.createCaller()
  const { id } = await create(
    products('B0SHLFX301', 'B0SLOW2000', ...Array<string>(300).fill('B0SHLFX303')),
    bench,
    other.key,
  )
  await until(async () => (await poll(id, '?limit=0', bench, other.key))['processed_count'] !== 0, 'a result')
  const answer = await bench.call(`${BATCH}/${id}`, { key: other.key, method: 'DELETE' })
  assert.equal(answer.status, 200)
  const canceled = jsonOf(answer) as BatchRecord
  const { status, processed_count: processed, credits_charged: credits, completed_at: completedAt } = canceled
  assert.deepEqual([status, processed], ['failed', 302])
  assert.ok(typeof completedAt === 'string')
  const aborted = canceled.results.filter(({ error }) => error?.['error'] === 'batch_aborted')
  assert.ok(aborted.length > 0 && aborted.length < 302)
  assert.deepEqual(
    [aborted[0]?.status, aborted[0]?.data, aborted[0]?.credits_charged, Object.keys(aborted[0]?.error ?? {})],
    ['error', null, 0, ['error']],
  )
  assert.equal(new Set(canceled.results.map(({ index }) => index)).size, 302)
  await sleep(2500)
  assert.deepEqual(await poll(id, '', bench, other.key), canceled)
  assert.equal(await creditsOf(other.workspace, bench), credits)
  const again = await bench.call(`${BATCH}/${id}`, { key: other.key, method: 'DELETE' })
  assert.deepEqual(jsonOf(again), canceled)
})

test('cancel of a complete batch has no effect', async () => {
  const { id } = await create(products('B0SHLFX301'))
  const complete = await finish(id)
  const answer = await bench.call(`${BATCH}/${id}`, { key, method: 'DELETE' })
  assert.deepEqual([answer.status, jsonOf(answer)], [200, complete])
})

test('a restart resumes: every item has one result, and is charged once', async () => {
  // Eight runs: the service ends long before the last of them.
  const settings = { SHELFMARK_BATCH_INTERVAL_MS: '500', SHELFMARK_BATCH_ITEMS: '20' }
  const first = await startBench({ settings: { ...settings, SHELFMARK_DRAIN_MS: '0' } })
  const own = await first.createCaller()
  const queries = Array.from({ length: 150 }, (_, index) => `B0SHLFX${String(300 + index)}`)
  const { id } = await create(products(...queries), first, own.key)
  const countDone = async () => Number((await poll(id, '?limit=0', first, own.key))['processed_count'])
  await until(async () => (await countDone()) >= 10, '10 results')
  await first.stop()
  const second = await startBench({ folder: first.folder, settings })
  const before = await poll(id, '?limit=0', second, own.key)
  assert.equal(before.status, 'running')
  const { results, status, credits_charged: credits } = await finish(id, second, own.key)
  assert.deepEqual([status, results.length, credits], ['complete', 150, 750])
  assert.equal(new Set(results.map(({ index }) => index)).size, 150)
  assert.equal(await creditsOf(own.workspace, second), 750)
  await second.close()
})

test('a batch older than a day is stopped; results are kept for 7 days, the record longer', async () => {
  let offset = 0
  const later = await startBench({
    epochMs: () => Date.now() + offset,
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_DRAIN_MS: '0' },
  })
  const own = await later.createCaller()
  await passRun(later)
  const { id } = await create(products('B0SHLFX301', 'B0SHLFX302'), later, own.key)
  assert.equal((await poll(id, '', later, own.key)).status, 'pending')
  await later.stop()
  offset = DAY_MS + 1
  const again = await startBench({
    folder: later.folder,
    epochMs: () => Date.now() + offset,
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' },
  })
  const { status, results } = await finish(id, again, own.key)
  assert.deepEqual([status, results.length], ['failed', 2])
  assert.deepEqual(new Set(results.map(({ error }) => error?.['error'])), new Set(['batch_aborted']))
  await again.stop()
  offset = 8 * DAY_MS + 2
  const last = await startBench({
    folder: later.folder,
    epochMs: () => Date.now() + offset,
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' },
  })
  const askResults = () => last.call(`${BATCH}/${id}`, { key: own.key })
  await until(async () => (await askResults()).status === 410, 'the results are removed')
  assertError(await askResults(), 410, { error: 'results_expired' })
  const canceled = await last.call(`${BATCH}/${id}`, { key: own.key, method: 'DELETE' })
  assertError(canceled, 410, { error: 'results_expired' })
  const record = await poll(id, '?limit=0', last, own.key)
  assert.deepEqual(
    [record.status, record.results, record['total_count'], record['failure_count']],
    ['failed', [], 2, 2],
  )
  await last.close()
})

test('revoking a key says how many of its batches run, and cancels them if asked', async () => {
  const epochMs = (): number => Date.UTC(2030, 0)
  const own = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' }, epochMs })
  const { workspace, key, keyId } = await own.createCaller()
  const other = await own.createKey(workspace)
  await passRun(own)
  const created = [
    await own.createBatch(key, products('B0SHLFX301')),
    await own.createBatch(key, products('B0SHLFX302')),
  ]
  const kept = await own.createBatch(other.fullKey, products('B0SHLFX301'))
  const statusOf = async (answer: Answer): Promise<string> => {
    const { id } = jsonOf(answer) as { id: string }
    return (jsonOf(await own.call(`${BATCH}/${id}`, { key: other.fullKey })) as { status: string }).status
  }
  const revoke = (input: object): Promise<object> => own.administrate('keys.revoke', { key: keyId, ...input })
  const first = (await revoke({})) as { runningBatches: number; cancelledBatches: number }
  assert.deepEqual([first.runningBatches, first.cancelledBatches], [2, 0])
  assert.notEqual(await statusOf(created[0] as Answer), 'failed')
  const second = (await revoke({ cancelBatches: true })) as typeof first
  assert.deepEqual([second.runningBatches, second.cancelledBatches], [0, 2])
  for (const answer of created) assert.equal(await statusOf(answer), 'failed')
  assert.notEqual(await statusOf(kept), 'failed')
  // On the clock of the service, as everything else.
  const { id } = jsonOf(created[0] as Answer) as BatchRecord
  const canceled = jsonOf(await own.call(`${BATCH}/${id}`, { key: other.fullKey })) as { completed_at: string }
  assert.equal(canceled.completed_at, '2030-01-01T00:00:00.000Z')
  await own.close()
})
