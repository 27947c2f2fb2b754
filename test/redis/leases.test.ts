import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { RedisLimiter } from '../../adapters/store/redis/redis-limiter.ts'
import { includedCredits, PLANS } from '../../core/policy/index.ts'
import { ENDLESS } from '../contract/limiter-contract.ts'
import { builtPath } from '../support/built-path.ts'
import { holdForever, type HeldRequests } from '../support/hold-forever.ts'
import { describeRedis } from '../support/redis-server.ts'
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

describeRedis('leases of requests on Redis', ['--appendonly', 'no'], (server) => {
  test('slots and credits of a process are renewed while it lives, and free after its death', async (t) => {
    const prefix = randomUUID()
    const redis = connectRedis(server.url)
    const store = await openRedisStore({ redis, prefix })
    t.after(async () => {
      await store.close()
      redis.disconnect()
    })
    const limiter = new RedisLimiter({ redis, prefix })
    const { id: workspaceId } = await store.workspaces.create({ name: 'First' })
    const limits = { ...ENDLESS, concurrency: 4 }
    const held = { url: server.url, prefix, leaseMs: 1200, keyId: 'k', limits, workspaceId, credits: INCLUDED / 4 }
    const child = await startHolding(t, held)

    const readEnds = async (set: string): Promise<readonly number[]> => {
      const members = await server.redis.zrange(`${prefix}:${set}`, 0, -1, 'WITHSCORES')
      return members.filter((_, index) => index % 2 === 1).map(Number)
    }
    for (const set of ['limit:k:slots', `workspace:${workspaceId}:leases`]) {
      const first = await readEnds(set)
      assert.equal(first.length, limits.concurrency)
      const last = Math.max(...first)
      await until(async () => (await readEnds(set)).every((end) => end > last), `all of ${set} are renewed`)
      assert.equal((await readEnds(set)).length, limits.concurrency)
    }

    child.kill('SIGKILL')
    await once(child, 'close')
    await until(async () => (await limiter.admit('k', limits, Date.now())).ok, 'a slot is free')
    const others = await Promise.all(Array.from({ length: 4 }, () => limiter.admit('k', limits, Date.now())))
    assert.equal(others.filter(({ ok }) => ok).length, 3, 'all slots are free')
    const reserveAll = () => store.ledger.reserve(workspaceId, INCLUDED, Date.now())
    await until(async () => (await reserveAll()) !== 'insufficient_credits', 'all credits are free')
  })

  test('a slot and a reservation that are renewed are not forgotten by Redis, and end when they are released', async (t) => {
    const prefix = randomUUID()
    const redis = connectRedis(server.url)
    const store = await openRedisStore({ redis, prefix, reservationLeaseMs: 300 })
    t.after(async () => {
      await store.close()
      redis.disconnect()
    })
    const limiter = new RedisLimiter({ redis, prefix, leaseMs: 300 })
    const { id } = await store.workspaces.create({ name: 'First' })
    const admission = await limiter.admit('k', ENDLESS, Date.now())
    assert.ok(admission.ok)
    const reservation = await store.ledger.reserve(id, 5, Date.now())
    assert.ok(typeof reservation === 'object')
    const slots = `${prefix}:limit:k:slots`
    await server.redis.pexpire(slots, 50_000)
    await until(async () => (await server.redis.pttl(slots)) > 50_000, 'it is kept beyond the new lease')

    await limiter.release(admission.slot)
    await store.ledger.release(reservation)
    assert.equal(await server.redis.exists(slots, `${prefix}:workspace:${id}:leases`), 0)
    // A renewal that was under way takes nothing again.
    await until(async () => {
      const next = await limiter.admit('k', ENDLESS, Date.now())
      if (next.ok) await limiter.release(next.slot)
      return next.ok && next.inFlight === 1
    }, 'no slot is held')
  })
})
