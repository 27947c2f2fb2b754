import {
  toAuditEntry,
  type Audit,
  type AuditOutcome,
  type AuditPage,
  type AuditQuery,
  type NewAuditEntry,
} from '../audit.ts'
import type { Database } from './database.ts'

/** Entries that one step removes. Requests wait until the step ends. */
const REMOVED_PER_STEP = 500

interface AuditRow {
  readonly place: number
  readonly entry: string
  readonly outcome: string | null
}

export class SqliteAudit implements Audit {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async begin(entry: NewAuditEntry): Promise<boolean> {
    const added = this.database.run(
      'INSERT INTO audit (id, at_ms, workspace_id, entry) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      entry.id,
      entry.atMs,
      entry.workspaceId,
      JSON.stringify(entry),
    )
    return added === 1
  }

  async end(id: string, outcome: AuditOutcome): Promise<void> {
    this.database.run(
      `INSERT INTO audit_outcomes (id, workspace_id, outcome) SELECT id, ?, ? FROM audit WHERE id = ?
       ON CONFLICT DO NOTHING`,
      outcome.workspaceId,
      JSON.stringify(outcome),
      id,
    )
  }

  async list({ fromMs, toMs, workspaceId = null, after = null, limit }: AuditQuery): Promise<AuditPage> {
    const rows = this.database.list<AuditRow>(
      `SELECT place, entry, outcome FROM audit LEFT JOIN audit_outcomes USING (id)
       WHERE place < ?1 AND at_ms >= ?2 AND at_ms < ?3
         AND (?4 IS NULL OR coalesce(audit_outcomes.workspace_id, audit.workspace_id) = ?4)
       ORDER BY place DESC LIMIT ?5`,
      after === null ? Number.MAX_SAFE_INTEGER : Number(after),
      fromMs,
      toMs,
      workspaceId,
      limit + 1,
    )
    const page = rows.slice(0, limit)
    return {
      entries: page.map(({ entry, outcome }) => toAuditEntry(entry, outcome)),
      next: rows.length > limit ? String(page.at(-1)?.place) : null,
    }
  }

  async forget({ beforeMs, most }: { readonly beforeMs: number; readonly most: number }): Promise<void> {
    while (this.database.transaction(() => this.forgetStep(beforeMs, most)) === REMOVED_PER_STEP);
  }

  /** Removes the oldest entries, inside a transaction. Triggers keep those that the setting does not release. */
  private forgetStep(beforeMs: number, most: number): number {
    const rows = this.database.list<{ place: number }>(
      `SELECT place FROM (SELECT place, at_ms FROM audit ORDER BY place LIMIT ?)
       WHERE at_ms < ? OR place <= (SELECT max(place) FROM audit) - ?`,
      REMOVED_PER_STEP,
      beforeMs,
      most,
    )
    const last = rows.at(-1)
    if (last === undefined) return 0
    this.database.run(
      `INSERT INTO settings (name, value) VALUES ('audit_first', ?)
       ON CONFLICT DO UPDATE SET value = excluded.value`,
      Buffer.from(String(last.place + 1)),
    )
    for (const { place } of rows) this.database.run('DELETE FROM audit WHERE place = ?', place)
    return rows.length
  }
}
