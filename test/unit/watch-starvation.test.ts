import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createWatchRuns } from '../../adapters/work/watch/run-watches.ts'
import { contract } from '../../adapters/contract.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { createCaller, newId } from '../contract/batch-calls.ts'
import { NOW } from '../contract/store-caller.ts'
import { createWatch, findWatch, toNewWatch } from '../contract/watch-calls.ts'

test('a watch whose run can not begin does not keep the others waiting', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-starvation-'))
  const store = await openSqliteStore({ directory, epochMs: () => NOW })
  const caller = await createCaller(store)
  const { terms } = toNewWatch(caller, 1)
  // Another machine may know other time zones.
  const zone = { ...terms, every: null, cron: '0 7 * * *', timezone: 'Europe/Atlantis' }
  const bad = await createWatch(store, caller, 1, { terms: zone })
  const good = await createWatch(store, caller, 1)
  const failures: unknown[] = []
  const log = { info: () => undefined, error: (facts: unknown) => failures.push(facts) }
  const runs = createWatchRuns({ store, contract, log, newId, epochMs: () => NOW })
  await runs()
  assert.notEqual((await findWatch(store, good)).batchId, null)
  assert.equal((await findWatch(store, bad)).batchId, null)
  assert.equal(failures.length, 1)
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
