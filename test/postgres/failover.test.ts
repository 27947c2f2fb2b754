import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { startPostgres } from '../../bench/service/postgres.ts'
import { NOW } from '../contract/store-caller.ts'
import { describePostgres } from '../support/postgres-server.ts'
import { until } from '../support/wait.ts'

describePostgres('failover of PostgreSQL', ['synchronous_standby_names=*'], (server) => {
  test('of several hosts, a store uses the one that writes; what it confirmed is on the standby that takes its place', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'shelfmark-standby-'))
    t.after(() => rmSync(directory, { recursive: true, force: true }))
    chmodSync(directory, 0o711)
    const standby = await startPostgres(join(directory, 'standby'), { copyOf: server.url })
    t.after(() => standby.stop())
    const hosts = [standby.url, server.url].map((url) => new URL(url).host).join()
    const url = `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`
    const store = await openPostgresStore({ url, epochMs: () => NOW })
    t.after(() => store.close())
    const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
    const { key } = await store.keys.create(id, { mode: 'live', name: 'main' })
    const charge = async (chargeId: string): Promise<void> => {
      const reservation = await store.ledger.reserve(id, 5, NOW)
      assert.ok(reservation !== 'insufficient_credits')
      await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5 })
    }
    await charge('before')
    await server.kill()
    const promote = async (): Promise<void> => {
      await sleep(200)
      const client = new Client({ connectionString: standby.url })
      await client.connect()
      await client.query('SELECT pg_promote()')
      await client.end()
    }
    const isCharged = (): Promise<boolean> =>
      charge('meanwhile').then(
        () => true,
        () => false,
      )
    await Promise.all([until(isCharged, 'a server writes again'), promote()])
    assert.deepEqual(await store.ledger.check(), { charges: 2, credits: 10, differences: [] })
  })
})
