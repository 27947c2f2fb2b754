import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { restoreBackup } from '../../adapters/store/open/restore.ts'
import { runCli } from '../support/cli-process.ts'
import { ADMIN_TOKEN, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-backup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const TABLES = [
  'workspaces',
  'keys',
  'ledger',
  'voids',
  'closed_charges',
  'usage',
  'batches',
  'items',
  'results',
  'creation_keys',
]

/** All rows of the tables, each as JSON. */
function readRows(file: string): ReadonlyMap<string, readonly string[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return new Map(
      TABLES.map((table) => {
        const rows = database.prepare(`SELECT * FROM ${table}`).all()
        return [table, rows.map((row) => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1))]
      }),
    )
  } finally {
    database.close()
  }
}

test('a backup under load has everything that was answered before it, and is restored row by row', async (t) => {
  const folder = createFolder(t)
  const bench = await startBench()
  const { key, workspace } = await bench.createCaller()
  const end = new AbortController()
  let answered = 0
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let index = client; !end.signal.aborted; index += 8) {
      const { status } = await bench.product(`B0SHLFX${String(index % 1000).padStart(3, '0')}`, key)
      if (status === 200) answered++
    }
  })
  const headers = { 'Idempotency-Key': 'b' }
  const batch = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] }
  assert.equal((await bench.createBatch(key, batch, headers)).status, 201)
  await until(() => answered >= 20, 'some answers')
  const before = answered
  const file = join(folder, 'copy.sqlite')
  await bench.administrate('store.backup', { file })
  end.abort()
  await Promise.all(clients)
  assert.equal(statSync(file).mode & 0o777, 0o600)

  const again = await bench.callAdmin('/admin/v1/store.backup', { method: 'POST', body: JSON.stringify({ file }) })
  assert.deepEqual([again.status, (jsonOf(again) as { error: string }).error], [409, 'file_exists'])

  const directory = join(folder, 'restored')
  const { charges, differences } = await restoreBackup(file, { directory })
  assert.deepEqual(differences, [])
  assert.ok(charges >= before, `${charges} charges, ${before} answers before`)
  await bench.stop()
  const [all, restored] = [
    readRows(join(bench.folder, 'shelfmark.sqlite')),
    readRows(join(directory, 'shelfmark.sqlite')),
  ]
  for (const table of ['workspaces', 'keys', 'ledger', 'creation_keys']) {
    const known = new Set(all.get(table))
    const missing = (restored.get(table) ?? []).filter((row) => !known.has(row))
    assert.deepEqual(missing, [], table)
    assert.ok((restored.get(table)?.length ?? 0) > 0, table)
  }
  await bench.close()

  // The restored data serves requests, to the same keys.
  const other = await startBench({ folder: directory })
  assert.equal((await other.product('B0SHLFX301', key)).status, 200)
  const usage = await other.readUsage(workspace)
  assert.equal(
    usage.reduce((sum, { charges: own }) => sum + own, 0),
    charges + 1,
  )
  await other.close()
})

test('a backup of data at rest is the same, row by row', async (t) => {
  const folder = createFolder(t)
  const bench = await startBench()
  const { key } = await bench.createCaller()
  for (let index = 300; index < 310; index++) await bench.product(`B0SHLFX${index}`, key)
  await bench.administrate('store.backup', { file: join(folder, 'copy.sqlite') })
  await bench.stop()
  await restoreBackup(join(folder, 'copy.sqlite'), { directory: join(folder, 'restored') })
  assert.deepEqual(
    readRows(join(folder, 'restored', 'shelfmark.sqlite')),
    readRows(join(bench.folder, 'shelfmark.sqlite')),
  )
  await bench.close()
})

test('ledger export writes the charges of a month, and backup a file, through the server', async (t) => {
  const folder = createFolder(t)
  const bench = await startBench({ epochMs: () => Date.UTC(2026, 4, 31) })
  const { key, workspace, keyId } = await bench.createCaller()
  for (let index = 300; index < 303; index++) await bench.product(`B0SHLFX${index}`, key)
  const environment = {
    SHELFMARK_DATA: bench.folder,
    SHELFMARK_ADMIN_PORT: String(bench.adminPort),
    SHELFMARK_ADMIN_TOKEN: ADMIN_TOKEN,
  }
  const run = (...args: string[]) => runCli(args, { env: environment })
  const exported = await run('ledger', 'export', '--month', '2026-05')
  const [head, ...lines] = exported.output.trimEnd().split('\n')
  assert.equal(head, 'workspace,charge,key,kind,credits,at')
  assert.equal(lines.length, 3, exported.errors)
  for (const line of lines) {
    const [owner, charge, ...rest] = line.split(',')
    assert.ok(charge)
    assert.deepEqual([owner, ...rest], [workspace, keyId, 'product', '5', '2026-05-31T00:00:00.000Z'])
  }
  assert.equal((await run('ledger', 'export', '--month', '2026-04')).output.trimEnd(), head)
  assert.equal((await run('ledger', 'export', '--month', 'May')).code, 2)
  const file = join(folder, 'copy.sqlite')
  assert.equal((await run('backup', file)).code, 0)
  await bench.close()
  const restored = await runCli(['restore', file], { env: { SHELFMARK_DATA: join(folder, 'restored') } })
  assert.equal(restored.code, 0, restored.errors)
  assert.match(restored.errors, /has the data of 2026-05-31T.*: 3 charges of 15 credits/)
})

test('a closed month is exported, backed up and restored as it was', async (t) => {
  const folder = createFolder(t)
  const first = await startBench({ epochMs: () => Date.UTC(2026, 4, 31) })
  const { key } = await first.createCaller()
  for (let index = 300; index < 304; index++) await first.product(`B0SHLFX${index}`, key)
  const read = (bench: Bench) => bench.administrate('ledger.read', { month: '2026-05', after: '' })
  const before = await read(first)
  await first.stop()

  // Its housekeeping closes the month.
  const second = await startBench({ folder: first.folder, epochMs: () => Date.UTC(2026, 5, 8) })
  assert.equal((await second.product('B0SHLFX304', key)).status, 200)
  const file = join(folder, 'copy.sqlite')
  const isClosed = async (): Promise<boolean> => {
    rmSync(file, { force: true })
    await second.administrate('store.backup', { file })
    return (readRows(file).get('closed_charges')?.length ?? 0) > 0
  }
  await until(isClosed, 'the end of the month')
  assert.equal(before.rows.length, 4)
  assert.deepEqual(await read(second), before)
  const { charges, differences } = await restoreBackup(file, { directory: join(folder, 'restored') })
  assert.deepEqual([charges, differences], [5, []])
  const third = await startBench({ folder: join(folder, 'restored'), epochMs: () => Date.UTC(2026, 5, 8) })
  assert.deepEqual(await read(third), before)
  for (const bench of [third, second, first]) await bench.close()
})
