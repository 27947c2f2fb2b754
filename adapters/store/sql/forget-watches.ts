import type { WatchTerms } from '../../../core/index.ts'
import { keptFromMs, WATCH_ROW_BYTES } from '../watches.ts'
import type { Database, Transaction } from './database.ts'
import { updateRow } from './owned-rows.ts'
import { addStored } from './storage.ts'
import { addWatchBytes, type WatchRow } from './watch-rows.ts'

/** Age of the last removal of old rows of a watch at which it is done again. Unit: ms. */
const FORGET_PAUSE_MS = 6 * 3_600_000

/** Rows of a table that one step removes. Requests wait until the step ends. */
const REMOVED_PER_STEP = 500

interface ForgetRow extends Pick<WatchRow, 'row_id' | 'workspace_id' | 'mode' | 'terms'> {
  readonly is_removed: number
}

const COLUMNS = 'row_id, workspace_id, mode, terms, is_removed'

/** Rows that are older than `$2`, of the watch `$1`. A point goes when a later one holds at that time. */
const OLD: readonly { readonly table: string; readonly bytes: string; readonly key: string; readonly isOld: string }[] =
  [
    { table: 'watch_looks', bytes: 'octet_length(look)', key: 'item, at_ms', isOld: 'at_ms < $2' },
    {
      table: 'watch_points',
      bytes: 'octet_length(field) + octet_length(point)',
      key: 'item, field, at_ms',
      isOld: `at_ms < $2 AND EXISTS (SELECT 1 FROM watch_points AS later WHERE later.watch = $1
      AND later.item = watch_points.item AND later.field = watch_points.field
      AND later.at_ms > watch_points.at_ms AND later.at_ms <= $2)`,
    },
    { table: 'watch_records', bytes: 'length(record)', key: 'item, at_ms', isOld: 'at_ms < $2 AND is_change = 1' },
    {
      table: 'watch_events',
      bytes: 'octet_length(entry)',
      key: 'row_id',
      isOld: `at_ms < $2 AND NOT EXISTS (SELECT 1 FROM outbox
      WHERE outbox.type = 'watch' AND outbox.id = watch_events.id AND due_at_ms IS NOT NULL)`,
    },
  ]

/** Letters of the outbox whose event was removed. */
const LETTERS = `DELETE FROM outbox WHERE type = 'watch' AND workspace_id = $1
  AND NOT EXISTS (SELECT 1 FROM watch_events WHERE watch_events.id = outbox.id)`

/** Removes what is older than its watch keeps it, and what removed watches have left. Returns the number of removed rows. */
export async function forgetWatches(database: Database, nowMs: number): Promise<number> {
  for (let total = 0; ;) {
    const [row] = await database.list<ForgetRow>(
      `SELECT ${COLUMNS} FROM watches WHERE is_removed = 1 OR forgotten_at_ms < $1
       ORDER BY forgotten_at_ms LIMIT 1`,
      nowMs - FORGET_PAUSE_MS,
    )
    if (row === undefined) return total
    total += await database.step(row.workspace_id, (tx) => forgetStep(tx, row, nowMs))
  }
}

async function forgetStep(tx: Transaction, { row_id: rowId }: ForgetRow, nowMs: number): Promise<number> {
  const [row] = await tx.list<ForgetRow>(`SELECT ${COLUMNS} FROM watches WHERE row_id = $1`, rowId)
  if (row === undefined) return 0
  if (row.is_removed === 1) return removeRows(tx, row)
  const fromMs = keptFromMs(JSON.parse(row.terms) as WatchTerms, nowMs)
  const removed = fromMs === null ? 0 : await removeOld(tx, row, fromMs)
  if (removed === 0) await updateRow(tx, 'watches', rowId, { forgotten_at_ms: nowMs })
  return removed
}

async function removeOld(tx: Transaction, row: ForgetRow, fromMs: number): Promise<number> {
  let [count, freed] = [0, 0]
  for (const { table, bytes, key, isOld } of OLD) {
    const rows = await tx.list<{ bytes: number }>(
      `DELETE FROM ${table} WHERE watch = $1 AND (${key}) IN (
         SELECT ${key} FROM ${table} WHERE watch = $1 AND ${isOld} LIMIT ${REMOVED_PER_STEP})
       RETURNING ${bytes} AS bytes`,
      row.row_id,
      fromMs,
    )
    count += rows.length
    freed += rows.reduce((sum, { bytes: size }) => sum + size + WATCH_ROW_BYTES, 0)
  }
  if (count > 0) await tx.run(LETTERS, row.workspace_id)
  await addWatchBytes(tx, row, -freed)
  return count
}

const TABLES = [
  ['watch_looks', 'item, at_ms'],
  ['watch_points', 'item, field, at_ms'],
  ['watch_records', 'item, at_ms'],
  ['watch_events', 'row_id'],
  ['watch_items', 'item'],
] as const

/** Removes rows of a removed watch, some of each table, and at last the watch. Returns how many. */
async function removeRows(tx: Transaction, row: Omit<ForgetRow, 'terms' | 'is_removed'>): Promise<number> {
  let count = 0
  for (const [table, key] of TABLES) {
    count += await tx.run(
      `DELETE FROM ${table} WHERE watch = $1 AND (${key}) IN (
         SELECT ${key} FROM ${table} WHERE watch = $1 LIMIT ${REMOVED_PER_STEP})`,
      row.row_id,
    )
  }
  if (count > 0) return count
  await tx.run(LETTERS, row.workspace_id)
  const sql = 'DELETE FROM watches WHERE row_id = $1 RETURNING stored_bytes AS bytes'
  const removed = await tx.list<{ bytes: number }>(sql, row.row_id)
  for (const { bytes } of removed) await addStored(tx, row.workspace_id, row.mode, -bytes)
  return removed.length
}

/** Removes some rows of the watches of an erased workspace. Returns how many: 0, none is left. */
export async function removeWatches(tx: Transaction, workspaceId: string): Promise<number> {
  const sql = 'SELECT row_id, workspace_id, mode FROM watches WHERE workspace_id = $1 LIMIT 1'
  const [row] = await tx.list<Pick<WatchRow, 'row_id' | 'workspace_id' | 'mode'>>(sql, workspaceId)
  return row === undefined ? 0 : removeRows(tx, row)
}
