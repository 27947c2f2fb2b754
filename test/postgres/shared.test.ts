import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Reservation } from '../../adapters/store/ledger.ts'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { describePostgres } from '../support/postgres-server.ts'
import { until } from '../support/wait.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const ALL_DAYS = { from: '2000-01-01', to: '2999-12-31' }

describePostgres('several stores on one database', ['fsync=off'], (server) => {
  /** Two stores with the same data, as two processes have them. */
  const withTwo = async (run: (one: Store, other: Store) => Promise<void>) => {
    const schema = `t${randomUUID().replaceAll('-', '')}`
    const url = await server.createSchema(schema)
    const open = () => openPostgresStore({ url, epochMs: () => NOW })
    // Both at once: one creates the tables.
    const [one, other] = await Promise.all([open(), open()])
    try {
      await run(one, other)
    } finally {
      await Promise.all([one.close(), other.close()])
      await server.removeSchema(schema)
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

  test('a key created or revoked in one store counts in the other; both share the maximum of 20', () =>
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
        assert.equal(await one.keys.authenticate(fullKey), 'revoked')
        // The other one hears of it.
        await until(async () => (await other.keys.authenticate(fullKey)) === 'revoked', 'the key is revoked everywhere')
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
})
