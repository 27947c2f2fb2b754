import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayOf } from '../../../core/policy/index.ts'
import type { LedgerCheck, LedgerRow } from '../ledger.ts'
import { compareRepeatedly, findDifferences, Sums } from '../usage-sums.ts'
import { readClosed } from './closed-charges.ts'
import type { Database } from './database.ts'

/** Rows that one slice reads. Between slices, requests are answered. */
const ROWS_PER_SLICE = 2000

interface SumRow {
  readonly workspace_id: string
  readonly day: string
  readonly key_id: string
  readonly kind: string
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
  const readLast = (): number =>
    database.list<{ last: number }>('SELECT coalesce(max(place), 0) AS last FROM ledger')[0]?.last ?? 0
  for (let from = 0; from < readLast(); from += ROWS_PER_SLICE) {
    // Of both, in one turn: a charge that is moved meanwhile is counted once.
    const closed = readClosed(database, from, from + ROWS_PER_SLICE)
    const live = database.list<SumRow>(
      `SELECT workspace_id, date(at_ms / 1000, 'unixepoch') AS day, key_id, kind, count(*) AS charges, sum(credits) AS credits
       FROM ledger WHERE place > ? AND place <= ? AND place NOT IN (SELECT charge FROM voids WHERE charge > ? AND charge <= ?)
       GROUP BY 1, 2, 3, 4`,
      from,
      from + ROWS_PER_SLICE,
      from,
      from + ROWS_PER_SLICE,
    )
    for (const row of [...closed.map(toSum), ...live]) {
      sums.add(nameOf(row), row)
      total.charges += row.charges
      total.credits += row.credits
    }
    await nextTurn()
  }
  return { total, sums }
}

async function readUsage(database: Database): Promise<Sums> {
  const sums = new Sums()
  let last: Pick<SumRow, 'workspace_id' | 'day' | 'key_id' | 'kind'> | undefined = {
    workspace_id: '',
    day: '',
    key_id: '',
    kind: '',
  }
  while (last !== undefined) {
    const rows: SumRow[] = database.list<SumRow>(
      `SELECT workspace_id, day, key_id, kind, charges, credits FROM usage
       WHERE (workspace_id, day, key_id, kind) > (?, ?, ?, ?) ORDER BY 1, 2, 3, 4 LIMIT ?`,
      last.workspace_id,
      last.day,
      last.key_id,
      last.kind,
      ROWS_PER_SLICE,
    )
    for (const row of rows) sums.add(nameOf(row), row)
    last = rows.at(-1)
    await nextTurn()
  }
  return sums
}

function toSum({ workspaceId, keyId, record, credits, atMs }: LedgerRow): SumRow {
  return { workspace_id: workspaceId, day: dayOf(atMs), key_id: keyId, kind: record, charges: 1, credits }
}

function nameOf({ workspace_id, day, key_id, kind }: SumRow): string {
  return `${workspace_id} ${day} ${key_id} ${kind}`
}
