import { randomUUID } from 'node:crypto'
import {
  toAuditEntry,
  type Audit,
  type AuditOutcome,
  type AuditPage,
  type AuditQuery,
  type NewAuditEntry,
} from '../audit.ts'
import type { Database, Transaction } from './database.ts'
import { AUDIT_FIRST } from './tables/audit.ts'

/** Entries that one step removes. Other commands wait until the step ends. */
const REMOVED_PER_STEP = 500
/** Entries that one read looks at. Between reads, requests are answered. */
const READ_AT_ONCE = 2000
const SUBJECT = 'audit'

interface AuditRow {
  readonly row_id: number
  readonly entry: string
  readonly outcome: string | null
}

export class SqlAudit implements Audit {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async begin(entry: NewAuditEntry): Promise<boolean> {
    const writer = randomUUID()
    return this.database.step(SUBJECT, async (tx) => {
      await tx.run(
        'INSERT INTO audit (id, at_ms, workspace_id, entry, writer) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING',
        entry.id,
        entry.atMs,
        entry.workspaceId,
        JSON.stringify(entry),
        writer,
      )
      // An attempt of this call may have written it, whose answer got lost.
      const [row] = await tx.list<{ writer: string }>('SELECT writer FROM audit WHERE id = $1', entry.id)
      return row?.writer === writer
    })
  }

  async end(id: string, outcome: AuditOutcome): Promise<void> {
    await this.database.step(SUBJECT, (tx) => endEntry(tx, id, outcome))
  }

  async list({ fromMs, toMs, workspaceId = null, after = null, limit }: AuditQuery): Promise<AuditPage> {
    const rows: AuditRow[] = []
    const [ends] = await this.database.list<{ first: number | null; last: number | null }>(
      'SELECT (SELECT min(row_id) FROM audit) AS first, (SELECT max(row_id) FROM audit) AS last',
    )
    const { first, last } = { first: ends?.first ?? 0, last: ends?.last ?? 0 }
    let end = Math.min(after === null ? Infinity : Number(after), last + 1)
    for (; end > first && rows.length <= limit; end -= READ_AT_ONCE) {
      const found = await this.database.list<AuditRow>(
        `SELECT row_id, entry, outcome FROM audit LEFT JOIN audit_outcomes ON audit_outcomes.id = audit.id
         WHERE row_id < $1 AND row_id >= $2 AND at_ms >= $3 AND at_ms < $4
           AND (CAST($5 AS TEXT) IS NULL OR coalesce(audit_outcomes.workspace_id, audit.workspace_id) = $5)
         ORDER BY row_id DESC LIMIT $6`,
        end,
        end - READ_AT_ONCE,
        fromMs,
        toMs,
        workspaceId,
        limit + 1 - rows.length,
      )
      rows.push(...found)
    }
    const page = rows.slice(0, limit)
    return {
      entries: page.map(({ entry, outcome }) => toAuditEntry(entry, outcome)),
      next: rows.length > limit ? String(page.at(-1)?.row_id) : null,
    }
  }

  async forget(kept: { readonly beforeMs: number; readonly most: number }): Promise<void> {
    while ((await this.database.step(SUBJECT, (tx) => forgetStep(tx, kept))) === REMOVED_PER_STEP);
  }
}

/** Writes how a command ended, once. */
export async function endEntry(tx: Transaction, id: string, outcome: AuditOutcome): Promise<void> {
  await tx.run(
    `INSERT INTO audit_outcomes (id, workspace_id, outcome) SELECT id, $2, $3 FROM audit WHERE id = $1
     ON CONFLICT (id) DO NOTHING`,
    id,
    outcome.workspaceId,
    JSON.stringify(outcome),
  )
}

/** Removes the oldest entries. The database refuses to remove those that the setting does not release. */
async function forgetStep(
  tx: Transaction,
  { beforeMs, most }: { readonly beforeMs: number; readonly most: number },
): Promise<number> {
  const rows = await tx.list<{ row_id: number }>(
    `SELECT row_id FROM (SELECT row_id, at_ms FROM audit ORDER BY row_id LIMIT $1) AS oldest
     WHERE at_ms < $2 OR row_id <= (SELECT max(row_id) FROM audit) - $3 ORDER BY row_id`,
    REMOVED_PER_STEP,
    beforeMs,
    most,
  )
  const last = rows.at(-1)
  if (last === undefined) return 0
  await tx.run(
    `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    AUDIT_FIRST,
    Buffer.from(String(last.row_id + 1)),
  )
  await Promise.all(rows.map(({ row_id: rowId }) => tx.run('DELETE FROM audit WHERE row_id = $1', rowId)))
  return rows.length
}
