import type { KeptCookie } from './cookie-jar.ts'

/** A session as it is kept outside of the process. */
export interface SavedSession {
  readonly id: string
  readonly exit: string
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly KeptCookie[]
  readonly madeAtMs: number
  readonly proofUrl: string | null
  readonly hasReviews: boolean | null
  /** Pages of all processes. */
  readonly pages: number
}

/**
 * Where processes share sessions. It is only a cache: when it fails, each process has sessions of its own. `key`:
 * names the marketplace, the place, the language, the browser and the exit.
 */
export interface SessionStore {
  load(key: string): Promise<readonly SavedSession[]>
  /**
   * Saves a session. `newPages`: pages since the last time. `owner`: the workspace that uses it. A key belongs
   * to the workspace that saved it first: of one with too many, the oldest gives way. Gives the pages of all processes.
   */
  save(key: string, session: SavedSession, newPages: number, owner: string): Promise<number>
  remove(key: string, id: string): Promise<void>
  /** Takes the right to make a session, and gives its end. Absent: null, another process makes one. */
  lease(key: string): Promise<(() => Promise<void>) | null>
}
