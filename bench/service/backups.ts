/**
 * Kills backups and restores of the embedded store at random times, and offers damaged backups to a
 * restore. A backup that was killed has no file of its name, or a whole one; a restore that was killed
 * left a folder that the next restore fills. Every damaged backup must be refused. Fails otherwise.
 *
 * Usage: npm run bench -- backups [KILLS [FLIPS [SEED]]]
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { restoreBackup } from '../../adapters/store/open/restore.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { runCli, startCli, type RunningCli } from '../../test/support/cli-process.ts'
import { ASKED_ENDPOINT, ASKED_RECORD } from './asked-record.ts'

const kills = Number(process.argv[2] ?? 100)
const flips = Number(process.argv[3] ?? 2000)
const seed = process.argv[4] ?? String(Date.now())
const random = new Random(`backups/${seed}`)
const MB = 1024 * 1024
const MARK_BYTES = 512
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-backups-'))
const pathOf = (name: string): string => join(folder, name)

/** A store with charges, and with results of about a size. */
async function fillStore(directory: string, charges: number, resultBytes: number): Promise<void> {
  const store = await openSqliteStore({ directory })
  const { id: workspaceId } = await store.workspaces.create({ name: 'bench', payAsYouGo: true })
  const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'bench' })
  const charge = async (chargeId: string): Promise<void> => {
    const reservation = await store.ledger.reserve(workspaceId, 5, Date.now())
    if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
    await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: ASKED_RECORD, credits: 5 })
  }
  await Promise.all(Array.from({ length: charges }, (_, index) => charge(`charge-${index}`)))
  const inputs = Array.from({ length: Math.ceil(resultBytes / MB) }, () => '{}')
  const batch = {
    workspaceId,
    keyId: key.id,
    mode: 'live',
    endpoint: ASKED_ENDPOINT,
    createdAtMs: Date.now(),
  } as const
  const more = { sealedSecret: '', webhookUrl: null, inputs, idempotency: null, maxPending: 1000 }
  const created = inputs.length === 0 ? null : await store.batches.create({ ...batch, ...more, id: 'a-batch' })
  for (const index of created === null ? [] : inputs.keys()) {
    const json = JSON.stringify({ index, bytes: randomBytes(MB).toString('base64') })
    await store.batches.commit(
      { batchId: 'a-batch', index, isOk: true, credits: 0, json, reservation: null },
      Date.now(),
    )
  }
  await store.close()
}

/** A command that writes files. */
interface Writer {
  readonly args: readonly string[]
  readonly data: string
  /** Whether it has begun to write. */
  readonly isWriting: () => boolean
}

/** Starts a command, and waits until it writes or has ended. */
async function startWriter({ args, data, isWriting }: Writer): Promise<Pick<RunningCli, 'kill' | 'ended'>> {
  const cli = startCli(args, { env: { SHELFMARK_DATA: data } })
  const state = { hasEnded: false }
  const ended = cli.ended.finally(() => (state.hasEnded = true))
  while (!state.hasEnded && !isWriting()) await sleep(1)
  return { kill: cli.kill, ended }
}

/** Time for which a command writes. */
async function measureMs(writer: Writer): Promise<number> {
  const { ended } = await startWriter(writer)
  const startMs = performance.now()
  const { code, errors } = await ended
  assert.equal(code, 0, errors)
  return performance.now() - startMs
}

/** Starts a command, and kills it at a random time while it writes. Returns whether it was killed. */
async function killWriter(writer: Writer, tookMs: number): Promise<boolean> {
  const { kill, ended } = await startWriter(writer)
  await sleep(random.int(0, Math.round(tookMs)))
  kill('SIGKILL')
  const { code, errors } = await ended
  assert.ok(code === null || code === 0, errors)
  return code === null
}

const counts: Record<string, number> = {}
const count = (what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1
}

async function killBackups(data: string, charges: number): Promise<void> {
  const listParts = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.part'))
  const writerOf = (file: string): Writer => ({ args: ['backup', file], data, isWriting: () => listParts().length > 0 })
  const tookMs = await measureMs(writerOf(pathOf('large.sqlite')))
  for (let killed = 0; killed < kills;) {
    const file = pathOf('killed.sqlite')
    const wasKilled = await killWriter(writerOf(file), tookMs)
    if (wasKilled) killed++
    const parts = listParts()
    if (existsSync(file)) {
      const directory = pathOf('from-killed')
      const restored = await restoreBackup(file, { directory })
      assert.deepEqual([restored.charges, restored.differences], [charges, []])
      rmSync(directory, { recursive: true })
    }
    if (!wasKilled) count('backups ended before the kill')
    else if (existsSync(file)) count('backups killed when the file had its name, which was whole')
    else count(parts.length > 0 ? 'backups killed with a part file' : 'backups killed before they wrote')
    for (const name of [...parts, 'killed.sqlite']) rmSync(pathOf(name), { force: true })
  }
}

async function killRestores(file: string, charges: number): Promise<void> {
  const writerTo = (target: string): Writer => ({
    args: ['restore', file],
    data: target,
    isWriting: () => existsSync(target) && readdirSync(target).length > 0,
  })
  const tookMs = await measureMs(writerTo(pathOf('restored')))
  for (let killed = 0; killed < kills;) {
    const directory = pathOf('target')
    const wasKilled = await killWriter(writerTo(directory), tookMs)
    if (wasKilled) killed++
    const left = existsSync(directory) ? readdirSync(directory) : []
    const isThere = left.includes('shelfmark.sqlite')
    if (isThere) {
      await assert.rejects(restoreBackup(file, { directory }), { code: 'file_exists' })
    } else {
      const { differences } = await restoreBackup(file, { directory })
      assert.deepEqual(differences, [])
      assert.deepEqual(readdirSync(directory), ['shelfmark.sqlite'])
    }
    const store = await openSqliteStore({ directory })
    assert.deepEqual(await store.ledger.check(), { charges, credits: charges * 5, differences: [] })
    await store.close()
    if (!wasKilled) count('restores ended before the kill')
    else if (isThere) count('restores killed with whole data')
    else count(left.length > 0 ? 'restores killed with a copy aside' : 'restores killed before they wrote')
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Offers bytes to a restore, which must refuse them and leave nothing. */
async function offer(name: string, bytes: Buffer): Promise<void> {
  const [file, directory] = [pathOf('offered'), pathOf('offered-to')]
  writeFileSync(file, bytes)
  const outcome = await restoreBackup(file, { directory }).catch((error: unknown) => error)
  const isRefused = outcome instanceof StoreError && outcome.code === 'damaged'
  const left = readdirSync(directory)
  count(isRefused && left.length === 0 ? `${name}: refused` : `${name}: NOT REFUSED`)
  if (!isRefused || left.length > 0) process.exitCode = 1
  for (const entry of left) rmSync(join(directory, entry), { recursive: true })
}

function makeForeignDatabase(): Buffer {
  const file = pathOf('foreign.sqlite')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE things (name TEXT)')
  database.close()
  return readFileSync(file)
}

async function offerDamaged(whole: Buffer): Promise<void> {
  for (let index = 0; index < flips; index++) {
    // A tenth of the flips is in the mark, which is a small part of the file.
    const isInMark = index % 10 === 0
    const bit = random.int(isInMark ? (whole.length - MARK_BYTES) * 8 : 0, whole.length * 8 - 1)
    const flipped = Buffer.from(whole)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    await offer(isInMark ? 'a bit of the mark flipped' : 'a bit flipped', flipped)
  }
  const mark = whole.subarray(-MARK_BYTES)
  for (let index = 0; index < flips / 10; index++) {
    const cut = random.int(1, whole.length - 1)
    await offer('cut at the end', whole.subarray(0, cut))
    await offer('cut at the start', whole.subarray(cut))
    await offer(
      'a part, and the mark',
      Buffer.concat([whole.subarray(0, Math.min(cut, whole.length - MARK_BYTES - 1)), mark]),
    )
    await offer('a part, and the whole', Buffer.concat([whole.subarray(0, cut), whole]))
  }
  await offer('twice the whole', Buffer.concat([whole, whole]))
  await offer('the whole with a second mark', Buffer.concat([whole, mark]))
  await offer('an empty file', Buffer.alloc(0))
  await offer('zeros', Buffer.alloc(MB))
  await offer('zeros with the mark', Buffer.concat([Buffer.alloc(whole.length - MARK_BYTES), mark]))
  const foreign = makeForeignDatabase()
  await offer('the database of another program', foreign)
  await offer('the database of another program with the mark', Buffer.concat([foreign, mark]))
}

console.log(`${kills} kills of a backup, ${kills} of a restore, ${flips} flipped bits, seed ${seed}`)
try {
  const CHARGES = 2000
  const data = pathOf('data')
  await fillStore(data, CHARGES, 30 * MB)
  await killBackups(data, CHARGES)
  const large = pathOf('large.sqlite')
  console.log(`The killed backups have ${(statSync(large).size / MB).toFixed(1)} MiB.`)
  await killRestores(large, CHARGES)

  const small = pathOf('small')
  await fillStore(small, 7500, 0)
  assert.equal((await runCli(['backup', pathOf('small.sqlite')], { env: { SHELFMARK_DATA: small } })).code, 0)
  const whole = readFileSync(pathOf('small.sqlite'))
  console.log(`The damaged backups have ${(whole.length / MB).toFixed(2)} MiB.`)
  await offerDamaged(whole)
  await restoreBackup(pathOf('small.sqlite'), { directory: pathOf('offered-to') })
} finally {
  for (const [what, times] of Object.entries(counts)) console.log(`${times} x ${what}`)
  rmSync(folder, { recursive: true })
}
