/**
 * Measures what the charges of a month take, on both stores, before and after the month is
 * closed, and how long closing it blocks others.
 *
 * Charges of a workspace that come at once share a transaction: on PostgreSQL, a million of ten workspaces take less
 * than an hour.
 *
 * Usage: npm run bench -- capacity months [CHARGES [WORKSPACES]]
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { openSqliteStore, STORE_FILE } from '../../adapters/store/open/open-sqlite-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { records } from '../../core/index.ts'
import { ASKED_RECORD } from './asked-record.ts'
import { startPostgres } from './postgres.ts'

const CHARGES = Number(process.argv[2] ?? 200_000)
const WORKSPACES = Number(process.argv[3] ?? 100)
const CALLERS = 100
/** A third of the charges is for another record, so that charges differ. */
const OTHER_RECORD = records.at(-1)?.name ?? ASKED_RECORD
const MONTH_MS = Date.UTC(2025, 0)
const MONTH_LENGTH_MS = 31 * 86_400_000

/** Charges all workspaces in turn, evenly over a month. */
async function fill(store: Store): Promise<void> {
  const keys = await Promise.all(
    Array.from({ length: WORKSPACES }, async (_, index) => {
      const { id } = await store.workspaces.create({ name: `workspace ${index}`, payAsYouGo: true })
      return (await store.keys.create(id, { mode: 'live', name: 'main' })).key
    }),
  )
  let next = 0
  const call = async (): Promise<void> => {
    for (let index = next++; index <= CHARGES; index = next++) {
      const key = keys[index % WORKSPACES]
      if (key === undefined) throw new Error('There are no keys.')
      // The last one is of another month.
      const atMs = index === CHARGES ? Date.now() : MONTH_MS + Math.floor((index / CHARGES) * MONTH_LENGTH_MS)
      const reservation = await store.ledger.reserve(key.workspaceId, 5, atMs)
      if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
      const record = index % 3 === 0 ? OTHER_RECORD : ASKED_RECORD
      await store.ledger.settle(reservation, { chargeId: randomUUID(), keyId: key.id, record, credits: 5 })
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
}

interface Closing {
  readonly totalMs: number
  /** Longest time in which this process did nothing else. */
  readonly blockedMs: number
}

async function closeMonth(store: Store): Promise<Closing> {
  let [blockedMs, lastMs] = [0, performance.now()]
  const timer = setInterval(() => {
    blockedMs = Math.max(blockedMs, performance.now() - lastMs)
    lastMs = performance.now()
  }, 1)
  const startMs = performance.now()
  while ((await store.ledger.closeMonths(Date.now())) > 0);
  clearInterval(timer)
  const { charges, differences } = await store.ledger.check()
  if (charges !== CHARGES + 1 || differences.length > 0) throw new Error(`${charges} charges, ${differences.join()}`)
  return { totalMs: performance.now() - startMs, blockedMs }
}

/** Pages of the file that hold data. Unit: bytes. */
function usedBytes(directory: string): number {
  const database = new DatabaseSync(join(directory, STORE_FILE), { readOnly: true })
  const read = (name: string): number => Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0] as number
  const bytes = (read('page_count') - read('freelist_count')) * read('page_size')
  database.close()
  return bytes
}

function report(name: string, before: number, after: number, { totalMs, blockedMs }: Closing): void {
  const perCharge = (bytes: number): string => `${Math.round(bytes / CHARGES)} bytes a charge`
  console.log(`${name}: ${perCharge(before)} live, ${perCharge(after)} closed`)
  console.log(
    `  ${CHARGES} charges in ${Math.round(totalMs)} ms; this process blocked for ${Math.round(blockedMs)} ms at most`,
  )
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-months-'))
// Apart: another user runs the server, who can't enter a folder of this one.
const databaseDirectory = mkdtempSync(join(tmpdir(), 'shelfmark-months-'))
try {
  const empty = await openSqliteStore({ directory })
  await empty.close()
  const emptyBytes = usedBytes(directory)
  const full = await openSqliteStore({ directory })
  await fill(full)
  await full.close()
  const liveBytes = usedBytes(directory) - emptyBytes
  const store = await openSqliteStore({ directory })
  const closing = await closeMonth(store)
  await store.close()
  report('embedded store', liveBytes, usedBytes(directory) - emptyBytes, closing)

  const server = await startPostgres(databaseDirectory)
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const readBytes = async (): Promise<number> => {
    await client.query('VACUUM')
    const sql =
      'SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = $1 AND relnamespace = $2::regnamespace'
    return Number((await client.query<{ bytes: string }>(sql, ['r', 'public'])).rows[0]?.bytes)
  }
  const shared = await openPostgresStore({ url: server.url })
  const emptyShared = await readBytes()
  await fill(shared)
  const liveShared = (await readBytes()) - emptyShared
  const closingShared = await closeMonth(shared)
  report('PostgreSQL', liveShared, (await readBytes()) - emptyShared, closingShared)
  await shared.close()
  await client.end()
  await server.stop()
} finally {
  for (const folder of [directory, databaseDirectory]) rmSync(folder, { recursive: true, force: true })
}
