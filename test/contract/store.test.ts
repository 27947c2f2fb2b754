import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { GroupCommit } from '../../adapters/store/sqlite/group-commit.ts'
import { openSqliteStore } from '../../adapters/store/sqlite/open-sqlite-store.ts'
import { MIGRATIONS } from '../../adapters/store/sqlite/schema.ts'
import { batchesContract } from './batches-contract.ts'
import { settleForever } from '../support/settle-forever.ts'
import { storeContract, type StoreData } from './store-contract.ts'

async function createData(now: () => number): Promise<StoreData> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-store-'))
  return {
    open: (options) => openSqliteStore({ directory, now, ...options }),
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

/** Starts a process that charges, and waits for its first charge. `shell`: commands to run before it. */
async function startSettling(directory: string, { maxRefused = 1, shell = '' } = {}) {
  const source = JSON.stringify(join(import.meta.dirname, '../support/settle-forever.ts'))
  const code = `import(${source}).then((m) => m.${settleForever.name}(${JSON.stringify(directory)}, ${maxRefused}))`
  // To a file, because a killed process may lose what it has written to a pipe.
  const output = join(directory, 'output')
  const fd = openSync(output, 'w')
  const child = spawn('bash', ['-c', `${shell} exec "$0" --import tsx -e "$1"`, process.execPath, code], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', fd, 'inherit'],
  })
  closeSync(fd)
  const ended = once(child, 'close') as Promise<[number | null]>
  while (statSync(output).size === 0 && child.exitCode === null) await setTimeout(5)
  const readLines = () => readFileSync(output, 'utf8').split('\n').slice(0, -1)
  return { child, ended, readLines }
}

function readLedger(directory: string): string[] {
  return withFile(directory, (database) =>
    (database.prepare('SELECT charge_id FROM ledger').all() as { charge_id: string }[]).map((row) => row.charge_id),
  )
}

test('every confirmed charge is in the ledger once, wherever the process is killed', async (t) => {
  const directory = createFolder(t)
  const confirmed: string[] = []
  for (let kill = 0; kill < 10; kill++) {
    const { child, ended, readLines } = await startSettling(directory)
    await setTimeout(Math.random() * 150)
    child.kill('SIGKILL')
    await ended
    confirmed.push(...readLines())
  }
  assert.ok(confirmed.length > 100, `only ${confirmed.length} charges`)
  assert.ok(
    confirmed.every((line) => line.startsWith('charged ')),
    confirmed.find((line) => !line.startsWith('charged ')),
  )

  const store = await openSqliteStore({ directory })
  const check = await store.ledger.check()
  await store.close()
  const ledger = readLedger(directory)
  assert.equal(new Set(ledger).size, ledger.length)
  const written = new Set(ledger)
  assert.deepEqual(
    confirmed.filter((line) => !written.has(line.slice('charged '.length))),
    [],
  )
  assert.deepEqual(check, { charges: ledger.length, credits: 5 * ledger.length, differences: [] })
  // Each of the ten processes had at most 20 charges that were written and not confirmed.
  assert.ok(ledger.length - confirmed.length <= 200, `${ledger.length - confirmed.length} unconfirmed charges`)
})

test('charges that do not fit on a full disk are refused, and not written', async (t) => {
  const directory = createFolder(t)
  // Files are limited to 512 KiB. Without the trap, the signal would end the process.
  const { ended, readLines } = await startSettling(directory, {
    maxRefused: 100,
    shell: `trap '' XFSZ; ulimit -f 512;`,
  })
  const [code] = await ended
  assert.equal(code, 0)
  const lines = readLines().map((line) => line.split(' '))
  const charged = lines.filter(([outcome]) => outcome === 'charged').map(([, id = '']) => id)
  const refused = lines.filter(([outcome]) => outcome === 'unavailable').map(([, id]) => id)
  assert.ok(charged.length > 100 && refused.length >= 100, `${charged.length} charged, ${refused.length} refused`)
  assert.equal(charged.length + refused.length, lines.length)

  const store = await openSqliteStore({ directory })
  const check = await store.ledger.check()
  await store.close()
  assert.deepEqual(readLedger(directory).toSorted(), charged.toSorted())
  assert.deepEqual(check, { charges: charged.length, credits: 5 * charged.length, differences: [] })
})

test('only one process can open a store; another can when that process is dead', async (t) => {
  const directory = createFolder(t)
  const { child, ended } = await startSettling(directory)
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'locked' })
  child.kill('SIGKILL')
  await ended
  const store = await openSqliteStore({ directory })
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'locked' })
  assert.equal((await store.workspaces.list()).length, 1)
  await store.close()
})

test('the disk confirms at least 2,000 charges a second, and a key takes less than 20 µs', async (t) => {
  const directory = createFolder(t)
  const store = await openSqliteStore({ directory })
  const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
  const { key, fullKey } = await store.keys.create(id, { kind: 'live', name: 'main' })
  // The best of some rounds: other work on the machine disturbs the rest.
  const count = 2500
  let next = 0
  let perSecond = 0
  for (let round = 1; round <= 3 && perSecond < 2000; round++) {
    const end = round * count
    const start = performance.now()
    const loops = Array.from({ length: 100 }, async () => {
      while (next < end) {
        const chargeId = String(next++)
        const reservation = await store.ledger.reserve(id, 5, Date.now())
        assert.ok(reservation !== 'insufficient_credits')
        await store.ledger.settle(reservation, { chargeId, keyId: key.id, kind: 'product', credits: 5 })
      }
    })
    await Promise.all(loops)
    perSecond = Math.max(perSecond, (count / (performance.now() - start)) * 1000)
    assert.equal((await store.ledger.check()).charges, end)
  }
  assert.ok(perSecond >= 2000, `${Math.round(perSecond)} charges a second`)

  let microseconds = Infinity
  for (let round = 0; round < 5; round++) {
    const begin = performance.now()
    for (let time = 0; time < 10_000; time++) await store.keys.authenticate(fullKey)
    microseconds = Math.min(microseconds, (performance.now() - begin) / 10)
  }
  t.diagnostic(`${Math.round(perSecond)} charges a second, ${microseconds.toFixed(1)} µs a key`)
  assert.ok(microseconds < 20, `${microseconds} µs a key`)
  await store.close()
})

test('a group is written in one transaction, in order; if that fails, the whole group is refused, and the next is not', async () => {
  const groups: unknown[][] = []
  let isBroken = false
  const commits = new GroupCommit((work) => {
    const outcomes = work()
    groups.push([...outcomes])
    if (isBroken) throw new Error('no')
    return outcomes
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
  const { key } = await store.keys.create(id, { kind: 'live', name: 'main' })
  for (const kind of ['product', 'search'] as const) {
    const reservation = await store.ledger.reserve(id, 5, Date.UTC(2026, 2, 15))
    assert.ok(reservation !== 'insufficient_credits')
    await store.ledger.settle(reservation, { chargeId: kind, keyId: key.id, kind, credits: 5 })
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
    const { key, fullKey } = await store.keys.create(id, { kind: 'live', name: 'main' })
    await store.close()
    const file = join(folder, 'shelfmark.sqlite')
    const bytes = readFileSync(file)
    assert.ok(bytes.includes(key.prefix))
    assert.ok(!bytes.includes(fullKey.slice(-32)))
    assert.ok(!bytes.includes('a pepper'))
    assert.equal(statSync(file).mode & 0o777, 0o600)
  }
})

test('a file that can not be used is refused with the reason', async (t) => {
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
  await assert.rejects(openSqliteStore({ directory }), { name: 'StoreError', code: 'unavailable' })
  const file = join(directory, 'shelfmark.sqlite')
  await assert.rejects(openSqliteStore({ directory: file }), { name: 'StoreError', code: 'unavailable' })
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
  assert.deepEqual(await store.batches.listOverdue(Date.now()), [])
  await store.close()
})

test('keys are made of the given random bytes', async (t) => {
  const directory = createFolder(t)
  let next = 0
  // 62 and 63 select no character; only the lowest 6 bits count.
  const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256)
  const store = await openSqliteStore({ directory, randomBytes })
  const { id } = await store.workspaces.create({ name: 'First' })
  next = 0
  const { fullKey } = await store.keys.create(id, { kind: 'test', name: 'main' })
  assert.equal(fullKey, 'svc_test_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqr')
  await store.close()
})
