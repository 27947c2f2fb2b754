import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { ask } from '../../bench/service/fault-kinds.ts'
import { findPostgres, startPostgres } from '../../bench/service/postgres.ts'
import { makeClusterDirectory } from '../../bench/service/services.ts'
import { mountSmallDisk } from '../../bench/service/small-disk.ts'
import { NOW } from '../contract/store-caller.ts'
import { until } from '../support/wait.ts'

/** A new database has 40 MB, and a file of its log 16 MB. */
const DISK_MB = 96
const directory = makeClusterDirectory('full-disk')
after(() => rmSync(directory, { recursive: true, force: true }))

/** A full disk of the data or of the log. Absent: null, it can't be had here; says so. */
function mountFor(context: TestContext, folder: string) {
  const found = findPostgres()
  const disk = typeof found === 'string' ? null : mountSmallDisk(folder, DISK_MB)
  if (disk === null) {
    const message = 'NOT CHECKED: a full disk of PostgreSQL: it needs a PostgreSQL server and root on Linux'
    console.warn(`\n*** ${message} ***\n`)
    context.skip(message)
    return null
  }
  return disk
}

for (const part of ['data', 'log'] as const) {
  test(`without room for its ${part}, charges are refused and cost nothing, and all works when there is room again`, async (t) => {
    const [folder, logDirectory] = [join(directory, part, 'data'), join(directory, part, 'log')]
    const disk = mountFor(t, part === 'data' ? folder : logDirectory)
    if (disk === null) return
    const server = await startPostgres(folder, part === 'log' ? { logDirectory } : {})
    const store = await openPostgresStore({ url: server.url, epochMs: () => NOW })
    t.after(async () => {
      await store.close()
      await server.stop()
      disk.remove()
    })
    const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
    const { key } = await store.keys.create(id, { mode: 'live', name: 'main' })
    const outcomes = { charged: 0, refused: 0 }
    const charge = async (): Promise<void> => {
      const chargeId = `${outcomes.charged} ${outcomes.refused}`
      try {
        const reservation = await store.ledger.reserve(id, 5, NOW)
        assert.ok(reservation !== 'insufficient_credits')
        await store.ledger.settle(reservation, {
          chargeId,
          keyId: key.id,
          record: 'product',
          credits: 5,
          isUnanswered: true,
        })
        store.ledger.confirm({ workspaceId: id, chargeId, atMs: NOW })
        outcomes.charged++
      } catch (error) {
        assert.ok(error instanceof StoreError && error.code === 'unavailable', String(error))
        outcomes.refused++
      }
    }
    await charge()
    disk.fill()
    if (part === 'log') {
      // Fills what PostgreSQL has made of its log, and needs more.
      const sql = "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000)) FROM generate_series(1, 64)"
      await assert.rejects(ask(server.url, sql))
    }
    while (outcomes.refused < 3) {
      disk.fill()
      await charge()
    }
    disk.free()
    if (!server.isRunning()) await server.start()
    const before = outcomes.charged
    await until(async () => {
      await charge()
      return outcomes.charged > before + 2
    }, 'charges are written again')
    await until(() => store.ledger.unansweredCredits() === 0, 'what was refused is void')
    assert.deepEqual(await store.ledger.check(), {
      charges: outcomes.charged,
      credits: 5 * outcomes.charged,
      differences: [],
    })
  })
}
