import { dayOf, MAX_REFERENCES_PER_DAY } from '../../../core/policy/index.ts'
import { inOrder, type DayRange, type ReferenceUsage, type Reservation } from '../ledger.ts'
import type { Database, Reader, Transaction } from './database.ts'

/** Rows that one step removes. */
const ROWS_PER_STEP = 1000

interface ReferenceRow {
  readonly reference: string
  readonly record: string
  readonly charges: number
  readonly credits: number
}

/** Counts the charge of an item with a reference, in the step that writes it. Of more references than a day may have: no effect. */
export async function addReference(
  tx: Transaction,
  { workspaceId, atMs }: Pick<Reservation, 'workspaceId' | 'atMs'>,
  { reference, record, credits }: Omit<ReferenceUsage, 'charges'>,
): Promise<void> {
  const row = [workspaceId, dayOf(atMs), reference, record] as const
  const added = await tx.run(
    `UPDATE reference_usage SET charges = charges + 1, credits = credits + $5
     WHERE workspace_id = $1 AND day = $2 AND reference = $3 AND record = $4`,
    ...row,
    credits,
  )
  if (added > 0) return
  await tx.run(
    `INSERT INTO reference_usage (workspace_id, day, reference, record, charges, credits)
     SELECT $1, $2, $3, $4, 1, $5
     WHERE (SELECT count(*) FROM reference_usage WHERE workspace_id = $1 AND day = $2) < $6`,
    ...row,
    credits,
    MAX_REFERENCES_PER_DAY,
  )
}

export async function sumReferences(
  reader: Reader,
  workspaceId: string,
  { from, to }: DayRange,
): Promise<ReferenceUsage[]> {
  const rows = await reader.list<ReferenceRow>(
    `SELECT reference, record, sum(charges) AS charges, sum(credits) AS credits FROM reference_usage
     WHERE workspace_id = $1 AND day BETWEEN $2 AND $3 GROUP BY reference, record`,
    workspaceId,
    from,
    to,
  )
  return inOrder(
    rows.map(({ reference, record, charges, credits }) => ({ reference, record: record, charges, credits })),
  )
}

/** Removes usage by reference of days before one. */
export async function forgetReferences(database: Database, day: string): Promise<void> {
  const sql = `DELETE FROM reference_usage WHERE (workspace_id, day, reference, record) IN (
    SELECT workspace_id, day, reference, record FROM reference_usage WHERE day < $1 LIMIT $2)`
  while ((await database.step('old references', (tx) => tx.run(sql, day, ROWS_PER_STEP))) === ROWS_PER_STEP);
}
