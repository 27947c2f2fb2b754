import { setTimeout as sleep } from 'node:timers/promises'
import { CookieJar } from './cookie-jar.ts'
import { VisitorSession } from './session.ts'
import type { SessionStore } from './session-store.ts'

/** Time after which a session that another process makes is looked for again. Unit: ms. */
const RETRY_MS = 250
/** Pages after which a session is saved again. */
const PAGES_PER_SAVE = 20

export interface SharedSessionsOptions {
  readonly store: SessionStore
  readonly epochMs: () => number
  /** Gets each failure of the store. The sessions of this process go on. */
  readonly onProblem: (error: unknown) => void
}

/** The sessions that processes share. A store that fails is as good as none. */
export class SharedSessions {
  private readonly options: SharedSessionsOptions
  /** Pages of each session when it was saved last. */
  private readonly savedPages = new WeakMap<VisitorSession, number>()

  constructor(options: SharedSessionsOptions) {
    this.options = options
  }

  /** Sessions of a key. `host`: of the marketplace. */
  async load(key: string, host: string): Promise<readonly VisitorSession[]> {
    const { store, epochMs } = this.options
    const saved = (await this.unlessItFails(() => store.load(key))) ?? []
    return saved.map(({ cookies, pages, hasReviews, ...facts }) => {
      const jar = new CookieJar({ host, epochMs })
      for (const cookie of cookies) jar.add(cookie)
      const session = new VisitorSession({ ...facts, jar })
      session.pages = pages
      session.hasReviews = hasReviews
      this.savedPages.set(session, pages)
      return session
    })
  }

  /** Saves a session now. `owner`: the workspace that uses it. */
  async save(key: string, session: VisitorSession, owner: string): Promise<void> {
    const { id, exit, headers, jar, madeAtMs, proofUrl, hasReviews, pages } = session
    const newPages = pages - (this.savedPages.get(session) ?? 0)
    this.savedPages.set(session, pages)
    const saved = { id, exit, headers, cookies: jar.export(), madeAtMs, proofUrl, hasReviews, pages }
    const total = await this.unlessItFails(() => this.options.store.save(key, saved, newPages, owner))
    if (total === null || total <= session.pages) return
    // Other processes got pages in it too.
    this.savedPages.set(session, (this.savedPages.get(session) ?? 0) + total - pages)
    session.pages += total - pages
  }

  /** Saves a session that got some pages since the last time. */
  async saveSometimes(key: string, session: VisitorSession, owner: string): Promise<void> {
    if (session.pages - (this.savedPages.get(session) ?? 0) >= PAGES_PER_SAVE) await this.save(key, session, owner)
  }

  async remove(key: string, { id }: VisitorSession): Promise<void> {
    await this.unlessItFails(() => this.options.store.remove(key, id))
  }

  /** Waits for the right to make a session, and gives its end. Absent: null, another process has made one meanwhile, which `load` gives; or the signal was aborted. */
  async lease(key: string, hasNew: () => Promise<boolean>, signal: AbortSignal): Promise<(() => Promise<void>) | null> {
    while (!signal.aborted) {
      const taken = await this.unlessItFails(async () => ({ end: await this.options.store.lease(key) }))
      // Without a store, each process makes its own.
      if (taken === null) return async () => undefined
      const { end } = taken
      if (end !== null) return async () => void (await this.unlessItFails(end))
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
      if (await hasNew()) return null
    }
    return null
  }

  /** Absent: null, the store failed. */
  private async unlessItFails<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      this.options.onProblem(error)
      return null
    }
  }
}
