import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchCalls, creditsOf, products } from '../support/batch-calls.ts'
import { assertError, BATCH, headerOf, startBench, type Bench } from '../support/service-bench.ts'

const DAY_MS = 86_400_000
const RUN_AGE = /^shelfmark_batch_run_age_seconds\{kind="live"\} (-?[\d.e+-]+)$/m
const WIDE_SANDBOX = { plan: 'custom', overrides: { concurrency: 1000, sustainedPerSecond: 500 } }

const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
after(() => bench.close())
const { key } = await bench.createCaller()
const { create, poll, finish } = batchCalls(bench, key)

test('a run takes at most the configured number of items, shared fairly by the batches', async () => {
  const INTERVAL_MS = 500
  const ITEMS = 6
  const paced = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: String(INTERVAL_MS), SHELFMARK_BATCH_ITEMS: String(ITEMS) },
  })
  const own = await paced.createCaller()
  const start = Date.now()
  /** The first run can be late, and the next at its time. */
  const mostRuns = (): number => Math.floor((Date.now() - start) / INTERVAL_MS) + 2
  const large = await create(products(...Array<string>(40).fill('B0SHLFX301')), paced, own.key)
  const small = await create(products('B0SHLFX302'), paced, own.key)
  const counts = new Set<number>()
  for (let status: unknown = ''; status !== 'complete';) {
    const record = await poll(large.id, '?limit=0', paced, own.key)
    const done = Number(record['processed_count'])
    assert.ok(done <= mostRuns() * ITEMS, `${done} were done at once`)
    counts.add(done)
    status = record.status
    await sleep(20)
  }
  // 40 and 1, 6 at a time: 7 runs, however slow the machine is.
  assert.ok(mostRuns() >= 7)
  assert.ok(counts.size > 2)
  const [last, first] = await Promise.all([large, small].map(({ id }) => poll(id, '?limit=0', paced, own.key)))
  assert.ok(String(first?.['completed_at']) < String(last?.['completed_at']), 'the small one waited for the large one')
  await paced.close()
})

test('another interval after a restart, and a clock that was days ahead, stop no batch', async () => {
  let aheadMs = 0
  const epochMs = () => Date.now() + aheadMs
  const countRuns = (of: Bench) => of.callAdmin('/metrics').then(({ bytes }) => RUN_AGE.exec(bytes.toString())?.[1])
  const first = await startBench({ epochMs, settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  const own = await first.createCaller()
  aheadMs = 2 * DAY_MS
  const { id } = await create(products('B0SHLFX301'), first, own.key)
  assert.equal((await finish(id, first, own.key)).status, 'complete')
  assert.ok(Number(await countRuns(first)) < 3600)
  aheadMs = 0
  // The time of the last run is now days ahead, and so are the limits of the key.
  const { id: later } = await create(products('B0SHLFX301'), first, own.key)
  assert.equal((await finish(later, first, own.key)).status, 'complete')
  await first.stop()
  const second = await startBench({ folder: first.folder, settings: { SHELFMARK_BATCH_INTERVAL_MS: '400' } })
  const { id: last } = await create(products('B0SHLFX301'), second, own.key)
  assert.equal((await finish(last, second, own.key)).status, 'complete')
  await second.close()
})

test('two full batches on Free are accepted, and a batch of another workspace does not wait for them', async () => {
  const paced = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '1000', SHELFMARK_BATCH_ITEMS: '4' } })
  const [many, other] = [await paced.createCaller({ plan: 'free' }), await paced.createCaller({ plan: 'free' })]
  const full = products(...Array<string>(1000).fill('B0SHLFX301'))
  const large = [await create(full, paced, many.key), await create(full, paced, many.key)]
  const { id } = await create(products('B0SHLFX301', 'B0SHLFX302'), paced, other.key)
  assert.equal((await finish(id, paced, other.key)).status, 'complete')
  for (const { id: one } of large) assert.notEqual((await poll(one, '?limit=0', paced, many.key)).status, 'complete')
  await paced.close()
})

test('sandbox keys have 1,000 items without a result: more get 429 quota_exceeded; live ones do not count', async () => {
  // An item a run, so that the first batch does not end before the second is refused.
  const slow = await startBench({ settings: { SHELFMARK_BATCH_ITEMS: '1', SHELFMARK_DRAIN_MS: '0' } })
  const own = await slow.createCaller({ plan: 'free' })
  const { fullKey } = await slow.createKey(own.workspace, 'test')
  const full = products(...Array<string>(1000).fill('B0SHLFX301'))
  await create(full, slow, own.key)
  const { id } = await create(full, slow, fullKey)
  const refused = await slow.createBatch(fullKey, full)
  const message =
    'The sandbox keys of a workspace can have 1000 items of batches without a result, and would have more. Retry after 5 s, when more of them have one.'
  assertError(refused, 429, { error: 'quota_exceeded', message })
  assert.equal(headerOf(refused, 'Retry-After') ?? headerOf(refused, 'retry-after'), '5')
  assert.equal((await slow.call(`${BATCH}/${id}`, { key: fullKey, method: 'DELETE' })).status, 200)
  await create(full, slow, fullKey)
  await slow.close()
})

test('a sandbox batch starts at once, also right after another, and a live one after a run without items', async () => {
  const slow = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' } })
  const sandbox = await slow.createCaller(WIDE_SANDBOX, 'test')
  for (let count = 0; count < 2; count++) {
    const { id } = await create(products('B0SHLFX301', 'B0SHLFX302'), slow, sandbox.key)
    assert.equal((await finish(id, slow, sandbox.key)).status, 'complete')
  }
  const live = await slow.createCaller()
  const { id } = await create(products('B0SHLFX301'), slow, live.key)
  assert.equal((await finish(id, slow, live.key)).status, 'complete')
  await slow.close()
})

test('sandbox batches do not delay live ones, and batches of a workspace do not delay those of another', async () => {
  const paced = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '300', SHELFMARK_BATCH_ITEMS: '10' },
  })
  const [victim, many, sandbox] = [
    await paced.createCaller(),
    await paced.createCaller(),
    await paced.createCaller(WIDE_SANDBOX, 'test'),
  ]
  const queries = (count: number) => products(...Array<string>(count).fill('B0SHLFX301'))
  const others: string[] = []
  for (let count = 0; count < 12; count++) {
    others.push((await create(queries(12), paced, many.key)).id)
    await create(queries(40), paced, sandbox.key)
  }
  const { id } = await create(queries(20), paced, victim.key)
  const { completed_at: end } = await finish(id, paced, victim.key)
  const done = await Promise.all(others.map((other) => poll(other, '?limit=0', paced, many.key)))
  const doneCount = done.reduce((sum, { processed_count: count }) => sum + Number(count), 0)
  // The victim has half of each run. One batch of many others would have a thirteenth, and would end after them.
  assert.ok(doneCount < 12 * 12, `${doneCount} of the others at ${String(end)}`)
  await paced.close()
})

test('an item that ended its process five times fails with extraction_failed, without a charge; the others succeed', async () => {
  const own = { workspace: '', key: '', id: '' }
  const input = '{"query":"B0SHLFX301","domain":"com"}'
  const again = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' },
    prepare: async (store) => {
      own.workspace = (await store.workspaces.create({ name: 'a workspace', plan: 'pro' })).id
      const { key: created, fullKey } = await store.keys.create(own.workspace, { mode: 'live', name: 'a key' })
      const made = await store.batches.create({
        id: '11111111-1111-4111-8111-111111111111',
        workspaceId: own.workspace,
        keyId: created.id,
        mode: 'live',
        endpoint: 'market.product',
        createdAtMs: Date.now(),
        sealedSecret: 'plain:whsec_secret',
        webhookUrl: null,
        inputs: [input, input, input],
        idempotency: null,
        maxPending: 3,
      })
      assert.ok(typeof made === 'object')
      Object.assign(own, { key: fullKey, id: made.batch.id })
      const { claims } = await store.batches.claimRun(
        { mode: 'live', intervalMs: 0, maxItems: 3 },
        { nowMs: Date.now(), leaseMs: 60_000 },
      )
      // Work began five times and did not end; that on the second began four times.
      for (const claim of claims) await store.batches.setDeaths(claim, [5, 4, 0][claim.index] ?? 0)
    },
  })
  const { status, results } = await finish(own.id, again, own.key)
  assert.equal(status, 'complete')
  const byIndex = results.toSorted((left, right) => left.index - right.index)
  assert.deepEqual(
    byIndex.map(({ http_status: code, error, credits_charged: credits }) => [code, error?.['error'], credits]),
    [
      [502, 'extraction_failed', 0],
      [200, undefined, 5],
      [200, undefined, 5],
    ],
  )
  assert.equal(await creditsOf(own.workspace, again), 10)
  await again.close()
})
