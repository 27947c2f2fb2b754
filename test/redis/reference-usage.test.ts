import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { DAY_MS, dayOf, USAGE_DAYS } from '../../core/policy/index.ts'
import { claim, create, createCaller, succeed } from '../contract/batch-calls.ts'
import { NOW } from '../contract/store-caller.ts'
import { describeRedis } from '../support/redis-server.ts'

describeRedis('Redis: usage by reference', ['--appendfsync', 'no'], (server) => {
  test('each day of a workspace expires', async () => {
    const prefix = randomUUID()
    const store = await openRedisStore({ url: server.url, prefix, clock: 'caller' })
    const caller = await createCaller(store)
    await create(store, caller, 1, { inputs: [0, 1].map((row) => `{"query":"B0SHLFX301","reference":"row ${row}"}`) })
    for (const one of await claim(store)) await succeed(store, caller, one)
    const names = await server.redis.keys(`*${caller.workspaceId}*references*`)
    assert.equal(names.length, 1)
    assert.ok(names[0]?.endsWith(`:references:${dayOf(NOW)}`))
    const leftMs = await server.redis.pttl(names[0] ?? '')
    assert.ok(leftMs > (USAGE_DAYS + 1) * DAY_MS && leftMs <= (USAGE_DAYS + 2) * DAY_MS, String(leftMs))
    await store.close()
  })
})
