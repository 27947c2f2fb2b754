import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { dayOf } from '../../core/policy/index.ts'
import { claim, create, createCaller, DAY, succeed } from './batch-calls.ts'
import { ALL_DAYS, NOW } from './store-caller.ts'

test('SQLite: usage by reference of old days is removed, the charges are not', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-references-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const store = await openSqliteStore({ directory })
  const caller = await createCaller(store)
  await create(store, caller, 1, { inputs: [0, 1, 2].map(() => '{"query":"B0SHLFX301","reference":"A"}') })
  for (const [days, one] of (await claim(store)).entries()) await succeed(store, caller, one, NOW + days * DAY)
  await store.ledger.forgetReferences(dayOf(NOW + 2 * DAY))
  const usage = await store.ledger.usageByReference(caller.workspaceId, ALL_DAYS)
  assert.deepEqual(
    usage.map(({ charges }) => charges),
    [1],
  )
  assert.equal((await store.ledger.usage(caller.workspaceId, ALL_DAYS)).length, 3)
  await store.close()
})
