import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { TOLD } from '../../adapters/cli/print-changes.ts'
import { openSqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { restoreBackup } from '../../adapters/store/open/restore.ts'
import { NO_RIGHTS, RIGHTS } from '../../adapters/store/sql/rights.ts'
import { giveRights, listWorking, revokeEach } from '../support/given-rights.ts'

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-rights-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Columns of tables with rights that give nothing by themselves, or that nobody can change. */
const IDENTITY: Readonly<Record<string, readonly string[]>> = {
  workspaces: ['row_id', 'id', 'name', 'created_at_ms'],
  keys: 'row_id id workspace_id mode prefix hash pepper name created_at_ms last_used_at_ms'.split(' '),
  // A session of another generation is over, and a restore ends all sessions.
  people: ['door', 'name', 'id', 'workspace_id', 'created_at_ms', 'generation'],
  schedules: `row_id id workspace_id key_id mode endpoint created_at_ms item_count inputs revision paused next_run_ms
    batch_id problem stored_bytes`.split(/\s+/),
  bucket_keys: ['row_id', 'id', 'workspace_id'],
  watches:
    `row_id id workspace_id key_id mode endpoint created_at_ms item_count control revision next_run_ms batch_id looks
    seen credits last_look_ms redelivered_at_ms forgotten_at_ms is_removed stored_bytes`.split(/\s+/),
  batches:
    `row_id id workspace_id key_id mode endpoint created_at_ms sealed_secret webhook_url metadata deliver schedule_id watch_id status
    total_count processed_count success_count failure_count credits_charged started_at_ms completed_at_ms claimed_count turn
    redelivered_at_ms has_results stored_bytes`.split(/\s+/),
}

test('every table, and every column of those with rights, is revoked again, or is no right for a reason', async (t) => {
  const directory = createFolder(t)
  await (await openSqliteStore({ directory })).close()
  const database = openSqliteFile(join(directory, 'shelfmark.sqlite'))
  const columns = database.list<{ table: string; column: string }>(
    `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
  )
  database.close()
  const tables = [...new Set(columns.map(({ table }) => table))]
  assert.ok(tables.length > 20)
  assert.deepEqual(tables.toSorted(), [...Object.keys(RIGHTS), ...Object.keys(NO_RIGHTS)].toSorted())
  for (const [name, right] of Object.entries(RIGHTS)) {
    const own = columns.flatMap(({ table, column }) => (table === name ? [column] : []))
    assert.deepEqual(own.toSorted(), [...right.columns, ...(IDENTITY[name] ?? [])].toSorted(), name)
    const told = [...right.columns, ...(right.remove === undefined ? [] : ['gone'])]
    assert.deepEqual(
      told.filter((column) => TOLD[name]?.[column] === undefined),
      [],
      name,
    )
  }
})

test('what was revoked since a backup is revoked again, and nothing else', async (t) => {
  const folder = createFolder(t)
  const [since, file] = [join(folder, 'old'), join(folder, 'backup')]
  const store = await openSqliteStore({ directory: since })
  const rights = await giveRights(store)
  assert.deepEqual(await listWorking(store, rights), Object.keys(rights))
  await store.backUp(file)
  await revokeEach(store, rights)
  assert.deepEqual(await listWorking(store, rights), [])
  await store.close()
  const listRestored = async (name: string, options: object): Promise<string[]> => {
    const directory = join(folder, name)
    await restoreBackup(file, { directory, ...options })
    const restored = await openSqliteStore({ directory })
    const working = await listWorking(restored, rights)
    await restored.close()
    return working
  }
  // Without the newer data, all come back but sessions.
  const back = await listRestored('plain', {})
  assert.deepEqual(
    back,
    Object.keys(rights).filter((name) => name !== 'session'),
  )
  assert.deepEqual(await listRestored('since', { since }), [])
  const ended = [
    'key',
    'password',
    'session',
    'link that was used',
    'link that was replaced',
    'pause of a watch',
    'pause of a schedule',
  ]
  const left = await listRestored('all', { revokesAll: true })
  assert.deepEqual(
    left,
    Object.keys(rights).filter((name) => !ended.includes(name)),
  )
})

test('a restore of data in which nothing was revoked revokes nothing', async (t) => {
  const folder = createFolder(t)
  const [since, file] = [join(folder, 'old'), join(folder, 'backup')]
  const store = await openSqliteStore({ directory: since })
  await giveRights(store)
  await store.backUp(file)
  await store.close()
  const { changes, working } = await restoreBackup(file, { directory: join(folder, 'new'), since })
  assert.deepEqual(changes?.revocations, [])
  assert.deepEqual(working, { keys: 4, passwords: 4, links: 3, watches: 3, schedules: 2 })
})
