import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Administration } from '../../adapters/cli/define-administration.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'

test('commands of one command line, such as pages of an export, open the store once', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-administration-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const administration = new Administration({ SHELFMARK_DATA: directory })
  const created = await administration.run('workspaces.create', { name: 'shop' })
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'locked' })
  assert.equal(await administration.chooseWorkspace(undefined), created.id)
  await administration.close()
  await (await openSqliteStore({ directory })).close()
})
