import { setImmediate as nextTurn } from 'node:timers/promises'
import { firstOpenMonth } from '../../../core/policy/index.ts'
import { turnOf, type KeyClaim, type KeyedRequest, type KeyRefusal } from '../idempotency.ts'
import { KeyTurns } from '../key-turns.ts'
import {
  foreignKey,
  requireCredits,
  reservationClosed,
  type Charge,
  type DayRange,
  type Granted,
  type Ledger,
  type LedgerCheck,
  type LedgerPage,
  type ReferenceUsage,
  type Reservation,
  type UnansweredCharge,
  type Usage,
} from '../ledger.ts'
import { StoreError } from '../store-error.ts'
import { closeCharges } from './closed-charges.ts'
import type { Accounts } from './accounts.ts'
import type { Database } from './database.ts'
import { UnsyncedError, type GroupCommit } from './group-commit.ts'
import { checkLedger } from './ledger-check.ts'
import { readLedgerMonth } from './ledger-export.ts'
import { sumReferences } from './reference-rows.ts'
import { claimKey, isConflict, keepAnswer, removeExpired } from './request-keys.ts'
import type { Unanswered } from './unanswered.ts'
import type { SqliteWorkspaces } from './workspaces.ts'

/** Idempotency keys that one step removes. Requests wait until the step ends. */
const KEYS_PER_STEP = 100
/** Rows of usage by reference that one step removes. */
const REFERENCES_PER_STEP = 1000

interface UsageRow {
  readonly day: string
  readonly key_id: string
  readonly kind: string
  readonly charges: number
  readonly credits: number
}

export interface LedgerParts {
  readonly database: Database
  readonly workspaces: SqliteWorkspaces
  readonly accounts: Accounts
  readonly commits: GroupCommit
  readonly unanswered: Unanswered
}

export class SqliteLedger implements Ledger {
  private readonly database: Database
  private readonly workspaces: SqliteWorkspaces
  private readonly accounts: Accounts
  private readonly commits: GroupCommit
  private readonly unanswered: Unanswered
  /** Ids of reservations that are neither settled nor released. */
  private readonly open = new Set<string>()
  private nextReservation = 0
  private readonly keyTurns = new KeyTurns()

  constructor({ database, workspaces, accounts, commits, unanswered }: LedgerParts) {
    this.database = database
    this.workspaces = workspaces
    this.accounts = accounts
    this.commits = commits
    this.unanswered = unanswered
  }

  async usedCredits(workspaceId: string, nowMs: number): Promise<number> {
    return this.accounts.usedCredits(this.workspaces.require(workspaceId).id, nowMs)
  }

  async reserve(workspaceId: string, credits: number, atMs: number): Promise<Granted | 'insufficient_credits'> {
    const workspace = this.workspaces.require(workspaceId)
    requireCredits(credits, Number.MAX_SAFE_INTEGER)
    const leftCredits = this.accounts.reserve(workspace, credits, atMs)
    if (leftCredits === null) return 'insufficient_credits'
    const reservation = { id: String(this.nextReservation++), workspaceId, credits, atMs, leftCredits }
    this.open.add(reservation.id)
    return reservation
  }

  async settle(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'> {
    const isFirst = this.open.delete(reservation.id)
    let usedCredits = 0
    try {
      requireCredits(charge.credits, reservation.credits)
      this.workspaces.require(reservation.workspaceId)
      const outcome = await this.commits.add(() =>
        isFirst ? this.write(reservation, charge) : this.findWritten(reservation, charge),
      )
      if (outcome instanceof StoreError) throw outcome
      if (outcome === 'charged') {
        usedCredits = charge.credits
        if (charge.isUnanswered === true) this.unanswered.begin({ ...reservation, ...charge }, charge.credits)
      }
      return outcome
    } catch (error) {
      if (error instanceof UnsyncedError && error.outcome === 'charged') {
        usedCredits = charge.credits
        if (charge.isUnanswered === true) this.beginVoid({ ...reservation, ...charge })
      }
      throw error
    } finally {
      if (isFirst) this.accounts.settle(reservation, usedCredits)
    }
  }

  /** Voids a charge that was written, and whose caller gets an error. */
  private beginVoid(charge: UnansweredCharge & Pick<Charge, 'credits'>): void {
    this.unanswered.begin(charge, charge.credits)
    void this.unanswered.void(charge)
  }

  async release(reservation: Reservation): Promise<void> {
    this.end(reservation, 0)
  }

  confirm(charge: UnansweredCharge): void {
    this.unanswered.confirm(charge)
  }

  void(charge: UnansweredCharge): void {
    void this.unanswered.void(charge)
  }

  unansweredCredits(): number {
    return this.unanswered.credits()
  }

  async claimKey(
    request: KeyedRequest,
    nowMs: number,
    signal: AbortSignal | null = null,
  ): Promise<KeyClaim | KeyRefusal> {
    this.workspaces.require(request.workspaceId)
    const name = turnOf(request)
    // Other parameters do not wait for a request that has nothing to do with them.
    if (this.keyTurns.isUsed(name) && isConflict(this.database, request, nowMs)) return 'idempotency_conflict'
    await this.keyTurns.begin(name, signal)
    let claimed: KeyClaim | KeyRefusal | null = null
    try {
      claimed = await this.commits.add(() => claimKey(this.database, request, nowMs))
      return claimed
    } finally {
      if (claimed === null || typeof claimed === 'string') this.keyTurns.end(name)
    }
  }

  async keepAnswer(request: KeyedRequest, answer: Uint8Array): Promise<void> {
    await this.commits.add(() => keepAnswer(this.database, request, answer))
  }

  async forgetKeys(nowMs: number): Promise<void> {
    while (this.database.transaction(() => removeExpired(this.database, nowMs, KEYS_PER_STEP)) === KEYS_PER_STEP) {
      await nextTurn()
    }
  }

  async endClaim(request: KeyedRequest): Promise<void> {
    this.keyTurns.end(turnOf(request))
  }

  async usage(workspaceId: string, { from, to }: DayRange): Promise<Usage[]> {
    this.workspaces.require(workspaceId)
    const rows = this.database.list<UsageRow>(
      `SELECT day, key_id, kind, charges, credits FROM usage
       WHERE workspace_id = ? AND day BETWEEN ? AND ? AND charges > 0 ORDER BY day, key_id, kind`,
      workspaceId,
      from,
      to,
    )
    return rows.map(({ day, key_id, kind, charges, credits }) => ({
      day,
      keyId: key_id,
      record: kind,
      charges,
      credits,
    }))
  }

  async usageByReference(workspaceId: string, days: DayRange): Promise<ReferenceUsage[]> {
    return sumReferences(this.database, this.workspaces.require(workspaceId).id, days)
  }

  async forgetReferences(day: string): Promise<void> {
    const sql =
      'DELETE FROM reference_usage WHERE (workspace_id, day, reference, kind) IN (SELECT workspace_id, day, reference, kind FROM reference_usage WHERE day < ? LIMIT ?)'
    while (this.database.transaction(() => this.database.run(sql, day, REFERENCES_PER_STEP)) === REFERENCES_PER_STEP) {
      await nextTurn()
    }
  }

  async readMonth(month: string, after: string): Promise<LedgerPage> {
    return readLedgerMonth(this.database, month, after)
  }

  check(): Promise<LedgerCheck> {
    return checkLedger(this.database)
  }

  closeMonths(nowMs: number): Promise<number> {
    return closeCharges(this.database, firstOpenMonth(nowMs))
  }

  /** Ends a reservation of which `usedCredits` were charged with `write`. On an ended reservation: no effect. */
  end(reservation: Reservation, usedCredits: number): void {
    if (this.open.delete(reservation.id)) this.accounts.settle(reservation, usedCredits)
  }

  /**
   * Writes a charge, inside a transaction. Returns a refusal instead of throwing it: a throw
   * would undo the other charges of the transaction.
   */
  write({ workspaceId, atMs }: Reservation, charge: Charge): 'charged' | 'already_charged' | StoreError {
    const written = this.database.run(
      `INSERT INTO ledger (workspace_id, charge_id, key_id, kind, credits, at_ms)
       SELECT workspace_id, ?, id, ?, ?, ? FROM keys WHERE id = ? AND workspace_id = ? ON CONFLICT DO NOTHING`,
      charge.chargeId,
      charge.record,
      charge.credits,
      atMs,
      charge.keyId,
      workspaceId,
    )
    if (written === 1) {
      if (charge.isUnanswered === true) this.unanswered.mark({ workspaceId, chargeId: charge.chargeId, atMs })
      return 'charged'
    }
    return this.hasCharge(workspaceId, charge) ? 'already_charged' : foreignKey(workspaceId, charge.keyId)
  }

  /** Outcome of settling a reservation that has ended. */
  private findWritten({ id, workspaceId }: Reservation, charge: Charge): 'already_charged' | StoreError {
    return this.hasCharge(workspaceId, charge) ? 'already_charged' : reservationClosed(id)
  }

  private hasCharge(workspaceId: string, { chargeId }: Charge): boolean {
    const sql = 'SELECT 1 FROM ledger WHERE workspace_id = ? AND charge_id = ?'
    return this.database.list(sql, workspaceId, chargeId).length > 0
  }
}
