import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf } from '../../../core/policy/index.ts'
import { MAX_CLOSED_PER_CALL, type LedgerPage, type LedgerRow } from '../ledger.ts'
import { packCharges, unpackCharges } from '../packed-charges.ts'
import type { Database, Reader, Transaction } from './database.ts'

/** Subject of steps that move charges, and of reads that see each of them once. */
export const MONTHS = 'months'
/** Places of the ledger that one step moves. The tables rely on it: no row of `closed_charges` has a longer range. */
const PLACES_PER_STEP = 500
/** Steps take at most one in this many parts of the time: requests go on. */
const TIME_SHARE = 4
/** Places that one page looks at. Charges of other months are left out. */
const PLACES_PER_PAGE = 2000

interface Row {
  readonly row_id: number
  readonly workspace_id: string
  readonly charge_id: string
  readonly key_id: string
  readonly record: string
  readonly credits: number
  readonly at_ms: number
  readonly is_void: number
}

/** A charge with the row_id that it has, or had, in the ledger. */
export interface LedgerCharge extends LedgerRow {
  readonly row_id: number
}

const COLUMNS = 'row_id, workspace_id, charge_id, key_id, record, credits, at_ms'

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
    const { count, last } = await database.step(MONTHS, (tx) => moveStep(tx, after, openMs))
    total += count
    if (count === 0 || total >= MAX_CLOSED_PER_CALL) return total
    after = last
    await sleep((TIME_SHARE - 1) * (performance.now() - startMs))
  }
}

/** Moves charges with row ids after one. Charges that are unanswered stay. */
async function moveStep(tx: Transaction, after: number, openMs: number): Promise<{ count: number; last: number }> {
  const [next] = await tx.list<{ first: number | null }>(
    'SELECT min(row_id) AS first FROM ledger WHERE row_id > $1',
    after,
  )
  const first = next?.first ?? 0
  const last = first + PLACES_PER_STEP - 1
  const rows = await tx.list<Row>(
    `SELECT ${COLUMNS}, EXISTS (SELECT 1 FROM voids WHERE charge = row_id) AS is_void FROM ledger
     WHERE row_id >= $1 AND row_id <= $2 AND at_ms < $3
       AND NOT EXISTS (SELECT 1 FROM unanswered WHERE charge = row_id) ORDER BY row_id FOR UPDATE`,
    first,
    last,
    openMs,
  )
  for (const month of new Set(rows.map(({ at_ms }) => monthOf(at_ms)))) {
    await moveRows(
      tx,
      month,
      rows.filter(({ at_ms }) => monthOf(at_ms) === month),
    )
  }
  return { count: rows.length, last }
}

async function moveRows(tx: Transaction, month: string, rows: readonly Row[]): Promise<void> {
  const packed = packCharges(rows.filter(({ is_void }) => is_void === 0).map(toLedgerCharge))
  await tx.run(
    'INSERT INTO closed_charges (first, last, month, rows) VALUES ($1, $2, $3, $4)',
    rows[0]?.row_id ?? 0,
    rows.at(-1)?.row_id ?? 0,
    month,
    packed,
  )
  await Promise.all(rows.map(({ row_id: rowId }) => tx.run('DELETE FROM ledger WHERE row_id = $1', rowId)))
  const voided = rows.filter(({ is_void }) => is_void === 1)
  await Promise.all(voided.map(({ row_id: rowId }) => tx.run('DELETE FROM voids WHERE charge = $1', rowId)))
}

/** Closed charges with row ids after one, up to another. `month`: of this one alone. Order: row_id, within a month. */
export async function readClosed(
  reader: Reader,
  after: number,
  upTo: number,
  month?: string,
): Promise<readonly LedgerCharge[]> {
  const found = await reader.list<{ month: string; rows: Uint8Array }>(
    'SELECT month, rows FROM closed_charges WHERE first > $1 AND first <= $2 AND last > $3 ORDER BY first',
    after - PLACES_PER_STEP,
    upTo,
    after,
  )
  return found
    .filter((one) => month === undefined || one.month === month)
    .flatMap(({ rows }) => unpackCharges(rows) as readonly LedgerCharge[])
    .filter(({ row_id: rowId }) => rowId > after && rowId <= upTo)
}

/** Reads the charges of a month that count. Order: as written. `after`: the last row_id of the page before. */
export function readLedgerMonth(database: Database, month: string, after: string): Promise<LedgerPage> {
  const [startMs, endMs] = [Date.parse(`${month}-01`), endOf(month)]
  return database.step(MONTHS, async (tx) => {
    const first = await findNextPlace(tx, Number(after), month)
    if (first === null) return { rows: [], next: null }
    const [before, to] = [first - 1, first - 1 + PLACES_PER_PAGE]
    const closed = await readClosed(tx, before, to, month)
    const live = await tx.list<Row>(
      `SELECT ${COLUMNS} FROM ledger WHERE row_id > $1 AND row_id <= $2 AND at_ms >= $3 AND at_ms < $4
         AND NOT EXISTS (SELECT 1 FROM voids WHERE charge = row_id)`,
      before,
      to,
      startMs,
      endMs,
    )
    const charges = [...closed, ...live.map(toLedgerCharge)].toSorted((a, b) => a.row_id - b.row_id)
    const next = (await findNextPlace(tx, to, month)) === null ? null : String(to)
    return { rows: charges.map(({ row_id: _rowId, ...charge }) => charge), next }
  })
}

/** Place of the next charge after one that may be of a month: of any that is live, or of a closed one. Absent: null. */
async function findNextPlace(reader: Reader, after: number, month: string): Promise<number | null> {
  const [next] = await reader.list<{ closed: number | null; live: number | null }>(
    `SELECT (SELECT min(first) FROM closed_charges WHERE month = $1 AND first > $2 AND last > $3) AS closed,
       (SELECT min(row_id) FROM ledger WHERE row_id > $3) AS live`,
    month,
    after - PLACES_PER_STEP,
    after,
  )
  const rowIds = [next?.closed, next?.live].filter((rowId) => typeof rowId === 'number')
  return rowIds.length === 0 ? null : Math.max(after + 1, Math.min(...rowIds))
}

function toLedgerCharge(row: Omit<Row, 'is_void'>): LedgerCharge {
  return {
    row_id: row.row_id,
    workspaceId: row.workspace_id,
    chargeId: row.charge_id,
    keyId: row.key_id,
    record: row.record,
    credits: row.credits,
    atMs: row.at_ms,
  }
}

/** First moment after a month. Unit: ms since 1970. */
function endOf(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return Date.UTC(year, number)
}
