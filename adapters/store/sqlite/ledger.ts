import type { ChargeKind } from '../../../core/policy/index.ts'
import { requireCredits } from '../require-credits.ts'
import type { Charge, DayRange, LedgerCheck, Reservation, Usage } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { Accounts } from './accounts.ts'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Workspaces } from './workspaces.ts'

const SUM_OF_LEDGER = `
  SELECT workspace_id, date(at_ms / 1000, 'unixepoch') AS day, key_id, kind, count(*) AS charges, sum(credits) AS credits
  FROM ledger GROUP BY 1, 2, 3, 4`

export class Ledger {
  private readonly database: Database
  private readonly workspaces: Workspaces
  private readonly accounts: Accounts
  /** Ids of reservations that are neither settled nor released. */
  private readonly open = new Set<string>()
  private nextReservation = 0
  private readonly commits: GroupCommit

  constructor(database: Database, workspaces: Workspaces, commits: GroupCommit) {
    this.database = database
    this.workspaces = workspaces
    this.accounts = new Accounts(database)
    this.commits = commits
  }

  reserve(workspaceId: string, credits: number, atMs: number): Reservation | 'insufficient_credits' {
    const workspace = this.workspaces.require(workspaceId)
    requireCredits(credits, Number.MAX_SAFE_INTEGER)
    if (!this.accounts.reserve(workspace, credits, atMs)) return 'insufficient_credits'
    const reservation = { id: String(this.nextReservation++), workspaceId, credits, atMs }
    this.open.add(reservation.id)
    return reservation
  }

  async settle(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'> {
    const isFirst = this.open.delete(reservation.id)
    let spent = 0
    try {
      requireCredits(charge.credits, reservation.credits)
      const outcome = await this.commits.add(() =>
        isFirst ? this.write(reservation, charge) : this.writtenBefore(reservation, charge),
      )
      if (outcome instanceof StoreError) throw outcome
      if (outcome === 'charged') spent = charge.credits
      return outcome
    } finally {
      if (isFirst) this.accounts.settle(reservation, spent)
    }
  }

  /** Settles a reservation with a charge that `write` has written, or with none. After its end: no effect. */
  end(reservation: Reservation, spent: number): void {
    if (this.open.delete(reservation.id)) this.accounts.settle(reservation, spent)
  }

  usage(workspaceId: string, { from, to }: DayRange): Usage[] {
    this.workspaces.require(workspaceId)
    const rows = this.database.list<{
      day: string
      key_id: string
      kind: ChargeKind
      charges: number
      credits: number
    }>(
      `SELECT day, key_id, kind, charges, credits FROM usage
       WHERE workspace_id = ? AND day BETWEEN ? AND ? ORDER BY day, key_id, kind`,
      workspaceId,
      from,
      to,
    )
    return rows.map(({ day, key_id, kind, charges, credits }) => ({ day, keyId: key_id, kind, charges, credits }))
  }

  check(): LedgerCheck {
    const [total] = this.database.list<{ charges: number; credits: number }>(
      'SELECT count(*) AS charges, coalesce(sum(credits), 0) AS credits FROM ledger',
    )
    const differences = this.database.list<{ place: string }>(
      `SELECT workspace_id || ' ' || day || ' ' || key_id || ' ' || kind AS place
       FROM (${SUM_OF_LEDGER}) AS summed FULL JOIN usage USING (workspace_id, day, key_id, kind)
       WHERE summed.charges IS NOT usage.charges OR summed.credits IS NOT usage.credits ORDER BY 1`,
    )
    return { charges: 0, credits: 0, ...total, differences: differences.map(({ place }) => place) }
  }

  /** Writes a charge, inside of a transaction. */
  write({ workspaceId, atMs }: Reservation, charge: Charge): 'charged' | 'already_charged' | StoreError {
    const written = this.database.run(
      `INSERT INTO ledger (workspace_id, charge_id, key_id, kind, credits, at_ms)
       SELECT workspace_id, ?, id, ?, ?, ? FROM keys WHERE id = ? AND workspace_id = ? ON CONFLICT DO NOTHING`,
      charge.chargeId,
      charge.kind,
      charge.credits,
      atMs,
      charge.keyId,
      workspaceId,
    )
    if (written === 1) return 'charged'
    if (this.hasCharge(workspaceId, charge)) return 'already_charged'
    return new StoreError('unknown_key', `The workspace ${workspaceId} has no key ${charge.keyId}.`)
  }

  /** What a settlement says whose reservation was ended by an earlier one. */
  private writtenBefore(reservation: Reservation, charge: Charge): 'already_charged' | StoreError {
    return this.hasCharge(reservation.workspaceId, charge) ? 'already_charged' : closedReservation(reservation)
  }

  private hasCharge(workspaceId: string, { chargeId }: Charge): boolean {
    const sql = 'SELECT 1 FROM ledger WHERE workspace_id = ? AND charge_id = ?'
    return this.database.list(sql, workspaceId, chargeId).length > 0
  }
}

function closedReservation({ id }: Reservation): StoreError {
  return new StoreError('reservation_closed', `The reservation ${id} was settled with another charge, or released.`)
}
