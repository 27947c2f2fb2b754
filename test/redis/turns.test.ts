import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { Connection } from '../../adapters/store/redis/connection.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { loadScript } from '../../adapters/store/redis/script.ts'
import { mayTakeTurn, reservedTurns } from '../../core/policy/index.ts'
import { describeRedis } from '../support/redis-server.ts'

const [TAKE, END] = [loadScript('take-turn'), loadScript('end-turn')]
const LEASE_MS = 600_000

describeRedis('turns of shared pools on Redis', ['--appendonly', 'no'], (server) => {
  const redis = { current: connectRedis('redis://127.0.0.1:1') }
  let connection: Connection
  before(() => {
    redis.current.disconnect()
    redis.current = connectRedis(server.url)
    connection = new Connection(redis.current, 'rules')
  })
  after(async () => {
    await connection.close()
    redis.current.disconnect()
  })

  const take = (pool: string, turns: number, reserved: number, id: string, waiting: readonly string[]) =>
    connection.run<number>(TAKE, [pool, turns, reserved, LEASE_MS, id, ...waiting])

  test('property: they are dealt as mayTakeTurn decides, to the first that may have one', async () => {
    const workspaces = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', ''], { minLength: 1 })
    const step = fc.oneof({ weight: 3, arbitrary: workspaces }, fc.nat({ max: 5 }))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.array(step, { maxLength: 40 }),
        async (turns, hasReserve, steps) => {
          const pool = randomUUID()
          const reserved = hasReserve ? reservedTurns(turns) : 0
          const held: { readonly workspace: string; readonly id: string }[] = []
          const lately = new Set<string>()
          for (const one of steps) {
            if (typeof one === 'number') {
              const [ended] = held.splice(one, 1)
              if (ended === undefined) continue
              assert.equal(await connection.run(END, [pool, ended.workspace, ended.id]), 1)
              assert.equal(await connection.run(END, [pool, ended.workspace, ended.id]), 0)
              continue
            }
            for (const workspace of one) if (workspace !== '') lately.add(workspace)
            const mayTake = (workspace: string): boolean => {
              if (workspace === '') return held.length < turns
              const own = held.filter((turn) => turn.workspace === workspace).length
              return mayTakeTurn({ turns, reserved }, { held: held.length, own, others: lately.size - 1 })
            }
            const id = randomUUID()
            const expected = one.findIndex(mayTake)
            assert.equal(await take(pool, turns, reserved, id, one), expected)
            if (expected === -1) continue
            assert.equal(await take(pool, turns, reserved, id, one), expected, 'a second call has the same turn')
            held.push({ workspace: one[expected] ?? '', id })
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  test('a turn whose process died is free when its lease ends, and one from a wrong clock at once', async () => {
    const pool = randomUUID()
    assert.equal(await take(pool, 1, 0, 'first', ['a']), 0)
    assert.equal(await take(pool, 1, 0, 'second', ['b']), -1)
    const leases = `rules:turns:${pool}`
    for (const aheadMs of [-1, 3 * LEASE_MS]) {
      const [seconds] = await server.redis.time()
      const [member] = await server.redis.zrange(leases, 0, -1)
      await server.redis.zadd(leases, 1000 * Number(seconds) + aheadMs, member ?? '')
      assert.equal(await take(pool, 1, 0, `after ${aheadMs}`, ['b']), 0)
      assert.equal(await server.redis.hlen(`${leases}:held`), 1)
    }
  })
})
