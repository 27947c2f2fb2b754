import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { WriteAheadLog } from '../../adapters/store/drivers/write-ahead-log.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import type { Store } from '../../adapters/store/store.ts'
import { until } from '../support/wait.ts'
import { claim, create, createCaller, find, succeed, toNewBatch } from './batch-calls.ts'
import { NOW, reserve } from './store-caller.ts'

const refused = { code: 'unavailable' }

async function openStore(t: TestContext): Promise<{ readonly store: Store; readonly again: () => Promise<Store> }> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-unsynced-'))
  const open = (): Promise<Store> => openSqliteStore({ directory, epochMs: () => NOW })
  const store = await open()
  let last = store
  t.after(async () => {
    await last.close()
    rmSync(directory, { recursive: true })
  })
  const again = async (): Promise<Store> => {
    await store.close()
    last = await open()
    return last
  }
  return { store, again }
}

/** Makes every sync fail until the returned function is called. */
function breakDisk(t: TestContext, owner: typeof SqliteFile | typeof WriteAheadLog): () => void {
  const sync = t.mock.method(owner.prototype, 'sync', () => Promise.reject(new StoreError('unavailable', 'EIO')))
  return () => sync.mock.restore()
}

test('an answer whose charge may not be on disk is refused, and its charge is voided', async (t) => {
  const { store, again } = await openStore(t)
  const caller = await createCaller(store)
  const { key, workspaceId } = caller
  const settle = async (chargeId: string) =>
    store.ledger.settle(await reserve(store, workspaceId, 5), {
      chargeId,
      keyId: key.id,
      record: 'product',
      credits: 5,
      isUnanswered: true,
    })
  const mend = breakDisk(t, SqliteFile)
  await assert.rejects(settle('a'), refused)
  mend()
  await until(() => store.ledger.unansweredCredits() === 0, 'the charge is voided')
  assert.equal(await store.ledger.usedCredits(workspaceId, NOW), 0)
  assert.deepEqual(await store.ledger.check(), { charges: 0, credits: 0, differences: [] })
  assert.equal(await settle('b'), 'charged')
  const next = await again()
  // No answer was confirmed, so nothing is charged after a restart.
  assert.deepEqual(await next.ledger.check(), { charges: 0, credits: 0, differences: [] })
})

test('an item whose result may not be on disk is refused; its repetition finds the result and charges nothing more', async (t) => {
  const { store, again } = await openStore(t)
  const caller = await createCaller(store)
  await create(store, caller, 1)
  const [item] = await claim(store)
  assert.ok(item !== undefined)
  const mend = breakDisk(t, SqliteFile)
  await assert.rejects(succeed(store, caller, item), refused)
  mend()
  assert.equal(await store.ledger.usedCredits(caller.workspaceId, NOW), 5)
  assert.equal(await succeed(store, caller, item), 'already_committed')
  assert.equal(await store.ledger.usedCredits(caller.workspaceId, NOW), 5)
  const next = await again()
  assert.deepEqual(await next.ledger.check(), { charges: 1, credits: 5, differences: [] })
})

test('a batch that may not be on disk is refused, and none of its items runs', async (t) => {
  const { store } = await openStore(t)
  const caller = await createCaller(store)
  const batch = toNewBatch(caller, 3)
  const mend = breakDisk(t, SqliteFile)
  await assert.rejects(store.batches.create(batch), refused)
  mend()
  assert.equal((await find(store, batch)).progress.status, 'failed')
  assert.deepEqual(await claim(store), [])
})

test('where a sync fails, the log is copied to the database instead', async (t) => {
  const { store, again } = await openStore(t)
  const caller = await createCaller(store)
  const mend = breakDisk(t, WriteAheadLog)
  await create(store, caller, 1)
  const [item] = await claim(store)
  assert.ok(item !== undefined)
  assert.equal(await succeed(store, caller, item), 'committed')
  mend()
  const next = await again()
  assert.deepEqual(await next.ledger.check(), { charges: 1, credits: 5, differences: [] })
})

test('callers that come while one sync runs share the next', async (t) => {
  const log = new WriteAheadLog('none')
  const steps: (() => void)[] = []
  t.mock.method(
    log as unknown as { syncNow: () => Promise<void> },
    'syncNow',
    () => new Promise<void>((resolve) => steps.push(resolve)),
  )
  const order: string[] = []
  const first = log.sync().then(() => order.push('first'))
  const others = [log.sync(), log.sync(), log.sync()].map((one) => one.then(() => order.push('other')))
  assert.equal(steps.length, 1)
  steps[0]?.()
  await first
  await until(() => steps.length === 2, 'the second sync')
  assert.deepEqual(order, ['first'])
  steps[1]?.()
  await Promise.all(others)
  assert.equal(steps.length, 2)
})
