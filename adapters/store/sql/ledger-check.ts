import { DAY_MS, dayOf } from '../../../core/policy/index.ts'
import type { LedgerCheck, LedgerRow } from '../ledger.ts'
import { compareRepeatedly, findDifferences, Sums } from '../usage-sums.ts'
import { MONTHS, readClosed } from './closed-charges.ts'
import type { Database } from './database.ts'

/** Rows that one slice reads. Between slices, requests are answered. */
const ROWS_PER_SLICE = 2000

interface SumRow {
  readonly workspace_id: string
  readonly day: string
  readonly key_id: string
  readonly record: string
  readonly charges: number
  readonly credits: number
}

/** Compares the ledger with the usage by workspace, day, key and record. Requests may charge meanwhile. */
export async function checkLedger(database: Database): Promise<LedgerCheck> {
  const { total, differences } = await compareRepeatedly(async () => {
    const before = await readUsage(database)
    const ledger = await sumLedger(database)
    const after = await readUsage(database)
    return { total: ledger.total, differences: findDifferences(before, ledger.sums, after) }
  })
  return { ...total, differences: differences.toSorted() }
}

async function sumLedger(database: Database) {
  const sums = new Sums()
  const total = { charges: 0, credits: 0 }
  for (let from = 0; from < (await readLast(database)); from += ROWS_PER_SLICE) {
    for (const row of await readSlice(database, from, from + ROWS_PER_SLICE)) {
      sums.add(nameOf(row), row)
      total.charges += row.charges
      total.credits += row.credits
    }
  }
  return { total, sums }
}

async function readLast(database: Database): Promise<number> {
  const [last] = await database.list<{ live: number; closed: number }>(
    `SELECT (SELECT coalesce(max(row_id), 0) FROM ledger) AS live,
       (SELECT coalesce(max(last), 0) FROM closed_charges) AS closed`,
  )
  return Math.max(last?.live ?? 0, last?.closed ?? 0)
}

/** Sums of rowIds after one, up to another. A charge that is moved meanwhile is counted once. */
function readSlice(database: Database, from: number, to: number): Promise<readonly SumRow[]> {
  return database.step(MONTHS, async (tx) => {
    const closed = await readClosed(tx, from, to)
    const live = await tx.list<Omit<SumRow, 'day'> & { readonly day: number }>(
      `SELECT workspace_id, at_ms / ${DAY_MS} AS day, key_id, record, count(*) AS charges, sum(credits) AS credits
       FROM ledger WHERE row_id > $1 AND row_id <= $2 AND NOT EXISTS (SELECT 1 FROM voids WHERE charge = row_id)
       GROUP BY 1, 2, 3, 4`,
      from,
      to,
    )
    const days = live.map(({ day, ...row }) => Object.assign(row, { day: dayOf(day * DAY_MS) }))
    return [...closed.map(toSum), ...days]
  })
}

async function readUsage(database: Database): Promise<Sums> {
  const sums = new Sums()
  let last: Pick<SumRow, 'workspace_id' | 'day' | 'key_id' | 'record'> | undefined = {
    workspace_id: '',
    day: '',
    key_id: '',
    record: '',
  }
  while (last !== undefined) {
    const rows: SumRow[] = await database.list<SumRow>(
      `SELECT workspace_id, day, key_id, record, charges, credits FROM usage
       WHERE (workspace_id, day, key_id, record) > ($1, $2, $3, $4) ORDER BY 1, 2, 3, 4 LIMIT $5`,
      last.workspace_id,
      last.day,
      last.key_id,
      last.record,
      ROWS_PER_SLICE,
    )
    for (const row of rows) sums.add(nameOf(row), row)
    last = rows.at(-1)
  }
  return sums
}

function toSum({ workspaceId, keyId, record, credits, atMs }: LedgerRow): SumRow {
  return { workspace_id: workspaceId, day: dayOf(atMs), key_id: keyId, record, charges: 1, credits }
}

function nameOf({ workspace_id, day, key_id, record }: SumRow): string {
  return `${workspace_id} ${day} ${key_id} ${record}`
}
