import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { Database } from '../../adapters/store/sqlite/database.ts'
import { GroupCommit } from '../../adapters/store/sqlite/group-commit.ts'
import { openSqliteStore } from '../../adapters/store/sqlite/open-sqlite-store.ts'
import { MIGRATIONS } from '../../adapters/store/sqlite/schema.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { BATCH_RECORD_BYTES, IDEMPOTENCY_MS, WEBHOOK_RECORD_BYTES } from '../../core/policy/index.ts'
import { batchesContract } from './batches-contract.ts'
import { failAfter } from '../support/fail-after.ts'
import { createCaller, reserve } from './store-caller.ts'
import { storeContract, type StoreData } from './store-contract.ts'

async function createData(epochMs: () => number): Promise<StoreData> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-store-'))
  return {
    open: (options) => openSqliteStore({ directory, epochMs, ...options }),
    dump: async () => Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name)))),
    failAfter: (steps) => failAfter(steps, Database.prototype, ['transaction', 'compact']),
    remove: async () => {
      rmSync(directory, { recursive: true })
    },
  }
}

storeContract('SQLite', createData)
batchesContract('SQLite', createData)

function createFolder(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-store-'))
  t.after(() => {
    rmSync(directory, { recursive: true })
  })
  return directory
}

/** Runs SQL on the file of a closed store. */
function withFile<Result>(directory: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(join(directory, 'shelfmark.sqlite'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

test('charges of 100 concurrent callers share transactions; a key is read from the file once', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
  const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'main' })
  const transactions = t.mock.method(Database.prototype, 'transaction')
  let next = 0
  const callers = Array.from({ length: 100 }, async () => {
    while (next < 2500) {
      const chargeId = String(next++)
      const reservation = await store.ledger.reserve(id, 5, Date.UTC(2026, 2, 15))
      assert.ok(reservation !== 'insufficient_credits')
      await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5 })
    }
  })
  await Promise.all(callers)
  const count = transactions.mock.callCount()
  assert.ok(count > 0 && count <= 250, `${count} transactions`)
  assert.equal((await store.ledger.check()).charges, 2500)

  await store.keys.authenticate(fullKey)
  const reads = t.mock.method(Database.prototype, 'list')
  for (let time = 0; time < 10_000; time++) {
    assert.equal(typeof (await store.keys.authenticate(fullKey)), 'object')
  }
  assert.equal(reads.mock.callCount(), 0)
  await store.close()
})

test('a group is written in one transaction, in order; if that fails, the whole group is refused, and the next is not', async () => {
  const groups: unknown[][] = []
  let isBroken = false
  const commits = new GroupCommit({
    write: (work) => {
      const outcomes = work()
      groups.push([...outcomes])
      if (isBroken) throw new Error('no')
      return outcomes
    },
    sync: async () => undefined,
  })
  assert.deepEqual(await Promise.all([1, 2, 3].map((entry) => commits.add(() => entry * 2))), [2, 4, 6])
  isBroken = true
  const outcomes = await Promise.allSettled([4, 5].map((entry) => commits.add(() => entry)))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isBroken = false
  const flushed = commits.add(() => 'six')
  commits.flush()
  commits.flush()
  assert.equal(await flushed, 'six')
  assert.deepEqual(groups, [[2, 4, 6], [4, 5], ['six']])
})

test('the ledger is append only, and usage that is not its sum is reported', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const { id } = await store.workspaces.create({ name: 'First' })
  const { key } = await store.keys.create(id, { mode: 'live', name: 'main' })
  for (const record of ['product', 'search'] as const) {
    const reservation = await store.ledger.reserve(id, 5, Date.UTC(2026, 2, 15))
    assert.ok(reservation !== 'insufficient_credits')
    await store.ledger.settle(reservation, { chargeId: record, keyId: key.id, record, credits: 5 })
  }
  await store.close()
  withFile(directory, (database) => {
    assert.throws(() => database.exec('UPDATE ledger SET credits = 0'), /append only/)
    assert.throws(() => database.exec('DELETE FROM ledger'), /append only/)
    database.exec("UPDATE usage SET credits = 10 WHERE kind = 'product'; DELETE FROM usage WHERE kind = 'search'")
    database.exec("INSERT INTO usage VALUES ('ws', '2026-01-01', 'key', 'product', 1, 5)")
  })
  const again = await openSqliteStore({ directory })
  const { charges, credits, differences } = await again.ledger.check()
  await again.close()
  assert.deepEqual([charges, credits], [2, 10])
  const place = `${id} 2026-03-15 ${key.id}`
  assert.deepEqual(differences, ['ws 2026-01-01 key product', `${place} product`, `${place} search`].toSorted())
})

test('the file holds no full key and no pepper, and only its owner can read it', async (t) => {
  const directory = createFolder(t)
  for (const pepper of [null, 'a pepper that nobody knows']) {
    const folder = join(directory, 'made', pepper === null ? 'plain' : 'peppered')
    const store = await openSqliteStore({ directory: folder, pepper })
    const { id } = await store.workspaces.create({ name: 'First' })
    const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'main' })
    await store.close()
    const file = join(folder, 'shelfmark.sqlite')
    const bytes = readFileSync(file)
    assert.ok(bytes.includes(key.prefix))
    assert.ok(!bytes.includes(fullKey.slice(-32)))
    assert.ok(!bytes.includes('a pepper'))
    assert.equal(statSync(file).mode & 0o777, 0o600)
  }
})

test('an unusable file is refused with the reason', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  await store.close()
  withFile(directory, (database) => {
    database.exec('PRAGMA user_version = 99')
  })
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'newer_schema' })
  // The refused store has unlocked the file.
  withFile(directory, (database) => {
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
  })
  await (await openSqliteStore({ directory })).close()

  writeFileSync(join(directory, 'shelfmark.sqlite'), 'no database '.repeat(1000))
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'damaged' })
  const file = join(directory, 'shelfmark.sqlite')
  await assert.rejects(openSqliteStore({ directory: file }), { name: 'StoreError', code: 'unavailable' })
})

test('the log of a database that is gone is refused, and kept', async (t) => {
  const directory = createFolder(t)
  const file = join(directory, 'shelfmark.sqlite')
  for (const left of [null, '']) {
    if (left === null) rmSync(file, { force: true })
    else writeFileSync(file, left)
    writeFileSync(`${file}-wal`, 'charges of another database')
    await assert.rejects(openSqliteStore({ directory }), { code: 'damaged', message: /restore both from a backup/ })
    assert.equal(readFileSync(`${file}-wal`, 'utf8'), 'charges of another database')
  }
})

test('a damaged database is refused', async (t) => {
  const directory = createFolder(t)
  const file = join(directory, 'shelfmark.sqlite')
  const store = await openSqliteStore({ directory })
  const { id } = await store.workspaces.create({ name: 'First' })
  for (let count = 0; count < 20; count++) await store.keys.create(id, { mode: 'test', name: 'x'.repeat(1000) })
  await store.close()
  const whole = readFileSync(file)
  // Everything but the first page, which describes the tables.
  for (const bytes of [
    Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0xff)]),
    Buffer.from('x'),
  ]) {
    writeFileSync(file, bytes)
    await assert.rejects(openSqliteStore({ directory }), { code: 'damaged' })
  }
  writeFileSync(file, whole)
  await (await openSqliteStore({ directory })).close()
})

test('a probe fails when a file of the store was deleted or replaced, and works otherwise', async (t) => {
  for (const name of ['shelfmark.sqlite', 'shelfmark.sqlite-wal']) {
    for (const isReplaced of [false, true]) {
      const directory = createFolder(t)
      const store = await openSqliteStore({ directory })
      await store.probe()
      await store.probe()
      const bytes = readFileSync(join(directory, name))
      // Kept under another name, so that its inode is not used again.
      renameSync(join(directory, name), join(directory, 'gone'))
      if (isReplaced) writeFileSync(join(directory, name), bytes)
      await assert.rejects(store.probe(), { code: 'unavailable', message: isReplaced ? /was replaced/ : /was deleted/ })
      await assert.rejects(store.probe(), { code: 'unavailable' })
      await store.close().catch(() => undefined)
    }
  }
})

test('a file of an earlier schema is migrated with its data', async (t) => {
  const directory = createFolder(t)
  const [first] = MIGRATIONS
  assert.ok(first !== undefined && MIGRATIONS.length > 1)
  withFile(directory, (database) => {
    database.exec(first)
    database.exec(`INSERT INTO workspaces VALUES (1, 'ws_1', 'Old', 'free', 0, '{}', 5)`)
    database.exec('PRAGMA user_version = 1')
  })
  const store = await openSqliteStore({ directory })
  assert.deepEqual(
    (await store.workspaces.list()).map(({ name }) => name),
    ['Old'],
  )
  assert.deepEqual(await store.batches.listOverdue(0, Date.now()), [])
  await store.close()
})

test('batches of an earlier schema keep their results and their webhooks, and their bytes are counted', async (t) => {
  const directory = createFolder(t)
  const [first, second] = MIGRATIONS
  assert.ok(first !== undefined && second !== undefined)
  const [input, json] = ['{"query":"ü"}', '{"index":0}']
  withFile(directory, (database) => {
    database.exec(first)
    database.exec(second)
    database.exec(`INSERT INTO workspaces VALUES (1, 'ws_1', 'Old', 'free', 0, '{}', 5);
      INSERT INTO keys VALUES (1, 'key_1', 'ws_1', 'live', 'svc_live_1', x'00', 'k', 5, NULL);
      INSERT INTO batches (place, id, workspace_id, key_id, kind, endpoint, created_at_ms, sealed_secret, webhook_url,
        status, total_count, processed_count, completed_at_ms, delivery_status, delivery_at_ms)
      VALUES (7, 'b1', 'ws_1', 'key_1', 'live', 'market.product', 5, 's', 'https://example.com/hook', 'complete', 1, 1, 9, 'pending', 9);
      INSERT INTO items VALUES (7, 1, '${input}', NULL);
      INSERT INTO results VALUES (7, 0, 0, '${json}');
      PRAGMA user_version = 2`)
  })
  const store = await openSqliteStore({ directory })
  const record = BATCH_RECORD_BYTES + WEBHOOK_RECORD_BYTES
  const stored = record + Buffer.byteLength(input) + json.length
  assert.equal((await store.storage.usage('ws_1', 'live')).bytes, stored)
  const results: string[] = []
  for await (const result of store.batches.results('b1')) results.push(result)
  assert.deepEqual(results, [json])
  const slots = { total: 1, perWorkspace: 1, perOrigin: 1 }
  const due = await store.batches.claimDeliveries(slots, { nowMs: 10, leaseMs: 5 })
  assert.deepEqual(due, [{ batchId: 'b1', attempt: 1 }])
  assert.equal(await store.batches.forget({ resultsMs: 0, recordsMs: 10, idempotencyMs: 10 }, 10), 1)
  assert.equal((await store.storage.usage('ws_1', 'live')).bytes, record)
  await store.close()
})

test('a key is derived from the given random bytes', async (t) => {
  const directory = createFolder(t)
  let next = 0
  // 62 and 63 select no character; only the lowest 6 bits count.
  const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256)
  const store = await openSqliteStore({ directory, randomBytes })
  const { id } = await store.workspaces.create({ name: 'First' })
  next = 0
  const { fullKey } = await store.keys.create(id, { mode: 'test', name: 'main' })
  assert.equal(fullKey, 'svc_test_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqr')
  await store.close()
})

test('charges of a process that died are voided when the file is opened, unless their answer was sent', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const { id: workspaceId } = await store.workspaces.create({ name: 'First' })
  const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'main' })
  for (const chargeId of ['sent', 'unsent', 'cut']) {
    const reservation = await store.ledger.reserve(workspaceId, 5, Date.UTC(2026, 2, 15))
    assert.ok(reservation !== 'insufficient_credits')
    const charge = { chargeId, keyId: key.id, record: 'product', credits: 5, isUnanswered: true } as const
    await store.ledger.settle(reservation, charge)
  }
  await store.close()
  // What the process left: it had written that one answer was sent, and died while it wrote the next.
  writeFileSync(join(directory, 'answered'), `${workspaceId} sent\n${workspaceId} cut`)
  for (let time = 0; time < 2; time++) {
    const again = await openSqliteStore({ directory })
    assert.deepEqual(await again.ledger.check(), { charges: 1, credits: 5, differences: [] })
    await again.close()
    assert.equal(readFileSync(join(directory, 'answered'), 'utf8'), '')
  }
})

test('an idempotency key is free again after a day, and expired ones are removed', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const { id: workspaceId } = await store.workspaces.create({ name: 'First' })
  const now = Date.UTC(2026, 2, 15)
  const claim = async (key: string, params: string, atMs: number) => {
    const request = { workspaceId, mode: 'live', key, params } as const
    const claimed = await store.ledger.claimKey(request, atMs)
    if (typeof claimed === 'object') await store.ledger.endClaim(request)
    return claimed
  }
  for (const key of ['a', 'b', 'c']) await claim(key, 'x', now)
  const answered = { workspaceId, mode: 'test', key: 'e', params: 'x' } as const
  await store.ledger.claimKey(answered, now)
  await store.ledger.keepAnswer(answered, Buffer.from('answer'))
  await store.ledger.endClaim(answered)
  await store.ledger.forgetKeys(now + IDEMPOTENCY_MS - 1)
  assert.equal((await store.storage.usage(workspaceId, 'test')).bytes, 6)
  assert.equal(await claim('a', 'y', now + IDEMPOTENCY_MS - 1), 'idempotency_conflict')
  assert.equal(typeof (await claim('a', 'y', now + IDEMPOTENCY_MS)), 'object')
  await claim('d', 'x', now + IDEMPOTENCY_MS)
  await store.ledger.forgetKeys(now + IDEMPOTENCY_MS)
  assert.equal((await store.storage.usage(workspaceId, 'test')).bytes, 0)
  await store.close()
  const rows = withFile(directory, (database) => database.prepare('SELECT name FROM request_keys ORDER BY name').all())
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['live:a', 'live:d'],
  )
})

test('a check of the ledger reads it in slices, so that requests are answered meanwhile', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
  const { key } = await store.keys.create(id, { mode: 'live', name: 'main' })
  await store.close()
  withFile(directory, (database) => {
    database.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45000)
       INSERT INTO ledger (workspace_id, charge_id, key_id, kind, credits, at_ms)
       SELECT '${id}', i, '${key.id}', 'product', 5, 1773576000000 + i FROM n`,
    )
  })
  const again = await openSqliteStore({ directory })
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const checking = again.ledger.check()
  // A charge that is written meanwhile is no difference.
  const reservation = await again.ledger.reserve(id, 5, Date.UTC(2026, 2, 15))
  assert.ok(reservation !== 'insufficient_credits')
  await again.ledger.settle(reservation, { chargeId: 'meanwhile', keyId: key.id, record: 'product', credits: 5 })
  const { charges, differences } = await checking
  isDone = true
  assert.ok(charges === 45_000 || charges === 45_001, `${charges} charges`)
  assert.deepEqual(differences, [])
  assert.ok(turns >= 5, `${turns} turns of the event loop`)
  await again.close()
})

test('a charge that the disk does not confirm is refused and not written; the next one is', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const { key, workspaceId } = await createCaller(store)
  const settle = async (chargeId: string) =>
    store.ledger.settle(await reserve(store, workspaceId, 5), {
      chargeId,
      keyId: key.id,
      record: 'product',
      credits: 5,
    })
  const exec: (this: Database, sql: string) => void = Reflect.get(Database.prototype, 'exec')
  const disk = t.mock.method(Database.prototype, 'exec', function fail(this: Database, sql: string) {
    if (sql === 'COMMIT') throw new StoreError('unavailable', 'The store does not work: disk I/O error.')
    exec.call(this, sql)
  })
  const refused = { code: 'unavailable' }
  await assert.rejects(settle('a'), refused)
  await assert.rejects(store.probe(), refused)
  await assert.rejects(store.ledger.closeMonths(Date.UTC(2030, 0)), refused)
  disk.mock.restore()
  assert.deepEqual(await store.ledger.check(), { charges: 0, credits: 0, differences: [] })
  assert.equal(await settle('a'), 'charged')
  await store.probe()
  await store.close()
  const again = await openSqliteStore({ directory })
  assert.deepEqual(await again.ledger.check(), { charges: 1, credits: 5, differences: [] })
  await again.close()
})
