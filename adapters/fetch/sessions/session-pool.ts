import type { PageSource } from '../source/page-source.ts'
import type { VisitorSession } from './session.ts'
import type { SessionSettings } from './session-settings.ts'

/** Sessions of one place by one exit. */
const MAX_PER_KEY = 4
/** Pages on their way in one session, above which another one is made if there may be more. */
const BUSY = 4
/** Sessions of a place that nobody asked for in this time are dropped. Unit: ms. */
const UNUSED_MS = 3_600_000
/** Sessions of all places: some kilobytes each, and at most 30. */
const MAX_SESSIONS = 2000

/** Sessions for one visitor's wish: marketplace, place, language, browser. */
interface Group {
  /** By exit. */
  readonly byExit: Map<string, VisitorSession[]>
  /** As in the wish that it was made for. */
  readonly owner: string
  usedAtMs: number
}

/** Which session is wanted. */
export interface SessionWish {
  /** Names the marketplace, the place, the language and the browser. */
  readonly group: string
  /** Workspace that wishes for it. Empty: nobody shares the pool. */
  readonly owner: string
  /** The preferred exit. */
  readonly exit: string
  /** Whether a session of another exit does: the position of an exit among them, from 0. Absent: null, it does not. */
  readonly rankOf: ((exit: string) => number) | null
  readonly needsReviews: boolean
}

export interface SessionPoolOptions {
  readonly settings: SessionSettings
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Whether an exit rests after failures: its sessions wait for it. Default: none rests. */
  readonly isResting?: PageSource['isResting']
}

/** The sessions of a process: bounded; of the workspace with the most places, those that were used longest ago give way. */
export class SessionPool {
  private readonly options: SessionPoolOptions
  /** Order: by last use. */
  private readonly groups = new Map<string, Group>()
  private count = 0

  constructor(options: SessionPoolOptions) {
    this.options = options
  }

  /** Sessions that are kept. */
  get size(): number {
    return this.count
  }

  /** The best session. Absent: null, another one should be made, or there is none. */
  find(wish: SessionWish): VisitorSession | null {
    const best = this.findAny(wish)
    if (best === null || !this.hasRoom(wish)) return best
    const isWrong = wish.needsReviews && best.hasReviews === false
    return isWrong || best.inFlight >= BUSY ? null : best
  }

  /** The best session, although another one should be made. Absent: null, there is none. */
  findAny(wish: SessionWish): VisitorSession | null {
    let best: VisitorSession | null = null
    for (const session of this.listUsable(wish)) {
      if (best === null || compare(session, best, wish) < 0) best = session
    }
    return best
  }

  /** Whether a session with an id is kept. */
  has({ group }: Pick<SessionWish, 'group'>, { id, exit }: Pick<VisitorSession, 'id' | 'exit'>): boolean {
    return (
      this.groups
        .get(group)
        ?.byExit.get(exit)
        ?.some((session) => session.id === id) ?? false
    )
  }

  /** Adds a session. Of too many with one exit, one without reviews gives way, or the one with the most pages. */
  add({ group, owner }: Pick<SessionWish, 'group' | 'owner'>, session: VisitorSession): void {
    const own = this.groups.get(group) ?? {
      byExit: new Map<string, VisitorSession[]>(),
      owner,
      usedAtMs: this.options.epochMs(),
    }
    this.groups.set(group, own)
    const sessions = own.byExit.get(session.exit) ?? []
    own.byExit.set(session.exit, sessions)
    sessions.push(session)
    this.count++
    if (sessions.length > MAX_PER_KEY) {
      const [worst] = sessions.slice(0, -1).toSorted((left, right) => rankToDrop(right) - rankToDrop(left))
      if (worst !== undefined) this.drop(group, worst)
    }
    while (this.count > MAX_SESSIONS) {
      const name = this.findToDrop(group)
      if (name === null) break
      this.dropGroup(name)
    }
  }

  drop(group: string, session: VisitorSession): void {
    const own = this.groups.get(group)
    const sessions = own?.byExit.get(session.exit)
    const at = sessions?.indexOf(session) ?? -1
    if (own === undefined || sessions === undefined || at < 0) return
    sessions.splice(at, 1)
    this.count--
    if (sessions.length === 0) own.byExit.delete(session.exit)
    if (own.byExit.size === 0) this.groups.delete(group)
  }

  private listUsable({ group, exit, rankOf }: SessionWish): readonly VisitorSession[] {
    const nowMs = this.options.epochMs()
    this.dropUnused(nowMs)
    const own = this.groups.get(group)
    if (own === undefined) return []
    own.usedAtMs = nowMs
    this.groups.delete(group)
    this.groups.set(group, own)
    const all = rankOf === null ? [...(own.byExit.get(exit) ?? [])] : [...own.byExit.values()].flat()
    const isUsable = (session: VisitorSession): boolean => session.isUsable(this.options.settings, nowMs)
    for (const session of all) if (!isUsable(session)) this.drop(group, session)
    const { isResting = () => false } = this.options
    return all.filter((session) => isUsable(session) && !isResting(session.exit))
  }

  /** Whether the preferred exit may have another session; one without reviews gives way to one that may have them. */
  private hasRoom({ group, exit, needsReviews }: SessionWish): boolean {
    const sessions = this.groups.get(group)?.byExit.get(exit) ?? []
    return sessions.length < MAX_PER_KEY || (needsReviews && sessions.every(({ hasReviews }) => hasReviews === false))
  }

  /** The oldest group of the workspace that has the most, so that nobody's places push out those of others. Absent: null, there is no other group. */
  private findToDrop(except: string): string | null {
    const counts = new Map<string, number>()
    for (const { owner } of this.groups.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    const most = Math.max(...counts.values())
    for (const [name, { owner }] of this.groups) if (name !== except && counts.get(owner) === most) return name
    return [...this.groups.keys()].find((name) => name !== except) ?? null
  }

  private dropUnused(nowMs: number): void {
    for (const [name, { usedAtMs }] of this.groups) {
      if (nowMs - usedAtMs < UNUSED_MS) return
      this.dropGroup(name)
    }
  }

  private dropGroup(name: string): void {
    for (const sessions of this.groups.get(name)?.byExit.values() ?? []) this.count -= sessions.length
    this.groups.delete(name)
  }
}

/** Order of two sessions: those with reviews first if they are needed, then those with the fewest pages on their way. */
function compare(left: VisitorSession, right: VisitorSession, { needsReviews, rankOf }: SessionWish): number {
  const reviews = ({ hasReviews }: VisitorSession): number =>
    needsReviews ? [true, null, false].indexOf(hasReviews) : 0
  return (
    reviews(left) - reviews(right) ||
    left.inFlight - right.inFlight ||
    (rankOf === null ? 0 : rankOf(left.exit) - rankOf(right.exit))
  )
}

/** Sessions without reviews give way first, then those with the most pages. */
function rankToDrop({ hasReviews, pages }: VisitorSession): number {
  return (hasReviews === false ? 1e9 : 0) + pages
}
