import { afterAttempt, NEW_DELIVERY, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { Lease } from '../batches.ts'
import type { EventClaim, Events, NewEvent, WorkspaceSecret } from '../events.ts'
import type { Database } from './database.ts'

interface DueRow {
  readonly id: string
  readonly workspace_id: string
  readonly body: string
  readonly attempts: number
  readonly events_url: string | null
  readonly events_secret: string | null
}

export class SqliteEvents implements Events {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async add({ id, workspaceId, body }: NewEvent, nowMs: number): Promise<boolean> {
    const added = this.database.run(
      `INSERT INTO events (id, workspace_id, body, added_at_ms, due_at_ms)
       SELECT ?1, id, ?3, ?4, ?4 FROM workspaces WHERE id = ?2 AND erased_at_ms IS NULL ON CONFLICT DO NOTHING`,
      id,
      workspaceId,
      body,
      nowMs,
    )
    return added === 1
  }

  async claim(most: number, { nowMs, leaseMs }: Lease): Promise<readonly EventClaim[]> {
    return this.database.transaction(() => {
      const rows = this.database.list<DueRow>(
        `SELECT events.id, workspace_id, body, attempts, events_url, events_secret
         FROM events JOIN workspaces ON workspaces.id = workspace_id WHERE due_at_ms <= ? ORDER BY due_at_ms LIMIT ?`,
        nowMs,
        most,
      )
      for (const { id } of rows) this.database.run('UPDATE events SET due_at_ms = ? WHERE id = ?', nowMs + leaseMs, id)
      return rows.map(toClaim)
    })
  }

  async endAttempt({ id, attempt }: EventClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    const { attempts, nextAtMs, lastError } = afterAttempt({ ...NEW_DELIVERY, attempts: attempt - 1 }, outcome, nowMs)
    this.database.run(
      'UPDATE events SET attempts = ?, due_at_ms = ?, last_error = ? WHERE id = ? AND attempts = ? AND due_at_ms IS NOT NULL',
      attempts,
      nextAtMs,
      lastError,
      id,
      attempt - 1,
    )
  }

  async listSecrets(): Promise<readonly WorkspaceSecret[]> {
    const sql = 'SELECT id, events_secret FROM workspaces WHERE events_secret IS NOT NULL'
    const rows = this.database.list<{ id: string; events_secret: string }>(sql)
    return rows.map(({ id, events_secret: sealedSecret }) => ({ workspaceId: id, sealedSecret }))
  }

  async replaceSecret({ workspaceId, sealedSecret: known }: WorkspaceSecret, sealedSecret: string): Promise<void> {
    const sql = 'UPDATE workspaces SET events_secret = ? WHERE id = ? AND events_secret = ?'
    this.database.run(sql, sealedSecret, workspaceId, known)
  }

  async forget(beforeMs: number): Promise<void> {
    this.database.run('DELETE FROM events WHERE added_at_ms < ? AND due_at_ms IS NULL', beforeMs)
  }
}

function toClaim({
  id,
  workspace_id,
  body,
  attempts,
  events_url: url,
  events_secret: sealedSecret,
}: DueRow): EventClaim {
  const receiver = url === null || sealedSecret === null ? null : { url, sealedSecret }
  return { id, workspaceId: workspace_id, body, attempt: attempts + 1, receiver }
}
