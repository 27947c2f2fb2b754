import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { openRedisStore, type RedisStoreOptions } from '../../adapters/store/redis/open-redis-store.ts'
import { RedisLimiter } from '../../adapters/store/redis/redis-limiter.ts'
import type { Store } from '../../adapters/store/store.ts'
import { PLANS } from '../../core/policy/index.ts'
import { createCaller, NOW, readCredits, reserve } from '../contract/store-caller.ts'
import { describeRedis } from '../support/redis-server.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/wait.ts'

type Caller = Awaited<ReturnType<typeof createCaller>>

async function chargeUnanswered(store: Store, { key, workspaceId }: Caller, chargeId: string) {
  const reservation = await reserve(store, workspaceId, 5)
  await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5, isUnanswered: true })
  return { workspaceId, chargeId, atMs: NOW }
}

describeRedis('charges whose answer is not sent', ['--appendfsync', 'no'], (server) => {
  const open = (options: Partial<RedisStoreOptions>) =>
    openRedisStore({ url: server.url, prefix: randomUUID(), epochMs: () => NOW, clock: 'caller', ...options })

  test('a charge of a process that died is voided by another one; if it was only frozen, its answer counts', async () => {
    const prefix = randomUUID()
    const dead = await open({ prefix, answerLeaseMs: 600_000 })
    const caller = await createCaller(dead)
    const unsent = await chargeUnanswered(dead, caller, 'unsent')
    assert.equal(await readCredits(dead, caller.workspaceId), 5)
    const member = `${caller.workspaceId} 2026-03-15 unsent`
    assert.equal(await server.redis.zadd(`${prefix}:unanswered`, 'XX', 'CH', 1, member), 1)
    const alive = await open({ prefix, answerLeaseMs: 10 })
    await until(async () => (await readCredits(alive, caller.workspaceId)) === 0, 'the charge is voided')
    assert.deepEqual(await alive.ledger.check(), { charges: 0, credits: 0, differences: [] })
    dead.ledger.confirm(unsent)
    await until(async () => (await readCredits(alive, caller.workspaceId)) === 5, 'the charge counts again')
    assert.deepEqual(await alive.ledger.check(), { charges: 1, credits: 5, differences: [] })
    await Promise.all([dead.close(), alive.close()])
  })

  test('a charge that was written, but whose confirmation was lost, is voided when Redis answers again', async (t) => {
    const proxy = await TcpProxy.start(server.port)
    t.after(() => proxy.end())
    const prefix = randomUUID()
    const direct = await open({ prefix })
    const store = await open({ prefix, url: `redis://127.0.0.1:${proxy.port}` })
    const caller = await createCaller(store)
    // The server knows the scripts from now on, so that the first attempt writes.
    store.ledger.confirm(await chargeUnanswered(store, caller, 'first'))
    const reservation = await reserve(store, caller.workspaceId, 5)
    proxy.deaf = true
    const charge = {
      chargeId: 'lost',
      keyId: caller.key.id,
      record: 'product',
      credits: 5,
      isUnanswered: true,
    } as const
    const refused = assert.rejects(store.ledger.settle(reservation, charge), { code: 'unavailable' })
    await until(async () => (await readCredits(direct, caller.workspaceId)) === 10, 'the charge is written')
    await refused
    assert.equal(store.ledger.unansweredCredits(), 5)
    proxy.deaf = false
    proxy.cut()
    await until(async () => (await readCredits(direct, caller.workspaceId)) === 5, 'the charge is voided')
    await until(() => store.ledger.unansweredCredits() === 0, 'the void is confirmed')
    assert.deepEqual((await direct.ledger.check()).differences, [])
    await Promise.all([store.close(), direct.close()])
  })

  test('a slot whose release was refused is released when Redis answers again', async () => {
    const prefix = randomUUID()
    const redis = connectRedis(server.url)
    const limiter = new RedisLimiter({ redis, prefix })
    const admitted = await limiter.admit('key', PLANS.free, NOW)
    assert.ok(admitted.ok)
    await server.kill()
    await limiter.release(admitted.slot)
    await server.start()
    const held = () => server.redis.zcard(`${prefix}:limit:key:slots`)
    await until(async () => (await held()) === 0, 'the slot is free')
    redis.disconnect()
  })
})
