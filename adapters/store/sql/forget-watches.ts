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

interface Table {
  readonly name: string
  readonly key: string
  /** Bytes of a row. */
  readonly bytes: string
  /**
   * Query of rows of the watch `$1` that are older than `$2`. It does not read those that are kept, where an index has
   * the time: SQLite keeps the order of a CROSS JOIN. Absent: null, they stay until the watch is removed.
   */
  readonly old: string | null
}

const OF_ITEMS = 'WHERE watch_items.watch = $1 AND one.watch = $1 AND one.item = watch_items.item AND one.at_ms < $2'

/** Tables with rows of watches. */
const TABLES: readonly Table[] = [
  {
    name: 'watch_looks',
    key: 'item, at_ms',
    bytes: 'octet_length(look)',
    old: `SELECT one.item, at_ms FROM watch_items CROSS JOIN watch_looks AS one ${OF_ITEMS}`,
  },
  {
    name: 'watch_points',
    key: 'item, field, at_ms',
    bytes: 'octet_length(field) + octet_length(point)',
    // A point goes when a later one holds at that time.
    old: `SELECT item, field, at_ms FROM watch_points AS one WHERE watch = $1 AND at_ms < $2 AND EXISTS (
      SELECT 1 FROM watch_points AS later WHERE later.watch = $1 AND later.item = one.item AND later.field = one.field
        AND later.at_ms > one.at_ms AND later.at_ms <= $2)`,
  },
  {
    name: 'watch_records',
    key: 'item, at_ms',
    bytes: 'length(record)',
    old: `SELECT one.item, at_ms FROM watch_items CROSS JOIN watch_records AS one ${OF_ITEMS} AND is_change = 1`,
  },
  {
    name: 'watch_events',
    key: 'row_id',
    bytes: 'octet_length(entry)',
    old: `SELECT row_id FROM (SELECT row_id, id, at_ms FROM watch_events WHERE watch = $1
        ORDER BY row_id LIMIT ${REMOVED_PER_STEP}) AS first
      WHERE at_ms < $2 AND NOT EXISTS (SELECT 1 FROM outbox
        WHERE outbox.type = 'watch' AND outbox.id = first.id AND due_at_ms IS NOT NULL)`,
  },
  { name: 'watch_items', key: 'item', bytes: '0', old: null },
]

/** Removes what is older than its watch keeps it, and what removed watches have left. Returns the number of removed rows. */
export async function forgetWatches(database: Database, nowMs: number): Promise<number> {
  for (let total = 0; ;) {
    const [row] = await database.list<ForgetRow>(
      `SELECT * FROM (SELECT ${COLUMNS} FROM watches WHERE is_removed = 1 LIMIT 1) AS removed UNION ALL SELECT * FROM (
         SELECT ${COLUMNS} FROM watches WHERE forgotten_at_ms < $1 ORDER BY forgotten_at_ms LIMIT 1) AS oldest LIMIT 1`,
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
  for (const table of TABLES) {
    const sizes = table.old === null ? [] : await removeSome(tx, table, table.old, row.row_id, fromMs)
    count += sizes.length
    freed += sizes.reduce((sum, bytes) => sum + bytes + WATCH_ROW_BYTES, 0)
  }
  await addWatchBytes(tx, row, -freed)
  return count
}

/** Removes rows of a removed watch, some of each table, and at last the watch. Returns how many. */
async function removeRows(tx: Transaction, row: Omit<ForgetRow, 'terms' | 'is_removed'>): Promise<number> {
  let count = 0
  for (const table of TABLES) {
    const all = `SELECT ${table.key} FROM ${table.name} WHERE watch = $1`
    count += (await removeSome(tx, table, all, row.row_id)).length
  }
  if (count > 0) return count
  const sql = 'DELETE FROM watches WHERE row_id = $1 RETURNING stored_bytes AS bytes'
  const removed = await tx.list<{ bytes: number }>(sql, row.row_id)
  for (const { bytes } of removed) await addStored(tx, row.workspace_id, row.mode, -bytes)
  return removed.length
}

/** Removes some rows of a watch, of events with what is sent of them. `rows`: a query of their keys. Returns their bytes. */
async function removeSome(
  tx: Transaction,
  { name, key, bytes }: Table,
  rows: string,
  ...values: readonly number[]
): Promise<readonly number[]> {
  const id = name === 'watch_events' ? 'id' : 'NULL'
  const removed = await tx.list<{ bytes: number; id: string | null }>(
    `DELETE FROM ${name} WHERE watch = $1 AND (${key}) IN (${rows} LIMIT ${REMOVED_PER_STEP})
     RETURNING ${bytes} AS bytes, ${id} AS id`,
    ...values,
  )
  const letter = `DELETE FROM outbox WHERE type = 'watch' AND id = $1`
  await Promise.all(removed.flatMap((one) => (one.id === null ? [] : [tx.run(letter, one.id)])))
  return removed.map((one) => one.bytes)
}

/** Removes some rows of the watches of an erased workspace. Returns how many: 0, none is left. */
export async function removeWatches(tx: Transaction, workspaceId: string): Promise<number> {
  const sql = 'SELECT row_id, workspace_id, mode FROM watches WHERE workspace_id = $1 LIMIT 1'
  const [row] = await tx.list<Pick<WatchRow, 'row_id' | 'workspace_id' | 'mode'>>(sql, workspaceId)
  return row === undefined ? 0 : removeRows(tx, row)
}
