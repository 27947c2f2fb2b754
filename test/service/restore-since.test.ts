import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { restoreBackup } from '../../adapters/store/open/restore.ts'
import { runCli } from '../support/cli-process.ts'
import { startBench } from '../support/service-bench.ts'

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-restore-since-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A backup, and the folder of its store with what happened afterwards. */
async function makeHistory(folder: string) {
  const bench = await startBench()
  const { workspace, key: kept, keyId: keptId } = await bench.createCaller()
  const revoked = await bench.createKey(workspace)
  const rotated = await bench.createKey(workspace)
  const restricted = await bench.createKey(workspace)
  await bench.product('B0SHLFX301', kept)
  const file = join(folder, 'copy.sqlite')
  await bench.administrate('store.backup', { file })
  await bench.administrate('keys.revoke', { key: revoked.key.id })
  const successor = await bench.administrate('keys.rotate', { key: rotated.key.id, graceSeconds: 3600 })
  await bench.administrate('keys.restrict', { key: restricted.key.id, allowedAddresses: ['203.0.113.0/24'] })
  const added = await bench.createWorkspace()
  await bench.product('B0SHLFX302', kept)
  await bench.product('B0SHLFX303', kept)
  await bench.createBatch(kept, { endpoint: 'market.product', items: [{ query: 'B0GONE0404' }] })
  const schedule = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }], cron: '0 0 29 2 *' }
  const { status } = await bench.call('/api/v1/market/schedule', {
    method: 'POST',
    key: kept,
    body: JSON.stringify(schedule),
    headers: { 'Content-Type': 'application/json' },
  })
  assert.equal(status, 201)
  const early = restoreBackup(file, { directory: join(folder, 'early'), since: bench.folder })
  await assert.rejects(early, { code: 'locked', message: /stop it/ })
  await bench.stop()
  return { bench, file, kept, keptId, revoked, rotated, restricted, successor, added }
}

async function authenticate(directory: string, fullKey: string): Promise<string> {
  const store = await openSqliteStore({ directory })
  const caller = await store.keys.authenticate(fullKey)
  await store.close()
  return typeof caller === 'string' ? caller : 'works'
}

test('a restore lists what changed since the backup, and revokes again what was revoked', async (t) => {
  const folder = createFolder(t)
  const { bench, file, kept, revoked, rotated, restricted, successor, added } = await makeHistory(folder)
  const directory = join(folder, 'restored')
  const old = readFileSync(join(bench.folder, 'shelfmark.sqlite'))
  const files = readdirSync(bench.folder)
  const { changes, working, charges } = await restoreBackup(file, { directory, since: bench.folder })
  const ids = (keys: readonly { readonly id: string }[] = []): string[] => keys.map(({ id }) => id)
  const taken = (column: string) => ids(changes?.revocations.filter(({ columns }) => columns.includes(column)))
  assert.deepEqual(new Set(taken('revoked_at_ms')), new Set([revoked.key.id, rotated.key.id]))
  assert.deepEqual(taken('allowed_addresses'), [restricted.key.id])
  assert.deepEqual(ids(changes?.newKeys), [successor.key.id])
  assert.deepEqual(changes?.newWorkspaces, [added])
  assert.deepEqual([changes.charges, changes.credits, changes.newBatches], [2, 10, 1])
  // The key of the caller, the restricted one, and the sandbox key of the first start.
  assert.deepEqual([charges, working.keys], [1, 3])
  assert.equal(await authenticate(directory, kept), 'works')
  assert.equal(await authenticate(directory, revoked.fullKey), 'revoked')
  assert.equal(await authenticate(directory, rotated.fullKey), 'revoked')
  // The old folder is as it was.
  assert.deepEqual(readdirSync(bench.folder), files)
  assert.ok(readFileSync(join(bench.folder, 'shelfmark.sqlite')).equals(old))
  await bench.close()
})

test('without the old data, a restore revokes all keys, if that is asked for', async (t) => {
  const folder = createFolder(t)
  const { bench, file, kept, revoked } = await makeHistory(folder)
  const plain = join(folder, 'plain')
  assert.equal((await restoreBackup(file, { directory: plain })).working.keys, 5)
  assert.equal(await authenticate(plain, revoked.fullKey), 'works')
  const directory = join(folder, 'restored')
  assert.equal((await restoreBackup(file, { directory, revokesAll: true })).working.keys, 0)
  for (const key of [kept, revoked.fullKey]) assert.equal(await authenticate(directory, key), 'revoked')
  await bench.close()
})

test('old data that can not be read, or is of another store, restores nothing', async (t) => {
  const folder = createFolder(t)
  const { bench, file } = await makeHistory(folder)
  const other = await startBench()
  await other.stop()
  const damaged = createFolder(t)
  const bytes = readFileSync(join(bench.folder, 'shelfmark.sqlite'))
  writeFileSync(join(damaged, 'shelfmark.sqlite'), bytes.subarray(0, bytes.length / 2).fill(0, 4096))
  const directory = join(folder, 'restored')
  for (const since of [other.folder, damaged, createFolder(t), join(folder, 'none')]) {
    await assert.rejects(restoreBackup(file, { directory, since }), { code: 'damaged' }, since)
    assert.deepEqual(readdirSync(directory), [])
  }
  await other.close()
  await bench.close()
})

test('the command prints the changes', async (t) => {
  const folder = createFolder(t)
  const { bench, file, revoked, successor } = await makeHistory(folder)
  const restore = (name: string, ...more: string[]) =>
    runCli(['restore', file, ...more], { env: { SHELFMARK_DATA: join(folder, name) } })
  const compared = await restore('compared', '--since', bench.folder)
  assert.equal(compared.code, 0, compared.errors)
  assert.match(compared.errors, /Keys that work: 3;/)
  assert.match(compared.errors, /revoked again: key_\w+ \(a key\), key_/)
  assert.match(compared.errors, new RegExp(`revoked again:.* ${revoked.key.id} \\(a key\\)`))
  assert.match(compared.errors, new RegExp(`unknown now: ${successor.key.id} `))
  assert.match(compared.errors, /- new schedules, which are unknown now: [\da-f-]{36}\n/)
  assert.match(compared.errors, /watches that run: 0; schedules: 0\./)
  assert.match(compared.errors, /- 2 charges of 10 credits and 1 batches, which are lost/)
  assert.match(
    (await restore('plain')).errors,
    /Keys that work: 5;.*\nWhat happened later is not in it: keys, passwords/,
  )
  const all = (await restore('all', '--revoke-all')).errors
  assert.match(all, /Keys that work: 0;.*\n.*Create keys with/)
  assert.match(all, /\nWhat happened later is not in it: erased workspaces and removed people are back, /)
  assert.doesNotMatch(all, /work again/)
  await bench.close()
})
