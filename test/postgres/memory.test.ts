import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { createCaller } from '../contract/store-caller.ts'
import { describePostgres } from '../support/postgres-server.ts'

const UNAVAILABLE = { code: 'unavailable', message: /restarted/ }

/** The message of the `unavailable` that a call must reject with. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof StoreError && error.code === 'unavailable', String(error))
  return error.message
}

describePostgres('a store that lost its memory', ['fsync=off'], (server) => {
  const open = async (schema: string) => {
    const losses: string[] = []
    const url = await server.createSchema(schema)
    const store = await openPostgresStore({ url, onLoss: (_, problem) => losses.push(problem) })
    return { store, losses, url }
  }
  const nameSchema = (): string => `t${randomUUID().replaceAll('-', '')}`

  test('data that is gone or replaced is unavailable from the next probe on', async (t) => {
    const changes: readonly (readonly [RegExp, (schema: string, other: string) => string])[] = [
      [/is empty/, (schema) => `DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}`],
      [/is empty/, (schema) => `TRUNCATE ${schema}.settings`],
      [
        /another one/,
        (schema, other) => `ALTER SCHEMA ${schema} RENAME TO gone_${schema}; ALTER SCHEMA ${other} RENAME TO ${schema}`,
      ],
    ]
    for (const [problem, change] of changes) {
      const [schema, other] = [nameSchema(), nameSchema()]
      const { store, losses } = await open(schema)
      t.after(() => store.close())
      const { store: second } = await open(other)
      await second.close()
      const { fullKey, workspaceId } = await createCaller(store)
      await store.probe()
      await server.ask(change(schema, other))
      assert.match(await refusalOf(store.probe()), problem)
      for (const call of [
        store.ledger.reserve(workspaceId, 5, Date.now()),
        store.keys.authenticate(`${fullKey.slice(0, -1)}x`),
      ]) {
        await assert.rejects(call, UNAVAILABLE)
      }
      assert.equal(losses.length, 1)
    }
  })

  test('a database that was restored to an older point is unavailable at once, and can be opened again', async (t) => {
    const { store, losses, url } = await open(nameSchema())
    t.after(() => store.close())
    const { workspaceId } = await createCaller(store)
    const restore = await server.copyData()
    // A restart alone loses nothing.
    await store.probe()
    const { fullKey } = await store.keys.create(workspaceId, { mode: 'live', name: 'later' })
    await restore()
    // The first call already, without a probe: it needs a connection.
    await assert.rejects(store.workspaces.list(), UNAVAILABLE)
    assert.match(losses.join(), /older than before/)
    await assert.rejects(store.probe(), UNAVAILABLE)
    const again = await openPostgresStore({ url })
    t.after(() => again.close())
    await again.probe()
    assert.equal(await again.keys.authenticate(fullKey), 'unauthorized')
  })
})
