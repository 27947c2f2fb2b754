import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Door } from '../../store/people.ts'
import type { LivePersonSession, PersonSession, PersonSessions, SessionTerms } from '../../store/person-sessions.ts'
import { StoreError } from '../../store/store-error.ts'

/** Sessions of a door that are kept, of all processes. One more ends the one that was unused for longest. */
const MAX_SESSIONS: Readonly<Record<Door, number>> = { dashboard: 1000, account: 10_000 }
/** Sessions of one person: who signs in again and again must not end those of others. */
const MAX_OF_OWNER = 20
/** A use is written if the one that was written last is as old. Unit: ms. */
const WRITE_USE_MS = 60_000
/** Of a short session, it is written more often: this many times before its end. */
const WRITES_PER_SESSION = 4
const MINUTE_MS = 60_000

/** Who has begun a session. The generation of the token of the administration is not used. */
type SessionOwner = Pick<PersonSession, 'person' | 'generation' | 'address' | 'startedAtMs'>

/** A person who has signed in. */
export interface Session extends SessionOwner {
  /** Names the session in the audit log: it says nothing of its id. */
  readonly name: string
  /** Every change must be sent with it: a page of another site does not know it. */
  readonly csrfToken: string
  /** Time without use after which the session ends. Unit: ms. */
  readonly idleMs: number
}

/** A session that is listed. */
export interface ListedSession extends Pick<SessionOwner, 'address' | 'startedAtMs'> {
  readonly name: string
  /** Name of the person. null: who has the token of the administration. */
  readonly operator: string | null
  /** Time since its last use that was written. Unit: ms. */
  readonly unusedMs: number
}

export interface SessionOptions {
  readonly store: PersonSessions
  readonly door: Door
  /** Time without use after which a session ends. Unit: minutes. */
  readonly idleMinutes: number
  /** Clock of the service. Unit: ms since 1970. */
  readonly epochMs: () => number
  /** The token of the administration: sessions that began with another one are over. Default: null, nobody signs in with a token. */
  readonly token?: string | null
}

/**
 * Sessions of the dashboard, or of the customers' door. They are in the store, by a hash of their id, so that every
 * process on it knows them. All methods reject as the store does.
 */
export class Sessions {
  private readonly store: PersonSessions
  private readonly door: Door
  private readonly token: string | null
  private readonly terms: SessionTerms
  private readonly writeUseMs: number
  private readonly nowMs: () => number

  constructor({ store, door, idleMinutes, epochMs, token = null }: SessionOptions) {
    this.store = store
    this.door = door
    this.token = token
    this.terms = { idleMs: idleMinutes * MINUTE_MS, most: MAX_SESSIONS[door], mostOfPerson: MAX_OF_OWNER }
    this.writeUseMs = Math.min(WRITE_USE_MS, this.terms.idleMs / WRITES_PER_SESSION)
    this.nowMs = () => Math.round(epochMs())
  }

  /** Begins a session. `id`: the secret of its cookie. */
  async open(owner: SessionOwner): Promise<Session & { readonly id: string }> {
    const id = randomBytes(32).toString('base64url')
    const { person, address, startedAtMs } = owner
    const generation = person === null ? this.tokenGeneration(id) : owner.generation
    const opened = { hash: hash(id), door: this.door, person, generation, address, startedAtMs }
    await this.store.open(opened, this.terms, this.nowMs())
    return { ...this.toSession(id, opened), id }
  }

  /** `isUse`: whether the session is in use by that, so that it lasts longer. Absent: null, there is no such session, or it has ended. */
  async find(id: string, isUse: boolean): Promise<Session | null> {
    if (!ID.test(id)) return null
    const found = await this.store.find(this.door, hash(id), this.nowMs())
    // The setting may have been longer when the end was written.
    if (found === null || found.unusedMs >= this.terms.idleMs) return null
    if (found.person === null && found.generation !== this.tokenGeneration(id)) return null
    if (isUse && found.unusedMs >= this.writeUseMs) await this.writeUse(found.hash)
    return this.toSession(id, found)
  }

  /** Ends a session. On an unknown id: no effect. */
  async close(id: string): Promise<void> {
    await this.store.close(hash(id))
  }

  /** Sessions of all processes that have not ended by their age. Order: last use, the newest first. */
  async list(): Promise<ListedSession[]> {
    const found = await this.store.list(this.door, this.nowMs())
    return found
      .filter(({ unusedMs }) => unusedMs < this.terms.idleMs)
      .map(({ hash: name, person: operator, address, startedAtMs, unusedMs }) => {
        return { name: nameOf(name), operator, address, startedAtMs, unusedMs }
      })
  }

  /** Ends the sessions of the token of the administration, on all servers. Those of a person end with its generation. */
  async closeAllOfToken(): Promise<void> {
    await this.store.closeAll(this.door, null)
  }

  /** A store that reads and can't write, such as one whose disk is full, does not keep a person from reading: the session lasts no longer. */
  private async writeUse(name: string): Promise<void> {
    await this.store.use(name, this.terms.idleMs, this.nowMs()).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
    })
  }

  private toSession(
    id: string,
    { hash: name, person, generation, address, startedAtMs }: Omit<LivePersonSession, 'unusedMs'>,
  ): Session {
    const { idleMs } = this.terms
    return { person, generation, address, startedAtMs, name: nameOf(name), csrfToken: csrfTokenOf(id), idleMs }
  }

  /** Who reads the store can't guess the token by it: the id is not stored. Range: 48 bits. */
  private tokenGeneration(id: string): number {
    return createHmac('sha256', this.token ?? '')
      .update(id)
      .digest()
      .readUIntBE(0, 6)
  }
}

/** What `open` makes: 32 bytes as base64url. */
const ID = /^[\w-]{43}$/

const hash = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** Every process derives it from the id, so that it is not stored. */
const csrfTokenOf = (id: string): string => createHmac('sha256', id).update('shelfmark csrf').digest('base64url')

/** The start of the hash of an id. */
const nameOf = (hashed: string): string => hashed.slice(0, 8)
