import { FORGET_PAUSE_MS, keptFromMs, REMOVED_PER_STEP, WATCH_ROW_BYTES } from '../watches.ts'
import type { WatchTerms } from '../../../core/index.ts'
import type { Database } from './database.ts'
import { addWatchBytes } from './watch-rows.ts'

interface ForgetRow {
  readonly place: number
  readonly terms: string
  readonly is_removed: number
}

/** Rows that are older than `?2`, of the watch `?1`. A point goes when a later one holds at that time. */
const OLD: readonly { readonly table: string; readonly bytes: string; readonly key: string; readonly isOld: string }[] =
  [
    { table: 'watch_looks', bytes: 'octet_length(look)', key: 'item, at_ms', isOld: 'at_ms < ?2' },
    {
      table: 'watch_points',
      bytes: 'octet_length(field) + octet_length(point)',
      key: 'item, field, at_ms',
      isOld: `at_ms < ?2 AND EXISTS (SELECT 1 FROM watch_points AS later WHERE later.watch = ?1
      AND later.item = watch_points.item AND later.field = watch_points.field
      AND later.at_ms > watch_points.at_ms AND later.at_ms <= ?2)`,
    },
    { table: 'watch_records', bytes: 'length(record)', key: 'item, at_ms', isOld: 'at_ms < ?2 AND is_change' },
    {
      table: 'watch_events',
      bytes: 'octet_length(entry)',
      key: 'place',
      isOld: 'at_ms < ?2 AND delivery_at_ms IS NULL',
    },
  ]

/** Removes some old rows of one watch, inside a transaction. Returns how many, and whether no watch is left to look at. */
export function forgetWatchStep(
  database: Database,
  nowMs: number,
): { readonly removed: number; readonly isLast: boolean } {
  const [row] = database.list<ForgetRow>(
    `SELECT place, terms, is_removed FROM watches WHERE is_removed OR forgotten_at_ms < ? ORDER BY forgotten_at_ms LIMIT 1`,
    nowMs - FORGET_PAUSE_MS,
  )
  if (row === undefined) return { removed: 0, isLast: true }
  if (row.is_removed === 1) return { removed: removeRows(database, row.place), isLast: false }
  const fromMs = keptFromMs(JSON.parse(row.terms) as WatchTerms, nowMs)
  const removed = fromMs === null ? 0 : removeOld(database, row.place, fromMs)
  if (removed === 0) database.run('UPDATE watches SET forgotten_at_ms = ? WHERE place = ?', nowMs, row.place)
  return { removed, isLast: false }
}

function removeOld(database: Database, place: number, fromMs: number): number {
  let [count, freed] = [0, 0]
  for (const { table, bytes, key, isOld } of OLD) {
    const rows = database.list<{ bytes: number }>(
      `DELETE FROM ${table} WHERE watch = ?1 AND (${key}) IN (
         SELECT ${key} FROM ${table} WHERE watch = ?1 AND ${isOld} LIMIT ${REMOVED_PER_STEP})
       RETURNING ${bytes} AS bytes`,
      place,
      fromMs,
    )
    count += rows.length
    freed += rows.reduce((sum, row) => sum + row.bytes + WATCH_ROW_BYTES, 0)
  }
  addWatchBytes(database, place, -freed)
  return count
}

const TABLES = [
  ['watch_looks', 'item, at_ms'],
  ['watch_points', 'item, field, at_ms'],
  ['watch_records', 'item, at_ms'],
  ['watch_events', 'place'],
  ['watch_items', 'item'],
] as const

/** Removes rows of a removed watch, some of each table, and at last the watch. Returns how many. */
function removeRows(database: Database, place: number): number {
  let count = 0
  for (const [table, key] of TABLES) {
    count += database.run(
      `DELETE FROM ${table} WHERE watch = ?1 AND (${key}) IN (SELECT ${key} FROM ${table} WHERE watch = ?1 LIMIT ${REMOVED_PER_STEP})`,
      place,
    )
  }
  if (count === 0) count += database.run('DELETE FROM watches WHERE place = ?', place)
  return count
}

/** Removes some rows of the watches of an erased workspace, inside a transaction. Returns how many. */
export function removeWatches(database: Database, workspaceId: string): number {
  const [row] = database.list<{ place: number }>(
    'SELECT place FROM watches WHERE workspace_id = ? LIMIT 1',
    workspaceId,
  )
  return row === undefined ? 0 : removeRows(database, row.place)
}
