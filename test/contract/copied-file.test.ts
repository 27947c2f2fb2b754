import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { openSqliteFile, type SqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { root } from '../support/root.ts'

const INSERT = 'INSERT INTO rows (body) VALUES (zeroblob(4000))'
/** Each of them takes a page. SQLite moves its log to the database from 1,000 pages on. */
const ROWS = 1500

function openFile(t: TestContext): { readonly file: SqliteFile; readonly path: string; readonly copy: string } {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-copied-file-'))
  const path = join(folder, 'x.sqlite')
  const file = openSqliteFile(path)
  t.after(() => {
    file.close()
    rmSync(folder, { recursive: true })
  })
  file.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, body BLOB) STRICT')
  for (let row = 0; row < ROWS; row++) file.run(INSERT)
  return { file, path, copy: join(folder, 'copy.sqlite') }
}

/** Number of rows of a whole copy. */
function countRows(path: string): number {
  const database = new DatabaseSync(path)
  try {
    const [problem] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    assert.equal(problem?.integrity_check, 'ok')
    return database.prepare('SELECT id FROM rows').all().length
  } finally {
    database.close()
  }
}

test('a copy has the rows of before it began, however many are written meanwhile', async (t) => {
  const { file, copy } = openFile(t)
  const copied = file.backUp(copy)
  for (let row = 0; row < ROWS; row++) {
    file.run(INSERT)
    if (row % 10 === 0) await setImmediate()
  }
  await copied
  assert.equal(countRows(copy), ROWS)
  assert.equal(file.list('SELECT id FROM rows').length, 2 * ROWS)
  assert.equal(file.list<{ wal_autocheckpoint: number }>('PRAGMA wal_autocheckpoint')[0]?.wal_autocheckpoint, 1000)
})

test('a file that was copied is still locked for other processes', async (t) => {
  const { file, path, copy } = openFile(t)
  await file.backUp(copy)
  const program = `
    const { DatabaseSync } = require('@photostructure/sqlite')
    new DatabaseSync(process.argv[1]).exec('CREATE TABLE others (id INTEGER)')`
  const { status, stderr } = spawnSync(process.execPath, ['-e', program, path], { cwd: root, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /database is locked/)
})

test('a copy of a file that was closed or compacted meanwhile is refused', async (t) => {
  const { file, copy } = openFile(t)
  const compacted = file.backUp(copy)
  file.compact()
  await assert.rejects(compacted, { name: 'StoreError', code: 'unavailable', message: /try again/ })
  const closed = file.backUp(copy)
  file.close()
  await assert.rejects(closed, { name: 'StoreError', code: 'closed' })
})

test('a copy that cannot be written is refused with the words of the system, and the file works on', async (t) => {
  const { file, copy } = openFile(t)
  await assert.rejects(file.backUp(join(copy, 'none')), { message: /^ENOENT: no such file or directory/ })
  file.run(INSERT)
  await file.backUp(copy)
  assert.equal(countRows(copy), ROWS + 1)
})
