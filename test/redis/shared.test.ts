import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { checkRedisSettings } from '../../adapters/store/redis/check-redis-settings.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { openRedisStore, type RedisStoreOptions } from '../../adapters/store/redis/open-redis-store.ts'
import type { StoreError } from '../../adapters/store/store-error.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import { describeRedis } from '../support/redis-server.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const ALL_DAYS = { from: '2000-01-01', to: '2999-12-31' }

describeRedis('several stores on one Redis', ['--appendonly', 'no'], (server) => {
  /** Two stores with the same data, as two processes have them. */
  const withTwo = async (
    run: (one: Store, other: Store, prefix: string) => Promise<void>,
    options: Partial<RedisStoreOptions> = {},
  ) => {
    const prefix = randomUUID()
    const open = () => openRedisStore({ url: server.url, prefix, epochMs: () => NOW, clock: 'caller', ...options })
    const [one, other] = [await open(), await open()]
    try {
      await run(one, other, prefix)
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  }

  async function reserve(store: Store, workspaceId: string, credits = 5, nowMs = NOW): Promise<Reservation> {
    const reservation = await store.ledger.reserve(workspaceId, credits, nowMs)
    assert.ok(reservation !== 'insufficient_credits', 'not enough credits')
    return reservation
  }

  test('two stores together never reserve more credits than there are', () =>
    withTwo(async (one, other) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      const { key } = await one.keys.create(id, { mode: 'live', name: 'main' })
      let charged = 0
      const request = async (index: number): Promise<void> => {
        const store = index % 2 === 0 ? one : other
        const reservation = await store.ledger.reserve(id, 5, NOW)
        if (reservation === 'insufficient_credits') return
        if (index % 7 === 0) return store.ledger.release(reservation)
        await store.ledger.settle(reservation, {
          chargeId: String(index),
          keyId: key.id,
          record: 'product',
          credits: 5,
        })
        charged += 5
      }
      // No more at a time than a busy machine answers within the time limit of a call.
      let next = 0
      const callers = Array.from({ length: 100 }, async () => {
        while (next < 1200) await request(next++)
      })
      await Promise.all(callers)
      assert.ok(charged <= 5000 && charged > 4000, `${charged} credits`)
      await reserve(one, id, 5000 - charged)
      assert.equal(await other.ledger.reserve(id, 1, NOW), 'insufficient_credits')
      assert.deepEqual((await other.ledger.check()).differences, [])
    }))

  test('a key created or revoked in one store counts in the other at once; both share the maximum of 20', () =>
    withTwo(async (one, other) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      const asked = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? one : other).keys.create(id, { mode: 'live', name: String(index) }),
      )
      const created = (await Promise.allSettled(asked)).flatMap((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value : [],
      )
      assert.equal(created.length, 20)
      for (const { key, fullKey } of created) {
        assert.equal(typeof (await other.keys.authenticate(fullKey)), 'object')
        await one.keys.revoke(key.id)
        assert.equal(await other.keys.authenticate(fullKey), 'revoked')
      }
      assert.equal((await other.keys.list(id)).filter(({ revokedAtMs }) => revokedAtMs === null).length, 0)
    }))

  test('a key that two stores rotate at the same time is rotated once', () =>
    withTwo(async (one, other) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      const { key } = await one.keys.create(id, { mode: 'live', name: 'main' })
      const rotated = await Promise.allSettled([one.keys.rotate(key.id), other.keys.rotate(key.id)])
      assert.deepEqual(rotated.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      assert.equal((await one.keys.list(id)).length, 2)
    }))

  test('concurrent changes of two stores to a workspace are both kept', () =>
    withTwo(async (one, other) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      await Promise.all([one.workspaces.update(id, { plan: 'pro' }), other.workspaces.update(id, { payAsYouGo: true })])
      const [workspace] = await one.workspaces.list()
      assert.deepEqual([workspace?.plan, workspace?.payAsYouGo], ['pro', true])
    }))

  test('reservations of a dead process are released when their lease ends', () =>
    withTwo(async (one, other, prefix) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      const { key } = await one.keys.create(id, { mode: 'live', name: 'main' })
      /** Ends all leases now, as their time would. */
      const endLeases = async (): Promise<void> => {
        const leases = `${prefix}:workspace:${id}:leases`
        const held = await server.redis.zrange(leases, 0, -1)
        assert.ok(held.length > 0, 'there are no leases')
        await server.redis.zadd(leases, ...held.flatMap((reservation) => [1, reservation]))
      }
      const charge = { keyId: key.id, record: 'product', credits: 5 } as const
      const slow = await reserve(one, id, 2000)
      const lost = await reserve(one, id, 3000, NOW - 60_000)
      assert.equal(await other.ledger.reserve(id, 5, NOW), 'insufficient_credits')
      await endLeases()
      // After the lease, and before another reservation needs the credits.
      assert.equal(await one.ledger.settle(slow, { ...charge, chargeId: 'a' }), 'charged')
      await reserve(other, id, 4995)
      assert.equal(await other.ledger.reserve(id, 5, NOW), 'insufficient_credits')
      await assert.rejects(one.ledger.settle(lost, { ...charge, chargeId: 'b' }), { code: 'reservation_closed' })
      await one.ledger.release(lost)
      assert.equal(await other.ledger.reserve(id, 5, NOW), 'insufficient_credits')
    }))

  test('closing a store releases its reservations', () =>
    withTwo(async (one, other) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      for (let count = 0; count < 10; count++) await reserve(one, id, 500)
      assert.equal(await other.ledger.reserve(id, 5, NOW), 'insufficient_credits')
      await one.close()
      await reserve(other, id, 5000)
    }))

  test('a charge id is charged once, also in another month', () =>
    withTwo(async (one, other) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      const { key } = await one.keys.create(id, { mode: 'live', name: 'main' })
      const charge = { chargeId: 'a', keyId: key.id, record: 'product', credits: 5 } as const
      assert.equal(await one.ledger.settle(await reserve(one, id), charge), 'charged')
      const later = Date.parse('2026-07-01T00:00:00Z')
      assert.equal(await other.ledger.settle(await reserve(other, id, 5, later), charge), 'already_charged')
      assert.equal((await one.ledger.usage(id, ALL_DAYS)).length, 1)
    }))

  test('usage that is not the sum of the ledger is reported', () =>
    withTwo(async (one, _other, prefix) => {
      const { id } = await one.workspaces.create({ name: 'First' })
      const { key } = await one.keys.create(id, { mode: 'live', name: 'main' })
      for (const record of ['product', 'search'] as const) {
        await one.ledger.settle(await reserve(one, id), { chargeId: record, keyId: key.id, record, credits: 5 })
      }
      assert.deepEqual(await one.ledger.check(), { charges: 2, credits: 10, differences: [] })
      const usage = `${prefix}:workspace:${id}:usage:2026-03-15`
      await server.redis.hincrby(usage, `${key.id} product credits`, 5)
      await server.redis.hdel(usage, `${key.id} search charges`, `${key.id} search credits`)
      await server.redis.hincrby(`${prefix}:workspace:${id}:account:2026-03`, 'used', -1)
      const place = `${id} 2026-03-15 ${key.id}`
      assert.deepEqual(await one.ledger.check(), {
        charges: 2,
        credits: 10,
        differences: [`${id} 2026-03 spent`, `${place} product`, `${place} search`].toSorted(),
      })
    }))

  test('usage and ledger agree while requests charge', () =>
    withTwo(async (one, other) => {
      const { id } = await one.workspaces.create({ name: 'First', payAsYouGo: true })
      const { key } = await one.keys.create(id, { mode: 'live', name: 'main' })
      const left = Array.from({ length: 3000 }, (_, index) => String(index))
      const charging = Array.from({ length: 10 }, async () => {
        for (let chargeId = left.pop(); chargeId !== undefined; chargeId = left.pop()) {
          await one.ledger.settle(await reserve(one, id), { chargeId, keyId: key.id, record: 'product', credits: 5 })
        }
      })
      let checks = 0
      while (left.length > 0) {
        assert.deepEqual((await other.ledger.check()).differences, [])
        checks++
      }
      await Promise.all(charging)
      assert.ok(checks >= 3, `${checks} checks`)
      assert.deepEqual(await other.ledger.check(), { charges: 3000, credits: 15_000, differences: [] })
    }))

  test('another pepper is refused once there are keys, also in stores that were open before', async (t) => {
    const prefix = randomUUID()
    const open = async (pepper: string | null) => {
      const store = await openRedisStore({ url: server.url, prefix, pepper })
      t.after(() => store.close())
      return store
    }
    const [plain, peppered] = [await open(null), await open('pepper')]
    const { id } = await plain.workspaces.create({ name: 'First' })
    const { fullKey } = await peppered.keys.create(id, { mode: 'live', name: 'main' })
    await assert.rejects(plain.keys.create(id, { mode: 'live', name: 'main' }), { code: 'pepper_mismatch' })
    await assert.rejects(open('other'), { name: 'StoreError', code: 'pepper_mismatch' })
    const again = await open('pepper')
    assert.equal(typeof (await again.keys.authenticate(fullKey)), 'object')
    await server.redis.hset(`${prefix}:settings`, 'schema', 99)
    await assert.rejects(open('pepper'), { name: 'StoreError', code: 'newer_schema' })
  })

  test('the data holds no full key, errors hold no command, and all names begin with the prefix', async (t) => {
    const prefix = randomUUID()
    await server.redis.acl('SETUSER', 'narrow', 'reset', 'on', '>word', `~${prefix}:*`, '+@all')
    const store = await openRedisStore({
      url: server.url.replace('//', '//narrow:word@'),
      prefix,
      pepper: 'a pepper that nobody knows',
    })
    t.after(() => store.close())
    const { id } = await store.workspaces.create({ name: 'First' })
    const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'main' })
    await store.ledger.settle(await reserve(store, id), { chargeId: 'a', keyId: key.id, record: 'product', credits: 5 })
    await server.redis.config('SET', 'rdbcompression', 'no')
    const dump: string[] = []
    for await (const names of server.redis.scanStream({ match: `${prefix}:*` })) {
      for (const name of names as string[]) dump.push((await server.redis.dumpBuffer(name))?.toString('latin1') ?? '')
    }
    assert.ok(dump.length > 8 && dump.some((text) => text.includes(key.id)), 'the dump is not readable')
    assert.equal(
      dump.some((text) => text.includes(fullKey.slice(-32)) || text.includes('a pepper')),
      false,
    )

    await server.redis.set(`${prefix}:key-of:${key.prefix}`, 'x')
    await server.redis.set(`${prefix}:key:x`, 'no hash')
    await assert.rejects(store.keys.authenticate(fullKey), (error: StoreError) => {
      assert.equal(error.code, 'unavailable')
      assert.match(error.message, /WRONGTYPE/)
      assert.equal(JSON.stringify([error, error.cause]).includes(key.prefix), false)
      assert.equal(Object.hasOwn(error.cause as object, 'command'), false)
      return true
    })
  })

  test('a store leaves a given connection open', async (t) => {
    const redis = connectRedis(server.url)
    t.after(() => redis.disconnect())
    const store = await openRedisStore({ redis, prefix: randomUUID() })
    await store.workspaces.create({ name: 'First' })
    await store.close()
    assert.equal(await redis.ping(), 'PONG')
    assert.deepEqual([redis.listenerCount('ready'), redis.listenerCount('close')], [0, 0])
  })

  test('settings that could lose charges cause warnings', async () => {
    const { redis } = server
    const set = (name: string, value: string) => redis.config('SET', name, value)
    const fits = async (...patterns: RegExp[]) => {
      const warnings = await checkRedisSettings(redis)
      assert.equal(warnings.length, patterns.length, warnings.join('\n'))
      for (const [index, pattern] of patterns.entries()) assert.match(warnings[index] ?? '', pattern)
    }
    await fits(/^appendonly is off/)
    await set('maxmemory-policy', 'allkeys-lru')
    await fits(/^appendonly is off/, /^maxmemory-policy is allkeys-lru.* as soon as it gets a maxmemory/)
    await set('maxmemory', '100mb')
    await fits(/^appendonly is off/, /^maxmemory-policy is allkeys-lru.* when its memory is full/)
    await set('maxmemory-policy', 'noeviction')
    await set('appendonly', 'yes')
    await set('appendfsync', 'everysec')
    await fits(/^appendfsync is everysec.* up to a second of charges/)
    await set('appendfsync', 'no')
    await fits(/^appendfsync is no/)
    await set('appendfsync', 'always')
    await set('no-appendfsync-on-rewrite', 'yes')
    await fits(/^no-appendfsync-on-rewrite is on/)
    await set('no-appendfsync-on-rewrite', 'no')
    await fits()

    await redis.acl('SETUSER', 'limited', 'reset', 'on', '>word', '~*', '+@all', '-config')
    const limited = new Redis(server.url.replace('//', '//limited:word@'))
    const warnings = await checkRedisSettings(limited)
    limited.disconnect()
    assert.deepEqual(warnings.length, 1)
    assert.match(warnings[0] ?? '', /could not be read/)
  })

  test('a server that is too old, or part of a cluster, is refused', async () => {
    const like = (info: string) => Object.assign(Object.create(server.redis) as Redis, { info: async () => info })
    const unavailable = { name: 'StoreError', code: 'unavailable' }
    const [old, cluster] = ['redis_version:6.0.16\r\n', 'redis_version:7.0.15\r\nredis_mode:cluster\r\n'].map(like)
    assert.ok(old && cluster, 'two servers')
    await assert.rejects(checkRedisSettings(old), unavailable)
    await assert.rejects(checkRedisSettings(cluster), unavailable)
    await assert.rejects(openRedisStore({ redis: old }), unavailable)
    const warnings = await checkRedisSettings(like('redis_version:6.2.14\r\nredis_mode:standalone\r\n'))
    assert.match(warnings.join(' '), /6\.2\.14/)
  })
})
