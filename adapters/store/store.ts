import type { Batches } from './batches.ts'
import type { ChargeKind, KeyKind, PlanName, PlanOverrides } from '../../core/policy/index.ts'

/** Who has keys and pays. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
  /** Whether requests beyond the plan's are paid for; else they are refused. */
  readonly payAsYouGo: boolean
  /** What is agreed on; counts on the plan `custom`. */
  readonly overrides: PlanOverrides
  readonly createdAtMs: number
}

/** Default: the plan `free`, no pay-as-you-go, nothing agreed on. */
export type NewWorkspace = Pick<Workspace, 'name'> & WorkspaceChange

/** Not given: stays as it is. */
export type WorkspaceChange = Partial<Pick<Workspace, 'name' | 'plan' | 'payAsYouGo' | 'overrides'>>

/** A key as it is known after its creation. */
export interface Key {
  readonly id: string
  readonly workspaceId: string
  readonly kind: KeyKind
  /** The 12 characters that may be shown. */
  readonly prefix: string
  readonly name: string
  readonly createdAtMs: number
  /** Absent: null, the key is active. */
  readonly revokedAtMs: number | null
}

export interface CreatedKey {
  readonly key: Key
  /** What a caller shows. Nobody can read it again. */
  readonly fullKey: string
}

/** Who sent a request. */
export interface Caller {
  readonly kind: KeyKind
  readonly keyId: string
  readonly prefix: string
  readonly workspace: Workspace
}

/** Credits set aside for a request in flight. To be settled or released, once. */
export interface Reservation {
  readonly id: string
  readonly workspaceId: string
  /** The most that the request can cost. */
  readonly credits: number
  /** When the request came: a charge is counted to that day and month. */
  readonly atMs: number
}

export interface Charge {
  /**
   * Makes the charge happen once, in its workspace. Never what a client chose:
   * who sends the same id again would pay once for many requests.
   */
  readonly chargeId: string
  /** Key of the workspace that the reservation is of; may be revoked by now. */
  readonly keyId: string
  readonly kind: ChargeKind
  /** At most those of the reservation. */
  readonly credits: number
}

/** Sum of the ledger for a day, key and kind. */
export interface Usage {
  /** Day in UTC. Form: `YYYY-MM-DD`. */
  readonly day: string
  readonly keyId: string
  readonly kind: ChargeKind
  /** Successful requests; a search of several pages is one. */
  readonly charges: number
  readonly credits: number
}

/** Days in UTC, both included. Form: `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** What the ledger is found to be. */
export interface LedgerCheck {
  readonly charges: number
  readonly credits: number
  /** Days, keys and kinds whose usage is not the sum of the ledger. Empty: all is well. */
  readonly differences: readonly string[]
}

/** Active keys that a workspace may have. */
export const MAX_ACTIVE_KEYS = 20

/**
 * Workspaces, their keys, what they were charged, and their batches. Rejects with a
 * `StoreError`: `unavailable` and `closed` from every method, others as said.
 */
export interface Store {
  readonly batches: Batches

  /** Throws: `invalid_argument` of `ShelfmarkError`, for overrides out of range. */
  createWorkspace(workspace: NewWorkspace): Promise<Workspace>
  /** The same, of several that ask at a time for one of them. Absent: null, there is a workspace already. */
  createFirstWorkspace(workspace: NewWorkspace): Promise<Workspace | null>
  /** Order: creation. */
  listWorkspaces(): Promise<Workspace[]>
  /** Throws: `unknown_workspace`; `invalid_argument` of `ShelfmarkError`, for overrides out of range. */
  updateWorkspace(workspaceId: string, change: WorkspaceChange): Promise<Workspace>

  /** Throws: `unknown_workspace`, `too_many_keys`. */
  createKey(workspaceId: string, options: { readonly kind: KeyKind; readonly name: string }): Promise<CreatedKey>
  /** Revoked keys too. Order: creation. Throws: `unknown_workspace`. */
  listKeys(workspaceId: string): Promise<Key[]>
  /** From now on the key is refused. Again: no effect. Throws: `unknown_key`. */
  revokeKey(keyId: string): Promise<Key>
  /**
   * Revokes a key and creates another with its name and kind, in one step. To
   * go over without a gap, create, deploy and revoke instead.
   * Throws: `unknown_key`, `key_revoked`.
   */
  rotateKey(keyId: string): Promise<CreatedKey>
  /** Who shows a key. `revoked` only to who shows all of a revoked key. Cheap: it is asked at every request. */
  authenticate(fullKey: string): Promise<Caller | 'unauthorized' | 'revoked'>

  /** Sets credits aside in the month of `nowMs`. Throws: `unknown_workspace`, `invalid_charge`. */
  reserve(workspaceId: string, credits: number, nowMs: number): Promise<Reservation | 'insufficient_credits'>
  /**
   * Writes a charge, and ends its reservation. Resolves when the charge is on
   * disk: `already_charged` when it was there before. Rejects: it is not there,
   * and the reservation is released.
   * Throws: `invalid_charge`, `unknown_key`, `reservation_closed`.
   */
  settle(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'>
  /** Gives credits back that were set aside. After its end: no effect. */
  release(reservation: Reservation): Promise<void>

  /** What a workspace was charged, also with keys that are revoked. Order: day, key, kind. Throws: `unknown_workspace`. */
  usage(workspaceId: string, days: DayRange): Promise<Usage[]>
  /** Compares usage with the ledger it must be the sum of. */
  checkLedger(): Promise<LedgerCheck>

  /** Waits for what is being settled. Again: no effect. */
  close(): Promise<void>
}
