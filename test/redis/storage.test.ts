import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { describeRedis } from '../support/redis-server.ts'
import { assertError, headerOf, startBench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

/** Text of 1 MB each. A larger one would need as much memory again while it is sent. */
const FILLERS = Array.from({ length: 42 }, (_, at) => `filler ${at}`)

describeRedis('memory of Redis', ['--maxmemory', '50mb', '--maxmemory-policy', 'noeviction'], (server) => {
  const fill = async (): Promise<void> => {
    for (const name of FILLERS) await server.redis.set(name, 'x'.repeat(1_000_000))
  }

  test('above the high-water mark there is no room; below it there is', async () => {
    const hasRoom = async (fullPercent: number): Promise<boolean> => {
      const store = await openRedisStore({ url: server.url, fullPercent })
      try {
        return await store.storage.hasRoom()
      } finally {
        await store.close()
      }
    }
    assert.deepEqual([await hasRoom(80), await hasRoom(1)], [true, false])
    await fill()
    assert.equal(await hasRoom(80), false)
    await server.redis.del(...FILLERS)
    assert.equal(await hasRoom(80), true)
  })

  test('above the mark, batches get 503 with Retry-After, and paid requests work', async () => {
    const bench = await startBench({ settings: { SHELFMARK_REDIS_URL: server.url } })
    const { key } = await bench.createCaller()
    await fill()
    const create = () => bench.createBatch(key, { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
    await until(async () => (await create()).status !== 201, 'a refusal')
    const refused = await create()
    assertError(refused, 503, { error: 'unavailable' })
    assert.equal(headerOf(refused, 'Retry-After') ?? headerOf(refused, 'retry-after'), '60')
    assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
    await server.redis.del(...FILLERS)
    await bench.close()
  })
})
