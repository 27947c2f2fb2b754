import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { Connection } from '../../adapters/store/redis/connection.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { loadScript } from '../../adapters/store/redis/script.ts'
import type { Store } from '../../adapters/store/store.ts'
import { DAY, lease, MINUTE, SLOTS } from '../contract/batch-calls.ts'
import { upgradeContract } from '../contract/upgrade-contract.ts'
import { readRedisData } from '../releases/read-redis-data.ts'
import { fillRedis, readFacts, type RedisData } from '../releases/recorded.ts'
import { describeRedis } from '../support/redis-server.ts'

describeRedis('upgrades', ['--appendfsync', 'no'], (server) => {
  upgradeContract('redis', async (release, epochMs) => {
    const prefix = randomUUID()
    await fillRedis(server.redis, release, prefix)
    return {
      open: () => openRedisStore({ url: server.url, prefix, epochMs, clock: 'caller' }),
      remove: () => server.remove(prefix),
    }
  })

  const { endMs, batches } = readFacts('0.1.0', 'redis')
  const open = (prefix: string): Promise<Store> =>
    openRedisStore({ url: server.url, prefix, epochMs: () => endMs, clock: 'caller' })
  const readData = async (prefix: string): Promise<RedisData> => readRedisData(server.redis, prefix)

  /** The data of 0.1.0, upgraded by one process. */
  async function upgraded(): Promise<RedisData> {
    const prefix = randomUUID()
    await fillRedis(server.redis, '0.1.0', prefix)
    await (await open(prefix)).close()
    return readData(prefix)
  }

  test('the mark is above that of 0.1.0 and 0.2.0, which refuse it', async () => {
    for (const release of ['0.1.0', '0.2.0'] as const) {
      const prefix = randomUUID()
      await fillRedis(server.redis, release, prefix)
      assert.equal(await server.redis.hget(`${prefix}:settings`, 'schema'), '1')
      await (await open(prefix)).close()
      // Both compare `Number(schema) > 1`. `test/releases/record.ts` starts them on this data.
      assert.ok(Number(await server.redis.hget(`${prefix}:settings`, 'schema')) > 1)
    }
  })

  test('an upgrade that stops at any step is continued, and gives the same data', async () => {
    const expected = await upgraded()
    let stops = 0
    for (let steps = 1; ; steps++) {
      const prefix = randomUUID()
      await fillRedis(server.redis, '0.1.0', prefix)
      const redis = connectRedis(server.url)
      const run = redis.evalsha.bind(redis) as (...args: unknown[]) => Promise<unknown>
      let left = steps
      const stopping = (...args: unknown[]): Promise<unknown> => {
        if (left-- > 0) return run(...args)
        return Promise.reject(Object.assign(new Error('ERR stopped'), { name: 'ReplyError' }))
      }
      Object.assign(redis, { evalsha: stopping })
      const first = await openRedisStore({ redis, prefix, epochMs: () => endMs, clock: 'caller' }).catch(() => null)
      await first?.close()
      redis.disconnect()
      await (await open(prefix)).close()
      assert.deepEqual(await readData(prefix), expected, `after ${steps} steps`)
      await server.remove(prefix)
      if (first !== null) break
      stops++
    }
    assert.ok(stops > batches.length, `${stops} stops`)
  })

  test('processes that start at the same time upgrade the data once', async () => {
    const expected = await upgraded()
    const prefix = randomUUID()
    await fillRedis(server.redis, '0.1.0', prefix)
    const stores = await Promise.all(Array.from({ length: 5 }, () => open(prefix)))
    assert.deepEqual(await readData(prefix), expected)
    await Promise.all(stores.map((store) => store.close()))
  })

  test('an item that 0.1.0 was working on when it died is claimed again', async () => {
    const prefix = randomUUID()
    await fillRedis(server.redis, '0.1.0', prefix)
    const running = batches.find(({ batch }) => batch.status === 'running')?.batch
    assert.ok(running?.processed_count !== undefined)
    const index = running.processed_count
    const workspaceId = await server.redis.hget(`${prefix}:batch:${running.id}`, 'workspace_id')
    await server.redis.hset(`${prefix}:batch:${running.id}`, 'claimed_count', index + 2)
    await server.redis.zadd(`${prefix}:claims`, endMs + MINUTE, `${running.id}:${index}`)
    const store = await open(prefix)
    // The second one has no lease.
    const claims = [
      await store.batches.reclaim('live', 10, lease(endMs)),
      await store.batches.reclaim('live', 10, lease(endMs + MINUTE, DAY)),
    ]
    const claim = (at: number) => ({ batchId: running.id, index: at, workspaceId })
    assert.deepEqual(claims[0], [claim(index + 1)])
    assert.deepEqual(
      claims[1]?.toSorted((a, b) => a.index - b.index),
      [claim(index), claim(index + 1)],
    )
    await store.close()
  })

  test('what 0.2.0 did to batches of 0.1.0 is put right', async () => {
    const prefix = randomUUID()
    await fillRedis(server.redis, '0.1.0', prefix)
    const connection = new Connection(server.redis, prefix)
    // 0.2.0 has the same scripts. It stops a batch that it never ran, and claims webhooks of an empty queue.
    const [stopped, other] = batches.filter(({ batch }) => batch.status === 'running').map(({ batch }) => batch.id)
    assert.ok(stopped !== undefined && other !== undefined)
    await connection.run(loadScript('stop-batch'), [stopped, endMs])
    await connection.run(loadScript('claim-deliveries'), [10, endMs + DAY, 1000, 10, 10])
    const store = await open(prefix)
    const pending = await server.redis.hvals(`${prefix}:pending:live`)
    const left = await store.batches.find(other)
    assert.ok(left !== null)
    assert.deepEqual(
      pending.map(Number).filter((count) => count !== 0),
      [left.progress.totalCount - left.progress.processedCount],
    )
    const due = await store.batches.claimDeliveries(SLOTS, lease(endMs + 2 * DAY))
    const retrying = batches
      .filter(({ batch }) => batch.webhook_delivery_status === 'retrying')
      .map(({ batch }) => batch.id)
    assert.deepEqual(due.map(({ batchId }) => batchId).toSorted(), [stopped, ...retrying].toSorted())
    await store.batches.stop(other, endMs)
    await store.batches.forget({ resultsMs: 0, recordsMs: 0, idempotencyMs: 0 }, endMs + DAY)
    for (const name of await server.redis.keys(`${prefix}:workspace:*:stored`)) {
      assert.deepEqual(new Set((await server.redis.hvals(name)).map(Number)), new Set([0]))
    }
    await store.close()
  })

  test('a process of 0.1.0 that still runs can not queue a batch', async () => {
    const prefix = randomUUID()
    await fillRedis(server.redis, '0.1.0', prefix)
    await (await open(prefix)).close()
    await assert.rejects(server.redis.rpush(`${prefix}:waiting`, 'a batch'), /WRONGTYPE/)
  })
})
