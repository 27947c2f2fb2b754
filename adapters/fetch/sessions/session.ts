import { REFUSALS, type PageKind } from '../../../core/index.ts'
import type { SessionOutcome } from '../source/page-source.ts'
import type { CookieJar } from './cookie-jar.ts'
import type { SessionSettings } from './session-settings.ts'

/** A page of a session that showed the place proves it for this time, and for this number of pages. */
const PROVEN_MS = 15 * 60_000
const PROVEN_PAGES = 50

/** Whether a session is not used again after a page: the shop asks its visitor for something first. A pause helps against throttling. */
function isGate(kind: PageKind): boolean {
  return REFUSALS.has(kind) && kind !== 'throttled'
}

export interface SessionFacts {
  /** Random. */
  readonly id: string
  /** It never takes another one. Empty: the source has no exits to choose from. */
  readonly exit: string
  /** Headers of its browser, without cookies. */
  readonly headers: Readonly<Record<string, string>>
  readonly jar: CookieJar
  /** Unit: ms since 1970. */
  readonly madeAtMs: number
  /** A page whose header shows the place. Absent: null, none is known. */
  proofUrl: string | null
}

/** What became of a session by a page. */
export type SessionEnd = 'lost' | 'retired'

/** A visitor of one marketplace, in one place, by one exit. */
export class VisitorSession implements SessionFacts {
  readonly id: string
  readonly exit: string
  readonly headers: Readonly<Record<string, string>>
  readonly jar: CookieJar
  readonly madeAtMs: number
  proofUrl: string | null
  /** Pages that it got. */
  pages = 0
  /** Pages that are on their way. */
  inFlight = 0
  /** Whether its pages show reviews. Absent: null, none has told. */
  hasReviews: boolean | null = null
  isRetired = false
  /** Absent: null, no page has shown the place. Unit: ms since 1970. */
  private provenAtMs: number | null = null
  private pagesSinceProof = 0

  constructor({ id, exit, headers, jar, madeAtMs, proofUrl }: SessionFacts) {
    this.id = id
    this.exit = exit
    this.headers = headers
    this.jar = jar
    this.madeAtMs = madeAtMs
    this.proofUrl = proofUrl
  }

  /** Whether it may get another page. */
  isUsable({ maxPages, maxAgeMs }: SessionSettings, nowMs: number): boolean {
    return !this.isRetired && this.pages < maxPages && nowMs - this.madeAtMs < maxAgeMs
  }

  /** Whether one of its pages showed the place a short while ago. */
  isProven(nowMs: number): boolean {
    return (
      !this.isRetired &&
      this.provenAtMs !== null &&
      nowMs - this.provenAtMs < PROVEN_MS &&
      this.pagesSinceProof < PROVEN_PAGES
    )
  }

  /** Whether a page of it has to show the place before one that has no header. */
  needsProof(nowMs: number): boolean {
    return this.proofUrl !== null && !this.isProven(nowMs)
  }

  /** Whether a page of it ever showed the place. */
  get wasProven(): boolean {
    return this.provenAtMs !== null
  }

  countPage(): void {
    this.pages++
    this.pagesSinceProof++
  }

  /** Learns what a page was. Absent: null, the session goes on. */
  learn({ kind, place, hasReviews }: SessionOutcome, nowMs: number): SessionEnd | null {
    if (hasReviews !== null) this.hasReviews = hasReviews
    if ((kind !== null && isGate(kind)) || place === 'other') {
      const isFirst = !this.isRetired
      this.isRetired = true
      if (!isFirst) return null
      return this.wasProven ? 'lost' : 'retired'
    }
    if (place === 'shown') {
      this.provenAtMs = nowMs
      this.pagesSinceProof = 0
    }
    return null
  }
}
