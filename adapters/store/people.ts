import { StoreError } from './store-error.ts'
import type { Workspace } from './workspaces.ts'

/** Where people sign in: operators at the dashboard, members of workspaces at the customers' door. */
export type Door = 'dashboard' | 'account'

/**
 * What an operator may do, each also what the one before may.
 *
 * - `reader`: read everything
 * - `operator`: change workspaces, keys and batches
 * - `owner`: what can't be undone or concerns all data, and the operators themselves
 */
export const ROLES = ['reader', 'operator', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** A person who signs in: an operator, who administers, or a member, who sees one workspace. */
export interface Person {
  /** Names a member in the audit log, which has no names of customers. Form: `op_` or `mem_`, and 16 letters and digits. */
  readonly id: string
  /** Of a member. Absent: null, this is an operator. */
  readonly workspaceId: string | null
  /** Signs in with it, in lower case. No other person has it at the same door. */
  readonly name: string
  /** Of an operator. Absent: null, this is a member. */
  readonly role: Role | null
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
  /** Sessions that began with another number are over. */
  readonly generation: number
  /** Whether there is a password, so that the person can sign in. */
  readonly hasPassword: boolean
  /** End of the link that was not used. Unit: ms since 1970. Absent: null, there is no such link. */
  readonly linkExpiresAtMs: number | null
}

/** A person who is looked up by a request. */
export interface KnownPerson extends Person {
  /** As `hashPassword` makes it. Absent: null, there is no password. */
  readonly passwordHash: string | null
  /** As that of `PersonLink`. Absent: null, there is no link. */
  readonly linkHash: string | null
  /** Of a member. Absent: null, this is an operator. */
  readonly workspace: Workspace | null
}

/** A link with which a password is chosen. */
export interface PersonLink {
  /** SHA-256 of its random part, in hexadecimal digits. */
  readonly hash: string
  /** Unit: ms since 1970. */
  readonly expiresAtMs: number
}

/** An operator with a first password, or a member with a link to choose one. */
export type NewPerson =
  | { readonly workspaceId: null; readonly name: string; readonly role: Role; readonly passwordHash: string }
  | { readonly workspaceId: string; readonly name: string; readonly link: PersonLink }

/** Absent: undefined, each stays as it is. */
export interface PersonChange {
  readonly role?: Role | undefined
  /** Ends all sessions. */
  readonly passwordHash?: string | undefined
  /** Ends the password and all sessions. */
  readonly link?: PersonLink | undefined
  /** Ends all sessions. */
  readonly endsSessions?: boolean | undefined
}

/** Why a person may set the password: a link that was not used and has not expired, or the hash of the present password. */
export type PasswordProof =
  | {
      readonly linkHash: string
      /** Unit: ms since 1970. */
      readonly nowMs: number
    }
  | { readonly presentHash: string }

/**
 * Operators, besides those who have the token of the administration, and members of workspaces.
 *
 * `workspaceId`: of a member; null: an operator. A member of another workspace is unknown.
 */
export interface People {
  /** Order: by name. Rejects: `unknown_workspace`. */
  list(workspaceId: string | null): Promise<readonly Person[]>
  /** Absent: null, nobody has this name at the door, or the workspace was erased. */
  find(door: Door, name: string): Promise<KnownPerson | null>
  /** Rejects: `operator_exists`, `member_exists`, `unknown_workspace`. */
  add(person: NewPerson): Promise<Person>
  /** Rejects: `unknown_operator`, `unknown_member`. */
  update(workspaceId: string | null, name: string, change: PersonChange): Promise<Person>
  /**
   * Sets the password, and ends the link and all sessions. Gives the generation of those that begin now. Absent: null,
   * the proof is wrong by now, or nobody has this name.
   */
  setPassword(door: Door, name: string, proof: PasswordProof, passwordHash: string): Promise<number | null>
  /** Ends the sessions as well. Rejects: `unknown_operator`, `unknown_member`. */
  remove(workspaceId: string | null, name: string): Promise<void>
}

export function unknownPerson(workspaceId: string | null, name: string): StoreError {
  return workspaceId === null
    ? new StoreError('unknown_operator', `There is no operator ${name}.`)
    : new StoreError('unknown_member', `The workspace has no member ${name}.`)
}

export function personExists({ workspaceId, name }: Pick<Person, 'workspaceId' | 'name'>): StoreError {
  return workspaceId === null
    ? new StoreError('operator_exists', `There is an operator ${name} already.`)
    : new StoreError('member_exists', `There is a member ${name} already, of this workspace or another one.`)
}
