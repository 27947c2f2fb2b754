import { createHash, randomBytes } from 'node:crypto'

/** Sessions that are kept. One more ends the one that was unused for longest. */
const MAX_SESSIONS = 1000
const MINUTE_MS = 60_000

/** A person who has signed in with the token of the administration. */
export interface Session {
  /** Names the session in the audit log: it says nothing of its id. */
  readonly name: string
  /** Every change must be sent with it: a page of another site does not know it. */
  readonly csrfToken: string
  /** Time without use after which the session ends. Unit: ms. */
  readonly idleMs: number
}

interface KnownSession {
  readonly csrfToken: string
  readonly usedAtMs: number
}

export interface SessionOptions {
  /** Time without use after which a session ends. Unit: minutes. */
  readonly idleMinutes: number
  /** A clock that is never set. Unit: ms. */
  readonly monotonicMs?: () => number
}

/** Sessions of the dashboard. They are in memory, by a hash of their id, and end with the process. */
export class Sessions {
  private readonly sessions = new Map<string, KnownSession>()
  private readonly idleMs: number
  private readonly monotonicMs: () => number

  constructor({ idleMinutes, monotonicMs = () => performance.now() }: SessionOptions) {
    this.idleMs = idleMinutes * MINUTE_MS
    this.monotonicMs = monotonicMs
  }

  /** Begins a session. `id`: the secret of its cookie. */
  open(): Session & { readonly id: string } {
    const [id, csrfToken] = [secret(), secret()]
    this.keep(hash(id), csrfToken)
    const [unused] = this.sessions.keys()
    if (this.sessions.size > MAX_SESSIONS && unused !== undefined) this.sessions.delete(unused)
    return { id, name: nameOf(hash(id)), csrfToken, idleMs: this.idleMs }
  }

  /** `isUse`: whether the session is in use by that, so that it lasts longer. Absent: null, there is no such session, or it has ended. */
  find(id: string, isUse: boolean): Session | null {
    const name = hash(id)
    const known = this.sessions.get(name)
    if (known === undefined) return null
    const isOver = this.monotonicMs() - known.usedAtMs >= this.idleMs
    if (isOver) this.sessions.delete(name)
    else if (isUse) this.keep(name, known.csrfToken)
    return isOver ? null : { name: nameOf(name), csrfToken: known.csrfToken, idleMs: this.idleMs }
  }

  /** Ends a session. On an unknown id: no effect. */
  close(id: string): void {
    this.sessions.delete(hash(id))
  }

  /** Order of the map: last use. */
  private keep(name: string, csrfToken: string): void {
    this.sessions.delete(name)
    this.sessions.set(name, { csrfToken, usedAtMs: this.monotonicMs() })
  }
}

const secret = (): string => randomBytes(32).toString('base64url')

const hash = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** The start of the hash of an id. */
const nameOf = (hashed: string): string => hashed.slice(0, 8)
