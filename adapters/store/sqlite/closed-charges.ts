import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf } from '../../../core/policy/index.ts'
import { MAX_CLOSED_PER_CALL, type LedgerRow } from '../ledger.ts'
import { packCharges, unpackCharges } from '../packed-charges.ts'
import type { Database } from './database.ts'

/** Places of the ledger that one step moves. The schema relies on it: no row of `closed_charges` has a longer range. */
const PLACES_PER_STEP = 500
/** A step blocks this thread. Steps take at most one in this many parts of its time. */
const TIME_SHARE = 4

interface Row {
  readonly place: number
  readonly workspace_id: string
  readonly charge_id: string
  readonly key_id: string
  readonly kind: string
  readonly credits: number
  readonly at_ms: number
  readonly is_void: number
}

/** A charge with the place that it has, or had, in the ledger. */
export interface PlacedCharge extends LedgerRow {
  readonly place: number
}

/** Columns of a charge with its place. */
export const CHARGE_COLUMNS = 'place, workspace_id, charge_id, key_id, kind, credits, at_ms'

export function toPlacedCharge(row: Omit<Row, 'is_void'>): PlacedCharge {
  return {
    place: row.place,
    workspaceId: row.workspace_id,
    chargeId: row.charge_id,
    keyId: row.key_id,
    record: row.kind,
    credits: row.credits,
    atMs: row.at_ms,
  }
}

/**
 * Moves the charges of months before `openMonth` from the ledger to `closed_charges`, step by
 * step, from the oldest on. It ends at the first step without one: the few that are between
 * charges of an open month move together with these. Voided charges are removed. Returns the
 * number of charges that have left the ledger, about `MAX_CLOSED_PER_CALL` at most.
 */
export async function closeCharges(database: Database, openMonth: string): Promise<number> {
  const openMs = Date.parse(`${openMonth}-01`)
  let total = 0
  for (let after = 0; ;) {
    const startMs = performance.now()
    const { count, last } = database.transaction(() => moveStep(database, after, openMs))
    total += count
    if (count === 0 || total >= MAX_CLOSED_PER_CALL) return total
    after = last
    await sleep((TIME_SHARE - 1) * (performance.now() - startMs))
  }
}

/** Moves charges with places after one, inside a transaction. Charges that are unanswered stay. */
function moveStep(database: Database, after: number, openMs: number): { count: number; last: number } {
  const [bounds] = database.list<{ first: number | null; newest: number | null }>(
    'SELECT (SELECT min(place) FROM ledger WHERE place > ?) AS first, (SELECT max(place) FROM ledger) AS newest',
    after,
  )
  const first = bounds?.first ?? 0
  const last = first + PLACES_PER_STEP - 1
  // The newest charge stays, so that no place is given twice.
  const rows = database.list<Row>(
    `SELECT ${CHARGE_COLUMNS}, EXISTS (SELECT 1 FROM voids WHERE charge = place) AS is_void FROM ledger
     WHERE place >= ? AND place <= ? AND place < ? AND at_ms < ?
       AND NOT EXISTS (SELECT 1 FROM unanswered WHERE charge = place) ORDER BY place`,
    first,
    last,
    bounds?.newest ?? 0,
    openMs,
  )
  for (const month of new Set(rows.map(({ at_ms }) => monthOf(at_ms)))) {
    moveRows(
      database,
      month,
      rows.filter(({ at_ms }) => monthOf(at_ms) === month),
    )
  }
  return { count: rows.length, last }
}

function moveRows(database: Database, month: string, rows: readonly Row[]): void {
  const packed = packCharges(rows.filter(({ is_void }) => is_void === 0).map(toPlacedCharge))
  database.run(
    'INSERT INTO closed_charges (first, last, month, rows) VALUES (?, ?, ?, ?)',
    rows[0]?.place ?? 0,
    rows.at(-1)?.place ?? 0,
    month,
    packed,
  )
  for (const { place } of rows) database.run('DELETE FROM ledger WHERE place = ?', place)
}

/** Closed charges with places after one, up to another. `month`: of this one alone. Order: place, within a month. */
export function readClosed(database: Database, after: number, upTo: number, month?: string): readonly PlacedCharge[] {
  const found = database.list<{ month: string; rows: Uint8Array }>(
    'SELECT month, rows FROM closed_charges WHERE first > ? AND first <= ? AND last > ? ORDER BY first',
    after - PLACES_PER_STEP,
    upTo,
    after,
  )
  return found
    .filter((one) => month === undefined || one.month === month)
    .flatMap(({ rows }) => unpackCharges(rows) as readonly PlacedCharge[])
    .filter(({ place }) => place > after && place <= upTo)
}

/** Place of the next charge after one that may be of a month: of any that is live, or of a closed one. Absent: null. */
export function findNextPlace(database: Database, after: number, month: string): number | null {
  const [next] = database.list<{ closed: number | null; live: number | null }>(
    `SELECT (SELECT min(first) FROM closed_charges WHERE month = ? AND first > ? AND last > ?) AS closed,
       (SELECT min(place) FROM ledger WHERE place > ?) AS live`,
    month,
    after - PLACES_PER_STEP,
    after,
    after,
  )
  const places = [next?.closed, next?.live].filter((place) => typeof place === 'number')
  return places.length === 0 ? null : Math.max(after + 1, Math.min(...places))
}
