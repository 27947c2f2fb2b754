import { firstGeneration, randomCharacters, type Sources } from './sources.ts'
import { StoreError } from './store-error.ts'
import type { Workspace } from './workspaces.ts'

/** A link with which a person chooses a password works for this time, and once. Unit: days. */
export const LINK_DAYS = 7

/** A person of a customer, who signs in at the customers' door and sees one workspace. */
export interface Member {
  /** Names the person in the audit log, which has no names of customers. Form: `mem_` and 16 letters and digits. */
  readonly id: string
  readonly workspaceId: string
  /** Signs in with it, in lower case. No other member of the store has it. */
  readonly name: string
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
  /** Sessions that began with another number are over. */
  readonly generation: number
  /** Whether a password was chosen, so that the person can sign in. */
  readonly hasPassword: boolean
  /** End of the link that was not used. Unit: ms since 1970. Absent: null, there is no such link. */
  readonly linkExpiresAtMs: number | null
}

/** A member who is looked up by a request. */
export interface KnownMember extends Member {
  /** As `hashPassword` makes it. Absent: null, no password was chosen. */
  readonly passwordHash: string | null
  /** As that of `MemberLink`. Absent: null, there is no link. */
  readonly linkHash: string | null
  readonly workspace: Workspace
}

/** A link with which a password is chosen. */
export interface MemberLink {
  /** SHA-256 of its random part, in hexadecimal digits. */
  readonly hash: string
  /** Unit: ms since 1970. */
  readonly expiresAtMs: number
}

export interface NewMember {
  readonly workspaceId: string
  readonly name: string
  readonly link: MemberLink
}

/** People of customers. */
export interface Members {
  /** Order: by name. Rejects: `unknown_workspace`. */
  list(workspaceId: string): Promise<readonly Member[]>
  /** Absent: null, nobody has this name, or the workspace was erased. */
  find(name: string): Promise<KnownMember | null>
  /** Rejects: `unknown_workspace`, `member_exists`. */
  invite(member: NewMember): Promise<Member>
  /** Gives a member a new link. The password no longer works, and all sessions end. Rejects: `unknown_member`, also if it is another workspace's. */
  reset(workspaceId: string, name: string, link: MemberLink): Promise<Member>
  /**
   * Sets the password by a link, which ends with that, and ends all sessions. False: the link is another one, was used,
   * or has expired. `nowMs`: unit ms since 1970.
   */
  choosePassword(name: string, linkHash: string, passwordHash: string, nowMs: number): Promise<boolean>
  /**
   * Replaces the password, and ends all sessions. Gives the generation of those that begin now. Absent: null, the
   * password is not the present one any more, or nobody has this name.
   */
  changePassword(name: string, presentHash: string, passwordHash: string): Promise<number | null>
  /** Ends all sessions of a member. Rejects: `unknown_member`. */
  endSessions(workspaceId: string, name: string): Promise<void>
  /** Rejects: `unknown_member`, also if it is another workspace's. */
  remove(workspaceId: string, name: string): Promise<void>
}

/** A member with a random id, not yet written. */
export function draftMember({ workspaceId, name, link }: NewMember, { epochMs, randomBytes }: Sources): Member {
  const id = `mem_${randomCharacters(16, randomBytes)}`
  const createdAtMs = epochMs()
  const generation = firstGeneration()
  return { id, workspaceId, name, createdAtMs, generation, hasPassword: false, linkExpiresAtMs: link.expiresAtMs }
}

export function unknownMember(name: string): StoreError {
  return new StoreError('unknown_member', `The workspace has no member ${name}.`)
}

export function memberExists(name: string): StoreError {
  return new StoreError('member_exists', `There is a member ${name} already, of this workspace or another one.`)
}
