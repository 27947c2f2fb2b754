import { type Sources, randomCharacters } from '../sources.ts'
import type { Database, Transaction } from './database.ts'
import { voidCharge } from './unanswered.ts'

/** Default of `leaseMs`. */
const LEASE_MS = 30_000
/** Signs of life that a process gives in the time of a lease. */
const BEATS_PER_LEASE = 6

/** Tables with the process that holds a row. */
const HOLDERS = ['reservations', 'unanswered', 'request_keys'] as const

export interface ProcessOptions {
  /** Whether no other process can use the store: all others are dead. */
  readonly isAlone: boolean
  /** A process without a sign of life for this time is presumed dead, and what it held is free. Unit: ms. Default: 30,000. */
  readonly leaseMs?: number | undefined
}

/**
 * This process among those that use the store. What a dead one held ends here, and by this one rule: its reservations
 * are given back, its unanswered charges are voided, and the idempotency keys that it used are free.
 */
export class Processes {
  readonly id: string
  private readonly database: Database
  private readonly epochMs: () => number
  private readonly leaseMs: number
  private readonly timer: NodeJS.Timeout | null
  private beating: Promise<void> = Promise.resolve()

  private constructor(
    database: Database,
    { epochMs, randomBytes }: Sources,
    { isAlone, leaseMs = LEASE_MS }: ProcessOptions,
  ) {
    this.id = randomCharacters(12, randomBytes)
    this.database = database
    this.epochMs = epochMs
    this.leaseMs = leaseMs
    this.timer = isAlone ? null : setInterval(() => this.beat(), leaseMs / BEATS_PER_LEASE).unref()
  }

  static async open(database: Database, sources: Sources, options: ProcessOptions): Promise<Processes> {
    const processes = new Processes(database, sources, options)
    await processes.showAlive()
    await processes.endDead(options.isAlone ? Number.MAX_SAFE_INTEGER : sources.epochMs() - processes.leaseMs)
    if (options.isAlone) await database.step('leases', endLeases)
    return processes
  }

  /** What this process held is free when it is closed. */
  async close(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer)
    await this.beating
    await this.end(this.id).catch(() => undefined)
  }

  private beat(): void {
    this.beating = this.beating
      .then(() => this.showAlive())
      .then(() => this.endDead(this.epochMs() - this.leaseMs))
      // The next beat tries again.
      .catch(() => undefined)
  }

  private async showAlive(): Promise<void> {
    const nowMs = this.epochMs()
    await this.database.step(
      `process ${this.id}`,
      (tx) =>
        tx.run(
          'INSERT INTO processes (id, seen_at_ms) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms',
          this.id,
          nowMs,
        ),
      'lossy',
    )
  }

  /** Ends what processes hold that were last seen before a time, or have ended. */
  private async endDead(beforeMs: number): Promise<void> {
    const held = HOLDERS.map((table) => `SELECT process FROM ${table} WHERE process IS NOT NULL`).join(' UNION ')
    const dead = await this.database.list<{ process: string }>(
      `SELECT process FROM (${held} UNION SELECT id FROM processes) AS known
       WHERE process <> $1 AND process NOT IN (SELECT id FROM processes WHERE seen_at_ms >= $2)`,
      this.id,
      beforeMs,
    )
    for (const { process } of dead) await this.end(process)
  }

  private async end(id: string): Promise<void> {
    const held = HOLDERS.map((table) => `SELECT workspace_id FROM ${table} WHERE process = $1`).join(' UNION ')
    const workspaces = await this.database.list<{ workspace_id: string }>(held, id)
    for (const { workspace_id } of workspaces) {
      await this.database.step(workspace_id, (tx) => endHeld(tx, workspace_id, id))
    }
    await this.database.step(`process ${id}`, (tx) => tx.run('DELETE FROM processes WHERE id = $1', id))
  }
}

/** Ends every lease of an item and of an attempt: those who held them are dead. */
async function endLeases(tx: Transaction): Promise<void> {
  await tx.run('UPDATE items SET until_ms = 0 WHERE until_ms IS NOT NULL')
  await tx.run('UPDATE outbox SET until_ms = 0 WHERE until_ms > 0')
}

async function endHeld(tx: Transaction, workspaceId: string, process: string): Promise<void> {
  const own = 'WHERE workspace_id = $1 AND process = $2'
  await tx.run(`DELETE FROM reservations ${own}`, workspaceId, process)
  await tx.run(`UPDATE request_keys SET process = NULL ${own}`, workspaceId, process)
  const sql = `SELECT charge_id FROM unanswered ${own}`
  const left = await tx.list<{ charge_id: string }>(sql, workspaceId, process)
  for (const { charge_id } of left) await voidCharge(tx, workspaceId, charge_id)
}
