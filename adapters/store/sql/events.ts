import type { AttemptOutcome } from '../../../core/policy/index.ts'
import type { AlertClaim, Alerts, StoredAlert, WaitingAlerts } from '../alerts.ts'
import type { Lease } from '../batches.ts'
import type { EventClaim, Events, NewEvent, WorkspaceSecret } from '../events.ts'
import type { Database } from './database.ts'
import { addLetter, claimLetters, endLetterAttempt, OUTBOX } from './outbox.ts'

export class SqlEvents implements Events {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  add({ id, workspaceId, body }: NewEvent, nowMs: number): Promise<boolean> {
    return this.database.step(workspaceId, async (tx) => {
      const sql = 'SELECT 1 AS found FROM workspaces WHERE id = $1 AND erased_at_ms IS NULL'
      if ((await tx.list(sql, workspaceId)).length === 0) return false
      return addLetter(tx, { kind: 'event', id, workspaceId, body, dueMs: nowMs }, nowMs)
    })
  }

  claim(most: number, lease: Lease): Promise<readonly EventClaim[]> {
    return this.database.step(OUTBOX, async (tx) => {
      const due = await claimLetters(tx, 'event', most, lease)
      const receivers = due.map(({ workspaceId }) =>
        tx.list<{ url: string | null; secret: string | null }>(
          'SELECT events_url AS url, events_secret AS secret FROM workspaces WHERE id = $1',
          workspaceId,
        ),
      )
      const rows = await Promise.all(receivers)
      return due.map(({ id, workspaceId, body, attempts }, index) => {
        const { url = null, secret = null } = rows[index]?.[0] ?? {}
        const receiver = url === null || secret === null ? null : { url, sealedSecret: secret }
        return { id, workspaceId, body, attempt: attempts + 1, receiver }
      })
    })
  }

  async endAttempt(claim: EventClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    await this.database.step(OUTBOX, (tx) => endLetterAttempt(tx, 'event', claim, outcome, nowMs))
  }

  async listSecrets(): Promise<readonly WorkspaceSecret[]> {
    const sql = 'SELECT id, events_secret FROM workspaces WHERE events_secret IS NOT NULL'
    const rows = await this.database.list<{ id: string; events_secret: string }>(sql)
    return rows.map(({ id, events_secret: sealedSecret }) => ({ workspaceId: id, sealedSecret }))
  }

  async replaceSecret({ workspaceId, sealedSecret: known }: WorkspaceSecret, sealedSecret: string): Promise<void> {
    const sql = 'UPDATE workspaces SET events_secret = $2 WHERE id = $1 AND events_secret = $3'
    await this.database.step(workspaceId, (tx) => tx.run(sql, workspaceId, sealedSecret, known))
  }

  async forget(beforeMs: number): Promise<void> {
    const sql = `DELETE FROM outbox WHERE kind = 'event' AND added_at_ms < $1 AND due_at_ms IS NULL`
    await this.database.step(OUTBOX, (tx) => tx.run(sql, beforeMs))
  }
}

export class SqlAlerts implements Alerts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  add({ id, body }: StoredAlert, nowMs: number): Promise<boolean> {
    return this.database.step(OUTBOX, (tx) => addLetter(tx, { kind: 'alert', id, body, dueMs: nowMs }, nowMs))
  }

  claim(most: number, lease: Lease): Promise<readonly AlertClaim[]> {
    return this.database.step(OUTBOX, async (tx) => {
      const due = await claimLetters(tx, 'alert', most, lease)
      return due.map(({ id, body, attempts }) => ({ id, body, attempt: attempts + 1 }))
    })
  }

  async endAttempt(claim: AlertClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    await this.database.step(OUTBOX, (tx) => endLetterAttempt(tx, 'alert', claim, outcome, nowMs))
  }

  async readWaiting(): Promise<WaitingAlerts> {
    const rows = await this.database.list<{ last_error: string | null }>(
      `SELECT last_error FROM outbox WHERE kind = 'alert' AND due_at_ms IS NOT NULL ORDER BY due_at_ms`,
    )
    return { count: rows.length, lastError: rows[0]?.last_error ?? null }
  }

  async forget(beforeMs: number): Promise<void> {
    const sql = `DELETE FROM outbox WHERE kind = 'alert' AND added_at_ms < $1`
    await this.database.step(OUTBOX, (tx) => tx.run(sql, beforeMs))
  }
}
