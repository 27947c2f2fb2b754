import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { SqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { SqliteDatabase } from '../../adapters/store/drivers/sqlite.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { IDEMPOTENCY_MS } from '../../core/policy/index.ts'
import { batchesContract } from './batches-contract.ts'
import { failAfter } from '../support/fail-after.ts'
import { createCaller, reserve } from './store-caller.ts'
import { storeContract, type StoreData } from './store-contract.ts'

async function createData(epochMs: () => number): Promise<StoreData> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-store-'))
  return {
    open: (options) => openSqliteStore({ directory, epochMs, ...options }),
    dump: async () => Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name)))),
    failAfter: (steps) => failAfter(steps, SqliteDatabase.prototype, ['step', 'outside']),
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
  const statements = t.mock.method(SqliteFile.prototype, 'exec')
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
  const count = statements.mock.calls.filter(({ arguments: [sql] }) => sql === 'BEGIN IMMEDIATE').length
  assert.ok(count > 0 && count <= 250, `${count} transactions`)
  assert.equal((await store.ledger.check()).charges, 2500)

  await store.keys.authenticate(fullKey)
  const reads = t.mock.method(SqliteFile.prototype, 'list')
  for (let time = 0; time < 10_000; time++) {
    assert.equal(typeof (await store.keys.authenticate(fullKey)), 'object')
  }
  assert.equal(reads.mock.callCount(), 0)
  await store.close()
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
    database.exec("UPDATE usage SET credits = 10 WHERE record = 'product'; DELETE FROM usage WHERE record = 'search'")
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
    database.exec('INSERT INTO migrations VALUES (99)')
  })
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'newer_schema' })
  // The refused store has unlocked the file.
  withFile(directory, (database) => {
    database.exec('DELETE FROM migrations WHERE step = 99')
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
      // Nothing is written to what will be gone.
      await assert.rejects(store.workspaces.create({ name: 'First' }), { code: 'unavailable', message: /was / })
      // The same file is back.
      renameSync(join(directory, 'gone'), join(directory, name))
      await store.probe()
      await store.workspaces.create({ name: 'First' })
      await store.close()
    }
  }
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
       INSERT INTO ledger (workspace_id, charge_id, key_id, record, credits, at_ms)
       SELECT '${id}', i, '${key.id}', 'product', 5, 1773576000000 + i FROM n;
       INSERT INTO usage VALUES ('${id}', '2026-03-15', '${key.id}', 'product', 45000, 225000)`,
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
  const exec: (this: SqliteFile, sql: string) => void = Reflect.get(SqliteFile.prototype, 'exec')
  const disk = t.mock.method(SqliteFile.prototype, 'exec', function fail(this: SqliteFile, sql: string) {
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

test('a file of an older version is refused in a sentence, and stays as it is', async (t) => {
  const directory = createFolder(t)
  withFile(directory, (database) => database.exec('CREATE TABLE workspaces (id TEXT); PRAGMA user_version = 9'))
  await assert.rejects(openSqliteStore({ directory }), { code: 'older_schema', message: /MIGRATION\.md/ })
  withFile(directory, (database) => database.exec('INSERT INTO workspaces VALUES (1)'))
})

test('what a process held that died is free when the file is opened', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const caller = await createCaller(store)
  const facts = { keyId: caller.key.id, record: 'product', credits: 5, isUnanswered: true } as const
  for (const chargeId of ['sent', 'unsent']) {
    await store.ledger.settle(await reserve(store, caller.workspaceId, 5), { ...facts, chargeId })
  }
  store.ledger.confirm({ workspaceId: caller.workspaceId, chargeId: 'sent', atMs: 0 })
  await reserve(store, caller.workspaceId, 4000)
  const request = { workspaceId: caller.workspaceId, mode: 'live', key: 'k', params: '[]' } as const
  await store.ledger.claimKey(request, Date.now())
  // The file as a process leaves it that is killed.
  const killed = createFolder(t)
  for (const name of readdirSync(directory)) cpSync(join(directory, name), join(killed, name))
  await store.close()
  const again = await openSqliteStore({ directory: killed })
  assert.deepEqual(await again.ledger.check(), { charges: 1, credits: 5, differences: [] })
  await reserve(again, caller.workspaceId, 4990, Date.now())
  assert.equal(typeof (await again.ledger.claimKey(request, Date.now())), 'object')
  await again.close()
})
