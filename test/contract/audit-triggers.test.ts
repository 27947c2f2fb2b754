import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'

test('the audit log of the embedded store is append only', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-audit-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const store = await openSqliteStore({ directory })
  const entry = { actor: 'token', address: null, command: 'keys.revoke', workspaceId: null, input: {} }
  for (let atMs = 1; atMs <= 3; atMs++) {
    await store.audit.begin({ ...entry, id: String(atMs), atMs })
    await store.audit.end(String(atMs), { outcome: 'ok', workspaceId: null, subjectId: null })
  }
  await store.audit.forget({ beforeMs: 2, most: 10 })
  await store.close()
  const database = new DatabaseSync(join(directory, 'shelfmark.sqlite'))
  t.after(() => database.close())
  for (const change of [
    "UPDATE audit SET entry = '{}'",
    "UPDATE audit_outcomes SET outcome = '{}'",
    "DELETE FROM audit WHERE id = '2'",
    'DELETE FROM audit_outcomes',
    "INSERT OR REPLACE INTO audit (id, at_ms, entry, writer) VALUES ('2', 2, '{}', '')",
    "INSERT OR REPLACE INTO audit_outcomes (id, outcome) VALUES ('2', '{}')",
  ]) {
    assert.throws(
      () => database.exec(`PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; ${change}`),
      /append only/,
      change,
    )
  }
  const rows = database.prepare('SELECT id, outcome FROM audit JOIN audit_outcomes USING (id) ORDER BY row_id').all()
  const outcome = JSON.stringify({ outcome: 'ok', workspaceId: null, subjectId: null })
  assert.equal(
    JSON.stringify(rows),
    JSON.stringify([
      { id: '2', outcome },
      { id: '3', outcome },
    ]),
  )
})
