import type { KeyClaim, KeyedRequest, KeyRefusal } from './idempotency.ts'
import { StoreError } from './store-error.ts'

/** Credits set aside for a request or an item in flight. It ends once: settled or released. */
export interface Reservation {
  readonly id: string
  readonly workspaceId: string
  /** Maximum cost of the request. */
  readonly credits: number
  /** Time of the request: its charge counts for that day and month. Unit: ms since 1970. */
  readonly atMs: number
}

/** A reservation that was granted now. */
export interface Granted extends Reservation {
  /** Included credits of the month, within the spending cap, that are neither used nor reserved after it. Negative: as far as the workspace pays as it goes. */
  readonly leftCredits: number
}

export interface Charge {
  /**
   * Idempotent id: a workspace is charged once for it. Never an id that a client chose: a
   * client that repeats an id would pay once for many requests.
   */
  readonly chargeId: string
  /** Key of the reservation's workspace. It may have been revoked since the reservation. */
  readonly keyId: string
  /** Name of the record that was retrieved, such as `product`. */
  readonly record: string
  /** At most the credits of the reservation. */
  readonly credits: number
  /**
   * Whether the charge depends on an answer that is not sent yet. It then is `unanswered` until
   * `confirm` or `void`; if its process dies before, it is voided. Default: false.
   */
  readonly isUnanswered?: boolean | undefined
}

/** A charge that was written as unanswered. */
export interface UnansweredCharge {
  readonly workspaceId: string
  readonly chargeId: string
  /** Time of its reservation. Unit: ms since 1970. */
  readonly atMs: number
}

/** Sum of the ledger by day, key and record. */
export interface Usage {
  /** UTC day. Form: `YYYY-MM-DD`. */
  readonly day: string
  readonly keyId: string
  readonly record: string
  /** Number of charged requests. A search of several pages is one. */
  readonly charges: number
  readonly credits: number
}

/** What the items of batches with a reference cost in some days, by record. */
export interface ReferenceUsage {
  readonly reference: string
  readonly record: string
  /** Number of charged items. */
  readonly charges: number
  readonly credits: number
}

/** UTC days, both included. Form: `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** A charge that counts, as it is exported. */
export interface LedgerRow {
  readonly workspaceId: string
  readonly chargeId: string
  readonly keyId: string
  readonly record: string
  readonly credits: number
  /** Unit: ms since 1970. */
  readonly atMs: number
}

/** Some rows of a month. */
export interface LedgerPage {
  readonly rows: readonly LedgerRow[]
  /** Where the next page begins. Absent: null, this is the last page. */
  readonly next: string | null
}

export interface LedgerCheck {
  readonly charges: number
  readonly credits: number
  /** Days, keys and records whose usage is not the sum of the ledger. Empty: all agree. */
  readonly differences: readonly string[]
}

/** Charges of closed months that one call moves, so that it is short. */
export const MAX_CLOSED_PER_CALL = 20_000

/** Charges of every workspace. A charge is written once, and never changed. A voided one does not count. */
export interface Ledger {
  /** Credits that a workspace was charged in the month of `nowMs`. Reservations do not count. Throws: `unknown_workspace`. */
  usedCredits(workspaceId: string, nowMs: number): Promise<number>
  /** Sets credits aside in the month of `nowMs`. Throws: `unknown_workspace`, `invalid_charge`. */
  reserve(workspaceId: string, credits: number, nowMs: number): Promise<Granted | 'insufficient_credits'>
  /**
   * Writes a charge and ends its reservation. Resolves when the charge is durable;
   * `already_charged` if it was written before. Rejects: the reservation is released, and the
   * charge is not written; or, if it is unanswered and that is not known, it is voided later.
   * A reservation that the store has lost is made again, if its credits are still left.
   *
   * Throws: `invalid_charge`, `unknown_key`, `reservation_closed`.
   */
  settle(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'>
  /** Gives the credits of a reservation back. On an ended reservation: no effect. */
  release(reservation: Reservation): Promise<void>
  /** Records that the answer was sent: the charge counts, also if it was voided meanwhile. Repeated until it is written. */
  confirm(charge: UnansweredCharge): void
  /** Records that the answer was not sent: the charge does not count, unless it was confirmed. Repeated until it is written. */
  void(charge: UnansweredCharge): void
  /** Credits of this process that are neither confirmed nor voided, including those of charges whose writing is not known. */
  unansweredCredits(): number
  /**
   * Claims an idempotency key for a request, for `IDEMPOTENCY_MS`. Returns the same charge id for
   * the same parameters; `idempotency_conflict` for others, and for a key that created a batch;
   * `too_many_replays` after `MAX_REPLAYS` without a stored answer.
   *
   * A claim is in use until `endClaim`: meanwhile, the others with its key and parameters wait.
   * Keys whose requests were not charged are kept as long as `MAX_UNPAID_KEYS` allows.
   *
   * Rejects: with the reason of the signal.
   */
  claimKey(request: KeyedRequest, nowMs: number, signal?: AbortSignal): Promise<KeyClaim | KeyRefusal>
  /** Stores the answer to a request that holds its key, for as long as the key is kept. It counts as stored bytes. The first one stays. */
  keepAnswer(request: KeyedRequest, answer: Uint8Array): Promise<void>
  /** Removes idempotency keys that have expired, and their answers. */
  forgetKeys(nowMs: number): Promise<void>
  /** Ends the use of a claim. A claim of a process that died ends with its lease. */
  endClaim(request: KeyedRequest): Promise<void>
  /** Usage of a workspace, revoked keys included. Order: day, key, record. Throws: `unknown_workspace`. */
  usage(workspaceId: string, days: DayRange): Promise<Usage[]>
  /**
   * Usage of a workspace by the references of the items of its batches. Of a day, `MAX_REFERENCES_PER_DAY` are kept
   * apart, those that came first, for at least `USAGE_DAYS`. Order: reference, record. Throws: `unknown_workspace`.
   */
  usageByReference(workspaceId: string, days: DayRange): Promise<ReferenceUsage[]>
  /** Removes usage by reference of days before one. Redis: no effect, it expires. `day`: UTC, `YYYY-MM-DD`. */
  forgetReferences(day: string): Promise<void>
  /**
   * Charges of a month, a page at a time. `after`: `next` of the page before; empty: the first page.
   * A row can be in two pages while its month is charged, or is closed.
   */
  readMonth(month: string, after: string): Promise<LedgerPage>
  /**
   * Moves the charges of closed months out of the data that requests work with: see
   * `firstOpenMonth`. `usage`, `readMonth` and `check` still count them. Moves about
   * `MAX_CLOSED_PER_CALL`, so that a call is short. Returns how many were there to move: 0, all are done.
   */
  closeMonths(nowMs: number): Promise<number>
  /** Compares the usage of every workspace with the sum of its ledger. */
  check(): Promise<LedgerCheck>
}

/** In the order of the ledger: reference, record. */
export function inOrder(usage: readonly ReferenceUsage[]): ReferenceUsage[] {
  const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
  return usage.toSorted((a, b) => compare(a.reference, b.reference) || compare(a.record, b.record))
}

/** Throws: `invalid_charge`, unless `credits` is a whole number from 0 to `maxCredits`. */
export function requireCredits(credits: number, maxCredits: number): void {
  if (Number.isSafeInteger(credits) && credits >= 0 && credits <= maxCredits) return
  throw new StoreError('invalid_charge', `${credits} credits can't be charged: a whole number, 0 to ${maxCredits}.`)
}

export function foreignKey(workspaceId: string, keyId: string): StoreError {
  return new StoreError('unknown_key', `The workspace ${workspaceId} has no key ${keyId}.`)
}

export function reservationClosed(id: string): StoreError {
  return new StoreError('reservation_closed', `The reservation ${id} was settled with another charge, or released.`)
}
