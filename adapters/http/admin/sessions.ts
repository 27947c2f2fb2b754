import { createHash, randomBytes } from 'node:crypto'

/** Sessions that are kept. One more ends the one that was unused for longest. */
const MAX_SESSIONS = 1000
/** Sessions of one person: who signs in again and again must not end those of others. */
const MAX_OF_OWNER = 20
const MINUTE_MS = 60_000

/** Who has begun a session. */
export interface SessionOwner {
  /** Name of an operator, or at the customers' door of a member. null: who has the token of the administration. */
  readonly operator: string | null
  /** As that of the person, when the session began. */
  readonly generation: number
  /** IP address. Absent: null, unknown. */
  readonly address: string | null
  /** Unit: ms since 1970. */
  readonly startedAtMs: number
}

/** A person who has signed in. */
export interface Session extends SessionOwner {
  /** Names the session in the audit log: it says nothing of its id. */
  readonly name: string
  /** Every change must be sent with it: a page of another site does not know it. */
  readonly csrfToken: string
  /** Time without use after which the session ends. Unit: ms. */
  readonly idleMs: number
}

interface KnownSession extends SessionOwner {
  readonly csrfToken: string
  readonly usedAtMs: number
}

/** A session that is listed. */
export interface ListedSession extends Omit<SessionOwner, 'generation'> {
  readonly name: string
  /** Time since its last use. Unit: ms. */
  readonly unusedMs: number
}

const NOBODY: SessionOwner = { operator: null, generation: 0, address: null, startedAtMs: 0 }

export interface SessionOptions {
  /** Time without use after which a session ends. Unit: minutes. */
  readonly idleMinutes: number
  /** A clock that is never set. Unit: ms. */
  readonly monotonicMs?: () => number
}

/** Sessions of the dashboard, or of the customers' door. They are in memory, by a hash of their id, and end with the process. */
export class Sessions {
  private readonly sessions = new Map<string, KnownSession>()
  private readonly idleMs: number
  private readonly monotonicMs: () => number

  constructor({ idleMinutes, monotonicMs = () => performance.now() }: SessionOptions) {
    this.idleMs = idleMinutes * MINUTE_MS
    this.monotonicMs = monotonicMs
  }

  /** Begins a session. `id`: the secret of its cookie. */
  open(owner: SessionOwner = NOBODY): Session & { readonly id: string } {
    const [id, csrfToken] = [secret(), secret()]
    this.keep(hash(id), { ...owner, csrfToken })
    this.drop(this.listOf(owner.operator), MAX_OF_OWNER)
    this.drop([...this.sessions.keys()], MAX_SESSIONS)
    return { ...owner, id, name: nameOf(hash(id)), csrfToken, idleMs: this.idleMs }
  }

  /** `isUse`: whether the session is in use by that, so that it lasts longer. Absent: null, there is no such session, or it has ended. */
  find(id: string, isUse: boolean): Session | null {
    const name = hash(id)
    const known = this.sessions.get(name)
    if (known === undefined) return null
    const isOver = this.monotonicMs() - known.usedAtMs >= this.idleMs
    if (isOver) this.sessions.delete(name)
    else if (isUse) this.keep(name, known)
    if (isOver) return null
    const { usedAtMs: _, ...session } = known
    return { ...session, name: nameOf(name), idleMs: this.idleMs }
  }

  /** Ends a session. On an unknown id: no effect. */
  close(id: string): void {
    this.sessions.delete(hash(id))
  }

  /** Sessions of this process that have not ended by their age. Order: last use, the newest first. */
  list(): ListedSession[] {
    const nowMs = this.monotonicMs()
    return [...this.sessions]
      .map(([name, { operator, address, startedAtMs, usedAtMs }]) => {
        return { name: nameOf(name), operator, address, startedAtMs, unusedMs: nowMs - usedAtMs }
      })
      .filter(({ unusedMs }) => unusedMs < this.idleMs)
      .toReversed()
  }

  /** Ends the sessions of an operator. null: those of the token of the administration. */
  closeAll(operator: string | null): void {
    for (const [name, session] of this.sessions) if (session.operator === operator) this.sessions.delete(name)
  }

  /** Names of the sessions of a person, in the order of last use. null: the token of the administration is not one person's. */
  private listOf(operator: string | null): readonly string[] {
    if (operator === null) return []
    return [...this.sessions].flatMap(([name, session]) => (session.operator === operator ? [name] : []))
  }

  /** Ends the sessions that were unused for longest, if there are more than the limit. `names`: in the order of last use. */
  private drop(names: readonly string[], most: number): void {
    for (const name of names.slice(0, Math.max(0, names.length - most))) this.sessions.delete(name)
  }

  /** Order of the map: last use. */
  private keep(name: string, session: Omit<KnownSession, 'usedAtMs'>): void {
    this.sessions.delete(name)
    this.sessions.set(name, { ...session, usedAtMs: this.monotonicMs() })
  }
}

const secret = (): string => randomBytes(32).toString('base64url')

const hash = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** The start of the hash of an id. */
const nameOf = (hashed: string): string => hashed.slice(0, 8)
