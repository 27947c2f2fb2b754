import { dayOf, firstOpenMonth, monthOf } from '../../../core/policy/index.ts'
import type { KeyClaim, KeyedRequest, KeyRefusal } from '../idempotency.ts'
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
import { unknownWorkspace } from '../workspaces.ts'
import { closeCharges } from './close-charges.ts'
import type { Connection } from './connection.ts'
import type { Fields } from './fields.ts'
import { Leases } from './leases.ts'
import { compareUsage } from './ledger-check.ts'
import { readLedgerMonth } from './ledger-export.ts'
import { sumReferences } from './reference-usage.ts'
import { RequestKeys } from './request-keys.ts'
import { loadScript } from './script.ts'
import { RedisUnanswered } from './unanswered.ts'
import type { RedisWorkspaces } from './workspaces.ts'

const RESERVE = loadScript('reserve')
const SETTLE = loadScript('settle')
const RELEASE = loadScript('release')

/** Maximum wait for the end of a reservation. It is short, because an open reservation ends with its lease anyway. */
const RELEASE_WAIT_MS = 1000

export interface LedgerOptions {
  /** Prefix of this process's reservation ids. No other process has the same. */
  readonly token: string
  /** Time after which the reservations of a dead process are released. Meanwhile they are renewed. */
  readonly leaseMs: number
  /** Time after which an unanswered charge of a dead process is voided. */
  readonly answerLeaseMs: number
}

export class RedisLedger implements Ledger {
  private readonly connection: Connection
  private readonly workspaces: RedisWorkspaces
  private readonly options: LedgerOptions
  private readonly unanswered: RedisUnanswered
  private readonly requestKeys: RequestKeys
  private readonly leases: Leases
  private nextReservation = 0
  /** Reservations of this process that have not ended, by id. */
  private readonly open = new Map<string, Reservation>()
  /** Reservations that may be open in Redis, after a call without an answer. The next call of `end` releases them. */
  private unconfirmed: Reservation[] = []

  constructor(connection: Connection, workspaces: RedisWorkspaces, options: LedgerOptions) {
    this.connection = connection
    this.workspaces = workspaces
    this.options = options
    this.unanswered = new RedisUnanswered(connection, options.answerLeaseMs)
    this.requestKeys = new RequestKeys(connection)
    this.leases = new Leases(connection, options.leaseMs)
  }

  async usedCredits(workspaceId: string, nowMs: number): Promise<number> {
    await this.workspaces.require(workspaceId)
    const account = this.connection.name('workspace', workspaceId, 'account', monthOf(nowMs))
    return Number(await this.connection.ask((redis) => redis.hget(account, 'used')))
  }

  async reserve(workspaceId: string, credits: number, atMs: number): Promise<Granted | 'insufficient_credits'> {
    requireCredits(credits, Number.MAX_SAFE_INTEGER)
    if (this.unconfirmed.length > 0) await ignoreRefusal(this.end([]))
    const reservation = { id: `${this.options.token}-${this.nextReservation++}`, workspaceId, credits, atMs }
    const [outcome, leftCredits = 0] = await this.hold(reservation)
    if (outcome === 'unknown_workspace') throw unknownWorkspace(workspaceId)
    if (outcome === 'insufficient_credits') return outcome
    this.open.set(reservation.id, reservation)
    this.leases.begin(`workspace:${workspaceId}:leases`, reservation.id)
    return { ...reservation, leftCredits }
  }

  async settle(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'> {
    try {
      requireCredits(charge.credits, reservation.credits)
      return await this.write(reservation, charge)
    } catch (error) {
      // The answer may be lost, but not the charge: that it is not written is not known.
      const isUnknown = charge.isUnanswered === true && error instanceof StoreError && error.code === 'unavailable'
      if (isUnknown) this.unanswered.compensate({ ...reservation, ...charge }, charge.credits)
      await this.giveUp(reservation)
      throw error
    }
  }

  async release(reservation: Reservation): Promise<void> {
    this.confirmEnd(reservation)
    try {
      await this.end([reservation])
    } catch (error) {
      // A request may outlive the store. The lease ends its reservation.
      if (!(error instanceof StoreError) || error.code !== 'closed') throw error
    }
  }

  confirm(charge: UnansweredCharge): void {
    this.unanswered.confirm(charge)
  }

  void(charge: UnansweredCharge): void {
    this.unanswered.void(charge)
  }

  unansweredCredits(): number {
    return this.unanswered.credits()
  }

  claimKey(request: KeyedRequest, nowMs: number, signal: AbortSignal | null = null): Promise<KeyClaim | KeyRefusal> {
    return this.requestKeys.claim(request, nowMs, signal)
  }

  keepAnswer(request: KeyedRequest, answer: Uint8Array): Promise<void> {
    return this.requestKeys.keep(request, answer)
  }

  forgetKeys(): Promise<void> {
    return this.requestKeys.forget()
  }

  endClaim(request: KeyedRequest): Promise<void> {
    return this.requestKeys.end(request)
  }

  async usage(workspaceId: string, days: DayRange): Promise<Usage[]> {
    await this.workspaces.require(workspaceId)
    return this.readUsage(workspaceId, days)
  }

  /** As `usage`, also of a workspace that was erased. */
  async readUsage(workspaceId: string, { from, to }: DayRange): Promise<Usage[]> {
    const index = this.connection.name('workspace', workspaceId, 'days')
    const days = await this.connection.ask((redis) => redis.zrangebylex(index, `[${from}`, `[${to}`))
    const names = days.map((day) => this.connection.name('workspace', workspaceId, 'usage', day))
    const hashes = await this.connection.readHashes(names)
    return hashes.flatMap((fields, index) => toUsage(days[index] ?? '', fields))
  }

  async usageByReference(workspaceId: string, days: DayRange): Promise<ReferenceUsage[]> {
    await this.workspaces.require(workspaceId)
    return sumReferences(this.connection, workspaceId, days)
  }

  async forgetReferences(): Promise<void> {
    // Each day of a workspace expires.
  }

  async readMonth(month: string, after: string): Promise<LedgerPage> {
    return readLedgerMonth(this.connection, await this.workspaces.listIds(), month, after)
  }

  async check(): Promise<LedgerCheck> {
    const total = { charges: 0, credits: 0 }
    const differences: string[] = []
    for (const workspaceId of await this.workspaces.listIds()) {
      const found = await compareUsage(this.connection, workspaceId)
      total.charges += found.charges
      total.credits += found.credits
      differences.push(...found.differences)
    }
    return { ...total, differences: differences.toSorted() }
  }

  async closeMonths(nowMs: number): Promise<number> {
    const openMonth = firstOpenMonth(await this.connection.storeMs(nowMs))
    return closeCharges(this.connection, await this.workspaces.listIds(), openMonth)
  }

  /** Records that a reservation has ended, or is about to. */
  confirmEnd({ id }: Reservation): void {
    this.open.delete(id)
    this.leases.end(id)
  }

  /** Releases the reservation of a call that was refused. */
  async giveUp(reservation: Reservation): Promise<void> {
    await ignoreRefusal(this.release(reservation))
  }

  /** Releases all reservations of this process, and writes what is known of its unanswered charges. */
  async close(run: Connection['run']): Promise<void> {
    this.leases.endAll()
    await ignoreRefusal(this.unanswered.close(run))
    if (this.open.size + this.unconfirmed.length > 0) await ignoreRefusal(this.end([...this.open.values()], run))
    this.open.clear()
  }

  private async hold(
    reservation: Reservation,
  ): Promise<['granted' | 'insufficient_credits' | 'unknown_workspace', number?]> {
    const { id, workspaceId, credits, atMs } = reservation
    try {
      return await this.connection.run(RESERVE, [workspaceId, id, credits, monthOf(atMs), this.options.leaseMs])
    } catch (error) {
      this.unconfirmed.push(reservation)
      throw error
    }
  }

  /** Ends reservations, and the unconfirmed ones with them. */
  private async end(
    reservations: readonly Reservation[],
    run: Connection['run'] = (script, args, waitMs) => this.connection.run(script, args, waitMs),
  ): Promise<void> {
    const ending = [...this.unconfirmed, ...reservations]
    this.unconfirmed = []
    const pairs = ending.flatMap(({ workspaceId, id }) => [workspaceId, id])
    try {
      await run(RELEASE, pairs, RELEASE_WAIT_MS)
    } catch (error) {
      this.unconfirmed.push(...ending)
      throw error
    }
  }

  private async write(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'> {
    const { workspaceId, id, atMs } = reservation
    const { chargeId, keyId, record, credits, isUnanswered = false } = charge
    const answerLeaseMs = isUnanswered ? this.options.answerLeaseMs : ''
    const outcome = await this.connection.run<'charged' | 'already_charged' | 'unknown_key' | 'reservation_closed'>(
      SETTLE,
      [workspaceId, id, chargeId, keyId, record, credits, atMs, dayOf(atMs), answerLeaseMs],
    )
    this.confirmEnd(reservation)
    if (outcome === 'unknown_key') throw foreignKey(workspaceId, keyId)
    if (outcome === 'reservation_closed') throw reservationClosed(id)
    if (isUnanswered && outcome === 'charged') this.unanswered.begin({ ...reservation, chargeId }, credits)
    return outcome
  }
}

/** Waits for the end of reservations. If the store refuses, the next call or the lease ends them. */
async function ignoreRefusal(ending: Promise<unknown>): Promise<void> {
  try {
    await ending
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}

/** Usage of a day. Order: key, record. */
function toUsage(day: string, fields: Fields): Usage[] {
  const names = Object.keys(fields).filter((name) => name.endsWith(' charges') && fields[name] !== '0')
  return names.toSorted().map((name) => {
    const [keyId = '', record = ''] = name.split(' ')
    const credits = Number(fields[`${keyId} ${record} credits`])
    return { day, keyId, record, charges: Number(fields[name]), credits }
  })
}
