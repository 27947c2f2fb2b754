import { StoreError } from './store-error.ts'

/**
 * What an operator may do, each also what the one before may.
 *
 * - `reader`: read everything
 * - `operator`: change workspaces, keys and batches
 * - `owner`: what can't be undone or concerns all data, and the operators themselves
 */
export const ROLES = ['reader', 'operator', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** A person who administers. */
export interface OperatorAccount {
  /** Signs in with it, in lower case. */
  readonly name: string
  readonly role: Role
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
  /** Sessions that began with another number are over. */
  readonly generation: number
}

/** An operator, with what a password is compared with. */
export interface KnownOperator extends OperatorAccount {
  /** As `hashPassword` makes it. */
  readonly passwordHash: string
}

/** Absent: undefined, each stays as it is. */
export interface OperatorChange {
  readonly role?: Role | undefined
  /** Ends all sessions. */
  readonly passwordHash?: string | undefined
  /** Ends all sessions. */
  readonly endsSessions?: boolean | undefined
}

/** People who administer, besides those who have the token of the administration. */
export interface Operators {
  /** Order: by name. */
  list(): Promise<readonly OperatorAccount[]>
  /** Absent: null, nobody has this name. */
  find(name: string): Promise<KnownOperator | null>
  /** Rejects: `operator_exists`. */
  create(operator: Omit<KnownOperator, 'generation'>): Promise<OperatorAccount>
  /** Rejects: `unknown_operator`. */
  update(name: string, change: OperatorChange): Promise<OperatorAccount>
  /** Replaces the password, and ends all sessions. False: the present password is another one by now, or nobody has this name. */
  changePassword(name: string, presentHash: string, passwordHash: string): Promise<boolean>
  /** Rejects: `unknown_operator`. */
  remove(name: string): Promise<void>
}

export function unknownOperator(name: string): StoreError {
  return new StoreError('unknown_operator', `There is no operator ${name}.`)
}

export function operatorExists(name: string): StoreError {
  return new StoreError('operator_exists', `There is an operator ${name} already.`)
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text)
}
