import { isFuture } from '../../core/policy/index.ts'
import type { Door } from './people.ts'

/** A person who has signed in at a door. */
export interface PersonSession {
  /** SHA-256 of the secret id. The id itself is not stored. */
  readonly hash: string
  readonly door: Door
  /** Name of an operator or of a member. Absent: null, who has the token of the administration. */
  readonly person: string | null
  /** As that of the person, when the session began. */
  readonly generation: number
  /** IP address. Absent: null, unknown. */
  readonly address: string | null
  /** Unit: ms since 1970. */
  readonly startedAtMs: number
}

/** A session that has not ended. */
export interface LivePersonSession extends PersonSession {
  /** Time since its last use that was written. Unit: ms. */
  readonly unusedMs: number
}

/** When a new session ends, and how many there may be. */
export interface SessionTerms {
  /** Time without use after which it ends. Unit: ms. */
  readonly idleMs: number
  /** Sessions of its door. One more ends the one that would have ended first. */
  readonly most: number
  /** Sessions of its person at the door. The token of the administration has no such limit. */
  readonly mostOfPerson: number
}

/**
 * Sessions of people at the dashboard and at the customers' door, which all processes share. They are not those of
 * visitors of marketplaces.
 *
 * The sessions of an operator or a member end in the step that raises the generation of the person or removes the
 * person. `nowMs`: unit ms since 1970; on a Redis, its own clock decides.
 */
export interface PersonSessions {
  open(session: PersonSession, terms: SessionTerms, nowMs: number): Promise<void>
  /** Absent: null, the door has no such session, or it has ended. A last use that is in the future was written by a wrong clock: such a session has ended. */
  find(door: Door, hash: string, nowMs: number): Promise<LivePersonSession | null>
  /** Writes a use, after which the session lasts for `idleMs`. It does not wait for the disk. A session that has ended: no effect. */
  use(hash: string, idleMs: number, nowMs: number): Promise<void>
  /** Ends a session. An unknown one: no effect. */
  close(hash: string): Promise<void>
  /** Ends the sessions of a person at a door. null: those of the token of the administration. */
  closeAll(door: Door, person: string | null): Promise<void>
  /** Order: last use, the newest first. */
  list(door: Door, nowMs: number): Promise<readonly LivePersonSession[]>
  /** Removes what is left of sessions that have ended. */
  forget(nowMs: number): Promise<void>
}

/** A session as it is stored. */
export interface StoredPersonSession extends PersonSession {
  /** Unit: ms since 1970. */
  readonly usedAtMs: number
  /** Unit: ms since 1970. */
  readonly endsAtMs: number
}

/** Absent: null, it has ended. */
export function toLive(
  { usedAtMs, endsAtMs, ...session }: StoredPersonSession,
  nowMs: number,
): LivePersonSession | null {
  if (endsAtMs <= nowMs || isFuture(usedAtMs, nowMs)) return null
  return { ...session, unusedMs: Math.max(0, nowMs - usedAtMs) }
}

/** The sessions that have not ended. Order: last use, the newest first. */
export function listLive(sessions: readonly StoredPersonSession[], nowMs: number): readonly LivePersonSession[] {
  return sessions
    .toSorted((a, b) => b.usedAtMs - a.usedAtMs || (a.hash < b.hash ? -1 : 1))
    .flatMap((session) => toLive(session, nowMs) ?? [])
}
