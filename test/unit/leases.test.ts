import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { Leases, REQUEST_LEASE_MS } from '../../adapters/store/redis/leases.ts'
import { StoreError } from '../../adapters/store/store-error.ts'

const INTERVAL_MS = REQUEST_LEASE_MS / 6

/** Leases without a Redis, on a clock that the test moves. */
function startLeases(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const calls: (readonly unknown[])[] = []
  const connection = {
    isDown: false,
    run: async <Reply>(_script: unknown, args: readonly unknown[]): Promise<Reply> => {
      calls.push(args)
      if (connection.isDown) throw new StoreError('unavailable', 'It is down.')
      return 'OK' as Reply
    },
  }
  const leases = new Leases(connection, REQUEST_LEASE_MS)
  /** Calls of the next renewal. */
  const next = async (): Promise<readonly (readonly unknown[])[]> => {
    t.mock.timers.tick(INTERVAL_MS)
    await nextTurn()
    return calls.splice(0)
  }
  return { leases, connection, next }
}

test('one call renews all requests of a process that last; those that end soon are never renewed', async (t) => {
  const { leases, next } = startLeases(t)
  for (const id of ['a', 'b', 'c']) leases.begin(`limit:${id}:slots`, id)
  leases.end('c')
  assert.deepEqual(await next(), [])
  leases.begin('limit:d:slots', 'd')
  assert.deepEqual(await next(), [[REQUEST_LEASE_MS, 'limit:a:slots', 'a', 'limit:b:slots', 'b']])
  for (const id of ['a', 'b', 'd']) leases.end(id)
  assert.deepEqual(await next(), [])
})

test('many requests are renewed in steps', async (t) => {
  const { leases, next } = startLeases(t)
  for (let id = 0; id < 1200; id++) leases.begin('limit:k:slots', String(id))
  await next()
  const calls = await next()
  assert.deepEqual(
    calls.map((args) => (args.length - 1) / 2),
    [500, 500, 200],
  )
})

test('a renewal that fails is repeated; a request that lasts longer than any is not renewed any more', async (t) => {
  const { leases, connection, next } = startLeases(t)
  leases.begin('limit:k:slots', 'a')
  await next()
  connection.isDown = true
  assert.equal((await next()).length, 1)
  connection.isDown = false
  let renewals = 0
  while ((await next()).length === 1) renewals++
  assert.equal(renewals, 600_000 / INTERVAL_MS - 2)
})
