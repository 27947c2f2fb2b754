import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { writeBackup } from '../../adapters/store/open/backup-file.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { restoreBackup } from '../../adapters/store/open/restore.ts'
import { MIGRATIONS } from '../../adapters/store/sql/migrations.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { startBench } from '../support/service-bench.ts'

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-backup-file-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A backup of a store with some charges. */
async function makeBackup(folder: string): Promise<{ readonly file: string; readonly store: string }> {
  const bench = await startBench()
  const { key } = await bench.createCaller()
  for (let index = 300; index < 305; index++) await bench.product(`B0SHLFX${index}`, key)
  const file = join(folder, 'copy.sqlite')
  await bench.administrate('store.backup', { file })
  await bench.stop()
  const store = join(folder, 'store.sqlite')
  copyFileSync(join(bench.folder, 'shelfmark.sqlite'), store)
  await bench.close()
  return { file, store }
}

test('whatever is not a whole backup is refused, and nothing is overwritten', async (t) => {
  const folder = createFolder(t)
  const { file, store } = await makeBackup(folder)
  const whole = readFileSync(file)
  const foreign = join(folder, 'foreign.sqlite')
  const database = new DatabaseSync(foreign)
  database.exec('CREATE TABLE things (name TEXT)')
  database.close()
  const wrong: Readonly<Record<string, Buffer>> = {
    'an empty file': Buffer.alloc(0),
    zeros: Buffer.alloc(8192),
    'the database of another program': readFileSync(foreign),
    'a database without the mark of a backup': readFileSync(store),
    'a file that was cut': whole.subarray(0, 20_000),
    'a file without its last byte': whole.subarray(0, -1),
    'a file with a byte more': Buffer.concat([whole, Buffer.from('x')]),
    'the mark alone': whole.subarray(-512),
  }
  const directory = join(folder, 'restored')
  const candidate = join(folder, 'candidate.sqlite')
  for (const [name, bytes] of Object.entries(wrong)) {
    writeFileSync(candidate, bytes)
    await assert.rejects(restoreBackup(candidate, { directory }), { name: 'StoreError', code: 'damaged' }, name)
  }
  for (const name of [join(folder, 'none'), folder, '/dev/zero']) {
    await assert.rejects(restoreBackup(name, { directory }), { code: 'damaged' }, name)
  }
  assert.deepEqual(readdirSync(directory), [])
  await restoreBackup(file, { directory })
  await assert.rejects(restoreBackup(file, { directory }), { code: 'file_exists' })
})

test('a flipped bit anywhere in a backup is noticed', async (t) => {
  const folder = createFolder(t)
  const { file } = await makeBackup(folder)
  const whole = readFileSync(file)
  const candidate = join(folder, 'candidate.sqlite')
  const directory = join(folder, 'restored')
  const BITS = 199
  for (let index = 0; index <= BITS; index++) {
    // From the first bit to the last.
    const bit = Math.round((index / BITS) * (whole.length * 8 - 1))
    const flipped = Buffer.from(whole)
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    writeFileSync(candidate, flipped)
    await assert.rejects(restoreBackup(candidate, { directory }), { code: 'damaged' }, `bit ${bit}`)
  }
})

test('a flipped bit in the mark of a backup is noticed, also one that gives another time', async (t) => {
  const folder = createFolder(t)
  const { file } = await makeBackup(folder)
  const whole = readFileSync(file)
  const candidate = join(folder, 'candidate.sqlite')
  const directory = join(folder, 'restored')
  const start = whole.length - 512
  const text = whole.subarray(start).toString('latin1').trimEnd()
  assert.match(text, /^shelfmark \{"backup":1,"schema":\d+,"made_at":"2/)
  for (let byte = start; byte < start + text.length; byte++) {
    // These bits make another digit of most digits.
    for (const bit of [1, 8]) {
      const flipped = Buffer.from(whole)
      flipped[byte] = (flipped[byte] as number) ^ bit
      writeFileSync(candidate, flipped)
      await assert.rejects(restoreBackup(candidate, { directory }), { code: 'damaged' }, `bit ${bit} of byte ${byte}`)
    }
  }
})

test('a backup whose usage is not the sum of its ledger is refused', async (t) => {
  const folder = createFolder(t)
  const { store } = await makeBackup(folder)
  const database = new DatabaseSync(store)
  database.exec("INSERT INTO usage VALUES ('ws', '2026-01-01', 'key', 'product', 1, 5)")
  database.close()
  const file = join(folder, 'wrong.sqlite')
  await writeBackup(file, async (part) => {
    copyFileSync(store, part)
    return { schema: MIGRATIONS.length, made_at: new Date(0).toISOString() }
  })
  await assert.rejects(restoreBackup(file, { directory: join(folder, 'restored') }), { message: /not the sum/ })
})

test('a backup has its name when it is whole, and not before', async (t) => {
  const folder = createFolder(t)
  const file = join(folder, 'copy.sqlite')
  const failing = writeBackup(file, async (part) => {
    assert.deepEqual([existsSync(file), existsSync(part)], [false, true])
    assert.equal(statSync(part).mode & 0o777, 0o600)
    throw new StoreError('unavailable', 'the disk is full')
  })
  await assert.rejects(failing, { code: 'unavailable' })
  assert.deepEqual(readdirSync(folder), [])
  // Two at the same time: one has the name.
  const write = (): Promise<unknown> =>
    writeBackup(file, async (part) => {
      writeFileSync(part, 'data')
      return { schema: MIGRATIONS.length, made_at: new Date(0).toISOString() }
    })
  const results = await Promise.allSettled([write(), write()])
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual(readdirSync(folder), ['copy.sqlite'])
})

test('a restore removes what a killed one left', async (t) => {
  const folder = createFolder(t)
  const { file } = await makeBackup(folder)
  const directory = join(folder, 'restored')
  // No process has so large an id.
  const left = join(directory, 'restoring-4194305')
  mkdirSync(left, { recursive: true })
  copyFileSync(file, join(left, 'shelfmark.sqlite'))
  const { charges } = await restoreBackup(file, { directory })
  assert.equal(charges, 5)
  assert.deepEqual(readdirSync(directory), ['shelfmark.sqlite'])
})

test('a server does not begin on the database of another program', async (t) => {
  const directory = createFolder(t)
  const database = new DatabaseSync(join(directory, 'shelfmark.sqlite'))
  database.exec('CREATE TABLE things (name TEXT)')
  database.close()
  await assert.rejects(openSqliteStore({ directory }), { code: 'damaged', message: /another program/ })
})
