import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { describeRedis } from '../support/redis-server.ts'
import { until } from '../support/wait.ts'

const [FIRST, NEXT] = ['the first pepper', 'the next pepper']

describeRedis('rotation of the pepper on a Redis', ['--appendonly', 'no'], (server) => {
  test('during a rolling restart, each process accepts the keys of all others', async (t) => {
    const prefix = randomUUID()
    const open = async (pepper: string, oldPepper?: string): Promise<Store> => {
      const store = await openRedisStore({ url: server.url, prefix, pepper, oldPepper })
      t.after(() => store.close())
      return store
    }
    const before = await open(FIRST)
    const { id } = await before.workspaces.create({ name: 'First' })
    const create = async (store: Store) => (await store.keys.create(id, { mode: 'live', name: 'main' })).fullKey
    const keys = [await create(before)]
    // A key of a version that did not name the pepper.
    const [unnamed] = await before.keys.list(id)
    await server.redis.hdel(`${prefix}:key:${unnamed?.id}`, 'pepper')

    // First, every process learns the next pepper; then, it becomes the present one. The third restarts late.
    const behind = await open(FIRST, NEXT)
    const ahead = await open(NEXT, FIRST)
    keys.push(await create(before), await create(behind), await create(ahead))
    for (let round = 0; round < 3; round++) {
      for (const store of [behind, ahead]) {
        for (const key of keys) assert.equal(typeof (await store.keys.authenticate(key)), 'object')
      }
    }
    const late = await open(FIRST, NEXT)
    for (const key of keys) assert.equal(typeof (await late.keys.authenticate(key)), 'object')

    // All have the next one now: used keys move to it, and stay.
    const last = await open(NEXT, FIRST)
    for (const key of keys) assert.equal(typeof (await last.keys.authenticate(key)), 'object')
    await until(
      async () => (await last.keys.list(id)).every(({ hasOldPepper }) => !hasOldPepper),
      'all keys have moved',
    )
    assert.equal(await last.keys.adoptPepper(), 0)
    const alone = await open(NEXT)
    for (const key of keys) assert.equal(typeof (await alone.keys.authenticate(key)), 'object')
    await assert.rejects(open(FIRST), { code: 'pepper_mismatch' })
  })

  test('a key that does not name its pepper has that of the store, also after the next one is adopted', async (t) => {
    const prefix = randomUUID()
    const options = { url: server.url, prefix }
    const before = await openRedisStore({ ...options, pepper: FIRST })
    t.after(() => before.close())
    const { id } = await before.workspaces.create({ name: 'First' })
    const { key, fullKey } = await before.keys.create(id, { mode: 'live', name: 'main' })
    await server.redis.hdel(`${prefix}:key:${key.id}`, 'pepper')
    assert.deepEqual((await before.keys.list(id))[0]?.hasOldPepper, false)
    for (let times = 0; times < 2; times++) {
      const next = await openRedisStore({ ...options, pepper: NEXT, oldPepper: FIRST })
      t.after(() => next.close())
      assert.deepEqual((await next.keys.list(id))[0]?.hasOldPepper, true)
      assert.equal(await next.keys.adoptPepper(), 1)
    }
    const last = await openRedisStore({ ...options, pepper: NEXT, oldPepper: FIRST })
    t.after(() => last.close())
    assert.equal(typeof (await last.keys.authenticate(fullKey)), 'object')
    await until(async () => (await last.keys.adoptPepper()) === 0, 'the key has moved')
  })
})
