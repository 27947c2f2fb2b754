import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { RedisLimiter } from '../../adapters/store/redis/redis-limiter.ts'
import { includedCredits, PLANS } from '../../core/policy/index.ts'
import { ENDLESS } from '../contract/limiter-contract.ts'
import { builtPath } from '../support/built-path.ts'
import { holdForever, type HeldRequests } from '../support/hold-forever.ts'
import { describeShared } from '../support/shared-servers.ts'
import { root } from '../support/root.ts'
import { until } from '../support/wait.ts'

const INCLUDED = includedCredits(PLANS.free)

/** Starts a process that holds requests, and waits until it does. */
async function startHolding(t: TestContext, held: HeldRequests) {
  const source = JSON.stringify(builtPath('test/support/hold-forever.js'))
  const code = `import(${source}).then((m) => m.${holdForever.name}(${JSON.stringify(held)}))`
  const child = spawn(process.execPath, ['-e', code], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  assert.equal(line.toString(), 'held\n')
  return child
}

describeShared('leases of processes', ({ postgres, redis: server }) => {
  test('slots, credits and unanswered charges of a process are held while it lives, and end after its death', async (t) => {
    const prefix = randomUUID()
    const redis = connectRedis(server.url)
    const leaseMs = 1500
    const store = await openPostgresStore({ url: postgres.url, leaseMs })
    t.after(async () => {
      await store.close()
      redis.disconnect()
    })
    const limiter = new RedisLimiter({ redis, prefix })
    const { id: workspaceId } = await store.workspaces.create({ name: 'First' })
    const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'main' })
    const limits = { ...ENDLESS, concurrency: 4 }
    const child = await startHolding(t, {
      databaseUrl: postgres.url,
      redisUrl: server.url,
      prefix,
      leaseMs,
      keyId: key.id,
      limits,
      workspaceId,
      credits: INCLUDED / 4,
    })
    const used = (): Promise<number> => store.ledger.usedCredits(workspaceId, Date.now())
    // Longer than the leases: the process renews them.
    await sleep(2 * leaseMs)
    assert.equal((await limiter.admit(key.id, limits, Date.now())).ok, false)
    assert.equal(await store.ledger.reserve(workspaceId, 5, Date.now()), 'insufficient_credits')
    assert.equal(await used(), INCLUDED / 4)

    child.kill('SIGKILL')
    await once(child, 'close')
    await until(async () => (await limiter.admit(key.id, limits, Date.now())).ok, 'a slot is free')
    const reserveAll = () => store.ledger.reserve(workspaceId, INCLUDED, Date.now())
    await until(async () => (await reserveAll()) !== 'insufficient_credits', 'all credits are free')
    assert.equal(await used(), 0)
    assert.deepEqual(await store.ledger.check(), { charges: 0, credits: 0, differences: [] })
  })

  test('a process that was frozen beyond its lease is not charged for what it held, and works on', async (t) => {
    const prefix = randomUUID()
    const leaseMs = 1500
    const store = await openPostgresStore({ url: postgres.url, leaseMs })
    t.after(() => store.close())
    const { id: workspaceId } = await store.workspaces.create({ name: 'First' })
    const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'main' })
    const limits = { ...ENDLESS, concurrency: 4 }
    const urls = { databaseUrl: postgres.url, redisUrl: server.url }
    const held = { ...urls, prefix, leaseMs, keyId: key.id, limits, workspaceId, credits: INCLUDED / 4 }
    const child = await startHolding(t, held)
    child.kill('SIGSTOP')
    const reserveAll = () => store.ledger.reserve(workspaceId, INCLUDED, Date.now())
    await until(async () => (await reserveAll()) !== 'insufficient_credits', 'all credits are free')
    child.kill('SIGCONT')
    await sleep(leaseMs)
    assert.deepEqual(await store.ledger.check(), { charges: 0, credits: 0, differences: [] })
  })

  test('a slot that is renewed is not forgotten by Redis, and ends when it is released', async (t) => {
    const prefix = randomUUID()
    const redis = connectRedis(server.url)
    t.after(() => redis.disconnect())
    const limiter = new RedisLimiter({ redis, prefix, leaseMs: 300 })
    const admission = await limiter.admit('k', ENDLESS, Date.now())
    assert.ok(admission.ok)
    const slots = `${prefix}:limit:k:slots`
    await server.redis.pexpire(slots, 50_000)
    await until(async () => (await server.redis.pttl(slots)) > 50_000, 'it is kept beyond the new lease')
    await limiter.release(admission.slot)
    assert.equal(await server.redis.exists(slots), 0)
    // A renewal that was under way takes nothing again.
    await until(async () => {
      const next = await limiter.admit('k', ENDLESS, Date.now())
      if (next.ok) await limiter.release(next.slot)
      return next.ok && next.inFlight === 1
    }, 'no slot is held')
  })
})
