import { afterAttempt, NEW_DELIVERY, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { AlertClaim, Alerts, StoredAlert, WaitingAlerts } from '../alerts.ts'
import type { Lease } from '../batches.ts'
import type { Database } from './database.ts'

interface DueRow {
  readonly id: string
  readonly body: string
  readonly attempts: number
}

export class SqliteAlerts implements Alerts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async add({ id, body }: StoredAlert, nowMs: number): Promise<boolean> {
    const sql = 'INSERT INTO alerts (id, body, added_at_ms, due_at_ms) VALUES (?1, ?2, ?3, ?3) ON CONFLICT DO NOTHING'
    return this.database.run(sql, id, body, nowMs) === 1
  }

  async claim(most: number, { nowMs, leaseMs }: Lease): Promise<readonly AlertClaim[]> {
    return this.database.transaction(() => {
      const rows = this.database.list<DueRow>(
        'SELECT id, body, attempts FROM alerts WHERE due_at_ms <= ? ORDER BY due_at_ms LIMIT ?',
        nowMs,
        most,
      )
      for (const { id } of rows) this.database.run('UPDATE alerts SET due_at_ms = ? WHERE id = ?', nowMs + leaseMs, id)
      return rows.map(({ id, body, attempts }) => ({ id, body, attempt: attempts + 1 }))
    })
  }

  async endAttempt({ id, attempt }: AlertClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    const { attempts, nextAtMs, lastError } = afterAttempt({ ...NEW_DELIVERY, attempts: attempt - 1 }, outcome, nowMs)
    this.database.run(
      'UPDATE alerts SET attempts = ?, due_at_ms = ?, last_error = ? WHERE id = ? AND attempts = ? AND due_at_ms IS NOT NULL',
      attempts,
      nextAtMs,
      lastError,
      id,
      attempt - 1,
    )
  }

  async readWaiting(): Promise<WaitingAlerts> {
    const rows = this.database.list<{ last_error: string | null }>(
      'SELECT last_error FROM alerts WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms',
    )
    return { count: rows.length, lastError: rows[0]?.last_error ?? null }
  }

  async forget(beforeMs: number): Promise<void> {
    this.database.run('DELETE FROM alerts WHERE added_at_ms < ?', beforeMs)
  }
}
