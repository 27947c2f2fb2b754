import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyedRequest } from '../../adapters/store/idempotency.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { describeRedis } from '../support/redis-server.ts'
import { inTime } from '../support/wait.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')

describeRedis('idempotency keys of processes on one Redis', ['--appendonly', 'no'], (server) => {
  async function withTwo(
    use: (one: Store, other: Store, request: KeyedRequest, row: string) => Promise<void>,
  ): Promise<void> {
    const prefix = randomUUID()
    const open = () => openRedisStore({ url: server.url, prefix, epochMs: () => NOW, clock: 'caller' })
    const [one, other] = [await open(), await open()]
    const { id: workspaceId } = await one.workspaces.create({ name: 'First' })
    try {
      const request = { workspaceId, mode: 'live', key: 'k', params: '["a"]' } as const
      await use(one, other, request, `${prefix}:request:${workspaceId}:live:k`)
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  }

  test('a request waits for one of another process with its key; one with other parameters is a conflict', () =>
    withTwo(async (one, other, request) => {
      const first = await one.ledger.claimKey(request, NOW)
      let isWaiting = true
      const second = other.ledger.claimKey(request, NOW).finally(() => (isWaiting = false))
      assert.equal(await other.ledger.claimKey({ ...request, params: '["b"]' }, NOW), 'idempotency_conflict')
      await sleep(250)
      assert.ok(isWaiting)
      await one.ledger.endClaim(request)
      assert.deepEqual(await inTime(second, 'the claim of the other process'), first)
      await other.ledger.endClaim(request)
    }))

  test('the claim of a process that died ends with its lease; the end of an old claim does not end a new one', () =>
    withTwo(async (one, other, request, row) => {
      await one.ledger.claimKey(request, NOW)
      const second = other.ledger.claimKey(request, NOW)
      await server.redis.hset(row, 'until_ms', 1)
      await inTime(second, 'the claim of the other process')
      const held = await server.redis.hget(row, 'claim')
      await one.ledger.endClaim(request)
      assert.equal(await server.redis.hget(row, 'claim'), held)
      await other.ledger.endClaim(request)
      assert.equal(await server.redis.hexists(row, 'claim'), 0)
    }))

  test('answers that have expired with their keys do not count any more', () =>
    withTwo(async (one, other, request, row) => {
      await one.ledger.claimKey(request, NOW)
      await one.ledger.keepAnswer(request, Buffer.from('answer'))
      await one.ledger.endClaim(request)
      const storedBy = async (store: Store) => (await store.storage.usage(request.workspaceId, 'live')).bytes
      await other.ledger.forgetKeys(NOW)
      assert.equal(await storedBy(other), 6)
      const answers = row.replace(/:request:.*/, ':answers')
      const [member = '', expiry] = await server.redis.zrange(answers, 0, -1, 'WITHSCORES')
      const rowExpiry = await server.redis.call('PEXPIRETIME', row)
      assert.ok(Math.abs(Number(expiry) - Number(rowExpiry)) < 1000, 'both expire at the same time')
      await server.redis.zadd(answers, 1, member)
      await other.ledger.forgetKeys(NOW)
      assert.equal(await storedBy(other), 0)
    }))
})
