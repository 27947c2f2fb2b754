import { dayOf, MAX_REFERENCES_PER_DAY } from '../../../core/policy/index.ts'
import { inOrder, type DayRange, type ReferenceUsage, type Reservation } from '../ledger.ts'
import type { Database } from './database.ts'

interface ReferenceRow {
  readonly reference: string
  readonly kind: string
  readonly charges: number
  readonly credits: number
}

/** Counts the charge of an item with a reference, inside a transaction. Of more references than a day may have: no effect. */
export function addReference(
  database: Database,
  { workspaceId, atMs }: Reservation,
  { reference, record, credits }: Omit<ReferenceUsage, 'charges'>,
): void {
  const day = dayOf(atMs)
  const row = [workspaceId, day, reference, record] as const
  const added = database.run(
    `UPDATE reference_usage SET charges = charges + 1, credits = credits + ?5
     WHERE workspace_id = ?1 AND day = ?2 AND reference = ?3 AND kind = ?4`,
    ...row,
    credits,
  )
  if (added > 0) return
  const sql = 'SELECT count(*) AS count FROM reference_usage WHERE workspace_id = ? AND day = ?'
  const [kept] = database.list<{ count: number }>(sql, workspaceId, day)
  if ((kept?.count ?? 0) >= MAX_REFERENCES_PER_DAY) return
  database.run(
    'INSERT INTO reference_usage (workspace_id, day, reference, kind, charges, credits) VALUES (?, ?, ?, ?, 1, ?)',
    ...row,
    credits,
  )
}

export function sumReferences(database: Database, workspaceId: string, { from, to }: DayRange): ReferenceUsage[] {
  const rows = database.list<ReferenceRow>(
    `SELECT reference, kind, sum(charges) AS charges, sum(credits) AS credits FROM reference_usage
     WHERE workspace_id = ? AND day BETWEEN ? AND ? GROUP BY reference, kind`,
    workspaceId,
    from,
    to,
  )
  return inOrder(rows.map(({ reference, kind, charges, credits }) => ({ reference, record: kind, charges, credits })))
}
