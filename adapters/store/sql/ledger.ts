import { setTimeout as sleep } from 'node:timers/promises'
import { allowanceOf, creditsLeft, firstOpenMonth, monthOf, reserveCredits } from '../../../core/policy/index.ts'
import { turnOf, type KeyClaim, type KeyedRequest, type KeyRefusal } from '../idempotency.ts'
import { KeyTurns } from '../key-turns.ts'
import {
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
import { randomCharacters, type Sources } from '../sources.ts'
import { StoreError } from '../store-error.ts'
import { endReservation, hasCharge, writeCharge } from './charges.ts'
import { closeCharges, readLedgerMonth } from './closed-charges.ts'
import type { Database, Transaction } from './database.ts'
import { checkLedger } from './ledger-check.ts'
import type { Owed } from './owed.ts'
import type { Processes } from './processes.ts'
import { forgetReferences, sumReferences } from './references.ts'
import { claimKey, endClaim, forgetKeys, isConflict, keepAnswer } from './request-keys.ts'
import { confirmCharge, isMarked, markUnanswered, voidCharge } from './unanswered.ts'
import { requireWorkspace, type SqlWorkspaces } from './workspaces.ts'

/** Pause before an idempotency key is looked at again that another process uses. Unit: ms. */
const RETRY_MS = 100

export interface LedgerParts {
  readonly database: Database
  readonly workspaces: SqlWorkspaces
  readonly processes: Processes
  readonly sources: Sources
  readonly owed: Owed
}

export class SqlLedger implements Ledger {
  private readonly database: Database
  private readonly workspaces: SqlWorkspaces
  private readonly processes: Processes
  private readonly sources: Sources
  private readonly keyTurns = new KeyTurns()
  /** Credits of the charges of this process that are neither confirmed nor voided, by name. */
  private readonly open = new Map<string, number>()
  /** What each reservation ends with: the id of a charge. Null: it is released. */
  private readonly ends = new WeakMap<Reservation, string | null>()
  private readonly owed: Owed

  constructor({ database, workspaces, processes, sources, owed }: LedgerParts) {
    this.database = database
    this.workspaces = workspaces
    this.processes = processes
    this.sources = sources
    this.owed = owed
  }

  async usedCredits(workspaceId: string, nowMs: number): Promise<number> {
    const { id } = await this.workspaces.require(workspaceId)
    const sql = 'SELECT used_credits FROM accounts WHERE workspace_id = $1 AND month = $2'
    const [account] = await this.database.list<{ used_credits: number }>(sql, id, monthOf(nowMs))
    return account?.used_credits ?? 0
  }

  async reserve(workspaceId: string, credits: number, atMs: number): Promise<Granted | 'insufficient_credits'> {
    const allowance = allowanceOf(await this.workspaces.require(workspaceId))
    requireCredits(credits, Number.MAX_SAFE_INTEGER)
    const reservation = { id: randomCharacters(16, this.sources.randomBytes), workspaceId, credits, atMs }
    return this.database.step(
      workspaceId,
      async (tx) => {
        const account = reserveCredits(await readAccount(tx, reservation), allowance, credits)
        if (account === 'insufficient_credits') return account
        await tx.run(
          `INSERT INTO reservations (workspace_id, month, id, credits, process) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (workspace_id, month, id) DO NOTHING`,
          workspaceId,
          monthOf(atMs),
          reservation.id,
          credits,
          this.processes.id,
        )
        return { ...reservation, leftCredits: creditsLeft(account, allowance) }
      },
      'lossy',
    )
  }

  async settle(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'> {
    const { workspaceId } = reservation
    const unanswered = { ...reservation, chargeId: charge.chargeId }
    if (!this.ends.has(reservation)) this.ends.set(reservation, charge.chargeId)
    try {
      requireCredits(charge.credits, reservation.credits)
      const outcome = await this.database.step(workspaceId, (tx) => this.write(tx, reservation, charge))
      if (outcome === 'charged' && charge.isUnanswered === true) this.open.set(nameOf(unanswered), charge.credits)
      return outcome
    } catch (error) {
      await this.release(reservation)
      // It may be written, and its caller gets an error.
      if (error instanceof StoreError && error.code === 'unavailable' && charge.isUnanswered === true) {
        this.open.set(nameOf(unanswered), charge.credits)
        this.void(unanswered)
      }
      throw error
    }
  }

  async release(reservation: Reservation): Promise<void> {
    this.ends.set(reservation, null)
    this.owed.add(() => this.database.step(reservation.workspaceId, (tx) => endReservation(tx, reservation), 'lossy'))
  }

  confirm({ workspaceId, chargeId }: UnansweredCharge): void {
    this.open.delete(nameOf({ workspaceId, chargeId }))
    this.owed.add(() => this.database.step(workspaceId, (tx) => confirmCharge(tx, workspaceId, chargeId), 'lossy'))
  }

  void({ workspaceId, chargeId }: UnansweredCharge): void {
    this.owed.add(async () => {
      await this.database.step(workspaceId, (tx) => voidCharge(tx, workspaceId, chargeId))
      this.open.delete(nameOf({ workspaceId, chargeId }))
    })
  }

  unansweredCredits(): number {
    return [...this.open.values()].reduce((sum, credits) => sum + credits, 0)
  }

  async claimKey(request: KeyedRequest, nowMs: number, signal?: AbortSignal): Promise<KeyClaim | KeyRefusal> {
    await this.workspaces.require(request.workspaceId)
    const turn = turnOf(request)
    // Other parameters do not wait for a request that has nothing to do with them.
    if (this.keyTurns.isUsed(turn) && (await isConflict(this.database, request, nowMs))) return 'idempotency_conflict'
    await this.keyTurns.begin(turn, signal ?? null)
    let claimed: KeyClaim | KeyRefusal | 'in_use' = 'in_use'
    try {
      while (claimed === 'in_use') {
        signal?.throwIfAborted()
        claimed = await this.database.step(request.workspaceId, (tx) => claimKey(tx, request, nowMs, this.processes.id))
        if (claimed === 'in_use') await sleep(RETRY_MS)
      }
      return claimed
    } finally {
      if (typeof claimed === 'string') this.keyTurns.end(turn)
    }
  }

  async keepAnswer(request: KeyedRequest, answer: Uint8Array): Promise<void> {
    await this.database.step(request.workspaceId, (tx) => keepAnswer(tx, request, answer, this.processes.id))
  }

  async forgetKeys(nowMs: number): Promise<void> {
    await forgetKeys(this.database, nowMs)
  }

  async endClaim(request: KeyedRequest): Promise<void> {
    const { id } = this.processes
    this.owed.add(() => this.database.step(request.workspaceId, (tx) => endClaim(tx, request, id), 'lossy'))
    this.keyTurns.end(turnOf(request))
  }

  async usage(workspaceId: string, { from, to }: DayRange): Promise<Usage[]> {
    await this.workspaces.require(workspaceId)
    const rows = await this.database.list<Omit<Usage, 'keyId' | 'record'> & { key_id: string; record: string }>(
      `SELECT day, key_id, record, charges, credits FROM usage
       WHERE workspace_id = $1 AND day BETWEEN $2 AND $3 AND charges > 0 ORDER BY day, key_id, record`,
      workspaceId,
      from,
      to,
    )
    return rows.map(({ day, key_id, record, charges, credits }) => ({
      day,
      keyId: key_id,
      record: record,
      charges,
      credits,
    }))
  }

  async usageByReference(workspaceId: string, days: DayRange): Promise<ReferenceUsage[]> {
    return sumReferences(this.database, (await this.workspaces.require(workspaceId)).id, days)
  }

  forgetReferences(day: string): Promise<void> {
    return forgetReferences(this.database, day)
  }

  readMonth(month: string, after: string): Promise<LedgerPage> {
    return readLedgerMonth(this.database, month, after)
  }

  check(): Promise<LedgerCheck> {
    return checkLedger(this.database)
  }

  closeMonths(nowMs: number): Promise<number> {
    return closeCharges(this.database, firstOpenMonth(nowMs))
  }

  private async write(
    tx: Transaction,
    reservation: Reservation,
    charge: Charge,
  ): Promise<'charged' | 'already_charged'> {
    const { id: reservationId, workspaceId } = reservation
    const mark = { workspaceId, chargeId: charge.chargeId, reservationId, process: this.processes.id }
    if (!(await endReservation(tx, reservation))) {
      const workspace = await requireWorkspace(tx, workspaceId)
      if (await hasCharge(tx, workspaceId, charge.chargeId)) {
        // An attempt of this request has written it, and its answer got lost.
        const isOwn = charge.isUnanswered === true && !this.open.has(nameOf(mark)) && (await isMarked(tx, mark))
        return isOwn ? 'charged' : 'already_charged'
      }
      // A reservation that nobody has ended was lost with the server, or given back while this process seemed dead.
      if (this.ends.get(reservation) !== charge.chargeId) throw reservationClosed(reservationId)
      const account = reserveCredits(await readAccount(tx, reservation), allowanceOf(workspace), charge.credits)
      if (account === 'insufficient_credits') throw reservationClosed(reservationId)
    }
    const row_id = await writeCharge(tx, reservation, charge)
    if (row_id === null) return 'already_charged'
    if (charge.isUnanswered === true) await markUnanswered(tx, mark, row_id)
    return 'charged'
  }
}

/** Credits used and reserved in the month of a reservation, without its own. */
async function readAccount(tx: Transaction, { id, workspaceId, atMs }: Reservation) {
  const [account] = await tx.list<{ used: number; reserved: number }>(
    `SELECT coalesce((SELECT used_credits FROM accounts WHERE workspace_id = $1 AND month = $2), 0) AS used,
       (SELECT coalesce(sum(credits), 0) FROM reservations WHERE workspace_id = $1 AND month = $2 AND id <> $3) AS reserved`,
    workspaceId,
    monthOf(atMs),
    id,
  )
  return { usedCredits: account?.used ?? 0, reservedCredits: account?.reserved ?? 0 }
}

function nameOf({ workspaceId, chargeId }: Pick<UnansweredCharge, 'workspaceId' | 'chargeId'>): string {
  return `${workspaceId} ${chargeId}`
}
