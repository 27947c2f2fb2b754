import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitEvent, readEvents } from '../support/read-events.ts'
import {
  ADMIN_TOKEN,
  assertError,
  BATCH,
  headerOf,
  jsonOf,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { describeShared } from '../support/shared-servers.ts'
import { inTime, until } from '../support/wait.ts'

interface Batch extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly status: string
  readonly results: readonly { readonly index: number; readonly credits_charged: number }[]
}

const products = (count: number) => ({
  endpoint: 'market.product',
  items: Array.from({ length: count }, (_, index) => ({ query: `B0SHLFX${300 + index}` })),
})

/** Two servers that answer callers, and one that works on batches, too. */
describeShared('servers on one Redis', (servers) => {
  let one: Bench
  let other: Bench
  let worker: Bench

  before(async () => {
    const settings = { ...servers.settings(), SHELFMARK_BATCH_INTERVAL_MS: '200', SHELFMARK_DRAIN_MS: '500' }
    one = await startBench({ settings: { ...settings, SHELFMARK_BATCHES: 'off' } })
    other = await startBench({ settings: { ...settings, SHELFMARK_BATCHES: 'off' } })
    worker = await startBench({ settings })
  })
  async function finish(bench: Bench, key: string, id: string): Promise<Batch> {
    const poll = async () => jsonOf(await bench.call(`${BATCH}/${id}`, { key })) as Batch
    await until(async () => (await poll()).status === 'complete', `the end of the batch ${id}`)
    return poll()
  }

  test('a batch is created at one server, worked on by another process, and polled at a third', async () => {
    const { key, workspace } = await one.createCaller()
    const created = await one.createBatch(key, products(40), { 'Idempotency-Key': 'once' })
    assert.equal(created.status, 201)
    const { id } = jsonOf(created) as Batch
    const { results, credits_charged: credits } = await finish(other, key, id)
    assert.deepEqual([new Set(results.map(({ index }) => index)).size, results.length, credits], [40, 40, 200])
    const usage = await worker.readUsage(workspace)
    assert.deepEqual(
      usage.map(({ kind, charges, credits: spent }) => [kind, charges, spent]),
      [['product', 40, 200]],
    )
    const again = await other.createBatch(key, products(40), { 'Idempotency-Key': 'once' })
    assert.deepEqual([again.status, (jsonOf(again) as Batch).id], [201, id])
    assert.equal(headerOf(again, 'Svc-Replayed'), 'true')
    for (const name of [`${id}:results`, `${id}:items`, 'x']) {
      assertError(await other.call(`${BATCH}/${name}`, { key }), 404, { error: 'not_found' })
    }
    const canceled = await other.call(`${BATCH}/${id}`, { key, method: 'DELETE' })
    assert.equal((jsonOf(canceled) as Batch).status, 'complete')
  })

  test('who follows a batch at one server sees what another process does', async () => {
    const { key } = await one.createCaller()
    const { id } = jsonOf(await one.createBatch(key, products(3))) as Batch
    const ender = new AbortController()
    const stream = await fetch(`http://127.0.0.1:${other.adminPort}/admin/v1/batches.read`, {
      method: 'POST',
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ batch: id }),
      signal: ender.signal,
    })
    const { data } = await awaitEvent(readEvents(stream), (event) => (event.data as Batch).status === 'complete')
    assert.equal((data as Batch).processed_count, 3)
    ender.abort()
  })

  test('a request that is refused at one server is counted for all', async () => {
    const { key, workspace } = await one.createCaller()
    assert.equal((await one.product('not-an-asin', key)).status, 400)
    assert.equal((await other.product('not-an-asin', key)).status, 400)
    const input = { series: 'refusals', from: '2000-01-01', to: '2999-12-31', of: [workspace], byDay: false }
    const isCounted = async (): Promise<boolean> => {
      const [row] = await worker.administrate('statistics.read', input)
      return row?.count === 2
    }
    await until(isCounted, 'the refusals of both servers')
  })

  test('a key that is revoked at one server is refused there at once, and by the others when they hear of it', async () => {
    const { key, keyId } = await one.createCaller()
    assert.equal((await other.product('B0SHLFX301', key)).status, 200)
    await one.administrate('keys.revoke', { key: keyId })
    const ask = (bench: Bench): Promise<Answer> => bench.product('B0SHLFX301', key)
    assertError(await ask(one), 401, { error: 'revoked' })
    for (const bench of [other, worker]) {
      await until(async () => (await ask(bench)).status === 401, 'the key is refused')
      assertError(await ask(bench), 401, { error: 'revoked' })
    }
  })

  test('ceilings apply to all servers together', async () => {
    const { key } = await one.createCaller({ plan: 'free' })
    const start = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other).product('B0SHLFX301', key)),
    )
    const seconds = (performance.now() - start) / 1000
    const allowed = answers.filter(({ status }) => status === 200).length
    // At most 10 a second.
    assert.ok(allowed >= 10 && allowed <= 10 * Math.ceil(seconds + 1), `${allowed} in ${seconds} s`)
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
  })

  test('while the Redis is down: 503 with Retry-After; when it is back, the servers continue', async (t) => {
    const warnings: string[] = []
    const note = ({ name }: Error): number => warnings.push(name)
    process.on('warning', note)
    t.after(() => process.off('warning', note))
    const { key } = await one.createCaller()
    const { id } = jsonOf(await one.createBatch(key, products(60))) as Batch
    await servers.redis.kill()
    const away = await one.product('B0SHLFX301', key)
    assertError(away, 503, { error: 'unavailable' })
    assert.match(headerOf(away, 'Retry-After') ?? headerOf(away, 'retry-after') ?? '', /^[1-9]\d*$/)
    await until(async () => (await one.call('/readyz')).status === 503, 'the server is not ready')
    assert.equal((await one.call('/livez')).status, 200)
    await servers.redis.start()
    await until(async () => (await one.call('/readyz')).status === 200, 'the server is ready again')
    assert.equal((await other.product('B0SHLFX301', key)).status, 200)
    const { results, credits_charged: credits } = await finish(one, key, id)
    assert.deepEqual([results.length, credits], [60, 300])
    const { differences } = await one.administrate('ledger.check', {})
    assert.deepEqual(differences, [])
    // All items in progress listen to the same signal, which is no leak.
    assert.ok(!warnings.includes('MaxListenersExceededWarning'))
  })

  test('a server and worker whose clock is wrong goes by that of the database', async () => {
    const settings = { ...servers.settings(), SHELFMARK_BATCH_INTERVAL_MS: '200', SHELFMARK_DRAIN_MS: '500' }
    const wrong = await startBench({ settings, epochMs: () => Date.now() + 2 * 86_400_000 })
    const { key, workspace } = await one.createCaller()
    assert.equal((await wrong.product('B0SHLFX301', key)).status, 200)
    const [row] = await one.readUsage(workspace)
    assert.ok(Math.abs(Date.parse(String(row?.day)) - Date.now()) < 2 * 86_400_000)
    const { id } = jsonOf(await wrong.createBatch(key, products(60))) as Batch
    const { status, results } = await finish(one, key, id)
    assert.deepEqual([status, results.length], ['complete', 60])
    assert.ok(results.every(({ credits_charged: credits }) => credits === 5))
    await wrong.close()
  })

  test('a Redis that is flushed takes no key, no item and no credit along', async () => {
    const { key, workspace } = await one.createCaller()
    const { id } = jsonOf(await one.createBatch(key, products(60))) as Batch
    for (let time = 0; time < 5; time++) {
      await sleep(200)
      await servers.redis.redis.flushall()
      assert.equal((await other.product('B0SHLFX301', key)).status, 200)
    }
    const { status, results, credits_charged: credits } = await finish(other, key, id)
    assert.deepEqual([status, new Set(results.map(({ index }) => index)).size, credits], ['complete', 60, 300])
    const usage = await one.readUsage(workspace)
    assert.equal(
      usage.reduce((sum, { credits: spent }) => sum + spent, 0),
      325,
    )
    assert.deepEqual((await one.administrate('ledger.check', {})).differences, [])
  })

  test('while the database is down: 503 with Retry-After; when it is back, the servers continue', async () => {
    const { key } = await one.createCaller()
    const { id } = jsonOf(await one.createBatch(key, products(60))) as Batch
    await servers.postgres.kill()
    const away = await one.product('B0SHLFX301', key)
    assertError(away, 503, { error: 'unavailable' })
    await until(async () => (await one.call('/readyz')).status === 503, 'the server is not ready')
    await servers.postgres.start()
    await until(async () => (await one.call('/readyz')).status === 200, 'the server is ready again')
    const { results, credits_charged: credits } = await finish(other, key, id)
    assert.deepEqual([results.length, credits], [60, 300])
    assert.deepEqual((await one.administrate('ledger.check', {})).differences, [])
  })

  test('servers and worker end in time while a batch is in progress', async () => {
    const { key } = await one.createCaller()
    await one.createBatch(key, products(100))
    await sleep(500)
    await inTime(Promise.all([one.close(), other.close(), worker.close()]), 'all have ended')
  })
})
