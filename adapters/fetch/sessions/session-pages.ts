import { randomUUID } from 'node:crypto'
import { REFUSALS } from '../../../core/index.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import type { FetchedPage, PageRequest, PageSession, PageSource, SessionOutcome } from '../source/page-source.ts'
import { ExitChoice } from './exit-choice.ts'
import { Making } from './making.ts'
import { PlaceShares } from './place-shares.ts'
import { WrongPlaces } from './wrong-places.ts'
import { SessionCounter } from './session-counts.ts'
import { printSetCookie } from './session-headers.ts'
import { SessionMaker, type MadeSession, type PlacedRequest } from './session-maker.ts'
import { SessionPool, type SessionWish } from './session-pool.ts'
import { SESSION_SETTINGS, type SessionSettings, type SessionsOptions } from './session-settings.ts'
import type { VisitorSession } from './session.ts'
import { SharedSessions } from './shared-sessions.ts'

/** A request, and the session that it wishes for. */
interface Asked {
  readonly request: PageRequest
  readonly wish: SessionWish
  /** Names the group and the exit. */
  readonly key: string
}

/** One for a place. */
type PlacedAsk = Asked & { readonly request: PlacedRequest }

function isPlaced(asked: Asked): asked is PlacedAsk {
  return asked.request.place !== undefined
}

/** The pages of a source, in sessions. */
export class SessionPages {
  readonly counter = new SessionCounter()
  readonly pool: SessionPool
  private readonly source: PageSource
  private readonly settings: SessionSettings
  private readonly epochMs: () => number
  private readonly maker: SessionMaker
  private readonly shared: SharedSessions | null
  /** By key. */
  private readonly makings = new Map<string, Making<MadeSession>>()
  private readonly exits: ExitChoice
  private readonly refusals: WrongPlaces
  private readonly shares: PlaceShares
  /** Sessions without a page whose reader has said what it was. */
  private readonly unread = new WeakSet<VisitorSession>()
  /** The sessions that pages came in. */
  private readonly origins = new WeakMap<PageSession, VisitorSession>()

  constructor(source: PageSource, options: SessionsOptions) {
    const { settings = SESSION_SETTINGS, profiles, store = null, onProblem = () => undefined } = options
    const { epochMs = Date.now, random = Math.random, newId = randomUUID } = options
    this.source = source
    this.settings = settings
    this.epochMs = epochMs
    this.pool = new SessionPool({ settings, epochMs, isResting: source.isResting })
    this.maker = new SessionMaker({ source, profiles, epochMs, random, newId })
    this.shared = store === null ? null : new SharedSessions({ store, epochMs, onProblem })
    this.exits = new ExitChoice(source, epochMs)
    this.refusals = new WrongPlaces(epochMs)
    this.shares = new PlaceShares(epochMs)
  }

  async fetch(request: PageRequest, caller: AbortSignal): Promise<FetchedPage> {
    // A request that names its exit belongs to a session already, such as that of a page which is rendered.
    if (request.exit !== undefined || (request.place === undefined && !this.settings.isAlwaysOn)) {
      return await this.source.fetch(request, caller)
    }
    const asked = this.toAsked(request)
    const known = this.findEarlier(request) ?? this.pool.find(asked.wish) ?? this.findMeanwhile(asked)
    if (!isPlaced(asked)) return await this.visit(known ?? this.openOne(asked), asked, caller)
    if (known !== null && !this.needsProof(known, asked)) return await this.visit(known, asked, caller)
    if (known === null && !this.shares.hasLeft(asked.wish.owner)) return await this.fetchOutside(request, caller)
    request.turn?.end()
    return await this.fetchInTurns(known, asked, caller)
  }

  /** A page without a session, for a workspace that has used its share of new ones. */
  private async fetchOutside(request: PageRequest, caller: AbortSignal): Promise<FetchedPage> {
    const page = await this.source.fetch(request, caller)
    return { ...page, session: { isPlaceProven: false, isPlaceRefused: true, report: () => undefined } }
  }

  /** A page whose session has requests to make before. */
  private async fetchInTurns(
    known: VisitorSession | null,
    asked: PlacedAsk,
    caller: AbortSignal,
  ): Promise<FetchedPage> {
    if (known !== null) {
      const isProven = !this.needsProof(known, asked) || (await this.maker.prove(known, asked.request, caller))
      if (isProven) return await this.visitInTurn(known, asked, caller)
      if (known.wasProven) this.counter.add(asked.request.domain, 'lost')
      this.end(known, asked)
      return await this.fetchInTurns(this.pool.find(asked.wish), asked, caller)
    }
    const { made, isOwn } = await this.make(asked, caller)
    const { session, outcome } = made
    if (outcome.result === 'absent') {
      // Another page may have waited for the session.
      return isOwn ? outcome.page : await this.fetchInTurns(this.pool.find(asked.wish), asked, caller)
    }
    if (outcome.result === 'refused') return this.toPage(copyOf(outcome.page), session, asked)
    if (outcome.result === 'declined' && isOwn && outcome.before !== null) {
      return this.toPage(outcome.before, session, asked)
    }
    if (outcome.result === 'declined') return await this.visitInTurn(session, asked, caller)
    return await this.fetchInTurns(session, asked, caller)
  }

  private needsProof(session: VisitorSession, { request }: Asked): boolean {
    return request.isFragment === true && session.needsProof(this.epochMs())
  }

  private async visitInTurn(session: VisitorSession, asked: Asked, caller: AbortSignal): Promise<FetchedPage> {
    const end = await asked.request.turn?.begin(caller)
    try {
      return await this.visit(session, asked, caller)
    } finally {
      end?.()
    }
  }

  /** The session of the page that asks for a part of itself. Absent: null, there is no such page, or it has ended. */
  private findEarlier({ after, attempt }: PageRequest): VisitorSession | null {
    const earlier = after?.session === undefined || attempt > 1 ? undefined : this.origins.get(after.session)
    return earlier?.isUsable(this.settings, this.epochMs()) === true ? earlier : null
  }

  /** While another session is made, one that is busy will do. Absent: null. */
  private findMeanwhile({ wish, key }: Asked): VisitorSession | null {
    if (this.makings.get(key)?.isOver !== false) return null
    const any = this.pool.findAny(wish)
    return any !== null && wish.needsReviews && any.hasReviews === false ? null : any
  }

  private openOne({ request, wish }: Asked): VisitorSession {
    const session = this.maker.open(request, wish.exit)
    this.pool.add(wish, session)
    this.counter.add(request.domain, 'made')
    return session
  }

  private async visit(session: VisitorSession, asked: Asked, signal: AbortSignal): Promise<FetchedPage> {
    const page = await this.maker.send(session, asked.request, signal)
    await this.shared?.saveSometimes(keyOf(asked.wish.group, session.exit), session, asked.wish.owner)
    return this.toPage(page, session, asked)
  }

  /** Makes a session, or waits for the one that is being made. `isOwn`: whether it was made by this request. */
  private async make(
    asked: PlacedAsk,
    caller: AbortSignal,
  ): Promise<{ readonly made: MadeSession; readonly isOwn: boolean }> {
    const { key } = asked
    const running = this.makings.get(key)
    if (running !== undefined && !running.isOver) return { made: await running.wait(caller), isOwn: false }
    const making = new Making((signal) => this.makeOne(asked, signal))
    this.makings.set(key, making)
    try {
      return { made: await making.wait(caller), isOwn: true }
    } finally {
      for (const [name, { isOver }] of this.makings) if (isOver) this.makings.delete(name)
    }
  }

  private async makeOne(asked: PlacedAsk, signal: AbortSignal): Promise<MadeSession> {
    const { key } = asked
    const adopted = await this.adopt(asked)
    if (adopted !== null) return adopted
    let found: MadeSession | null = null
    const hasNew = async (): Promise<boolean> => (found = await this.adopt(asked)) !== null
    const end = await this.shared?.lease(key, hasNew, signal)
    try {
      return found ?? (await this.makeNew(asked, signal))
    } finally {
      await end?.()
    }
  }

  /** A session of another process. Absent: null. */
  private async adopt({ wish, request, key }: Asked): Promise<MadeSession | null> {
    if (this.shared === null) return null
    const { host } = requireMarketplace(request.domain)
    for (const session of await this.shared.load(key, host)) {
      const isUsable = session.isUsable(this.settings, this.epochMs())
      if (isUsable && !this.pool.has(wish, session)) this.pool.add(wish, session)
    }
    const session = this.pool.find({ ...wish, rankOf: null })
    return session === null
      ? null
      : { session, outcome: { result: 'accepted', formUrl: session.proofUrl ?? '', before: null } }
  }

  private async makeNew({ request, wish, key }: PlacedAsk, signal: AbortSignal): Promise<MadeSession> {
    const made = await this.maker.make(request, wish.exit, signal)
    const { session, outcome } = made
    this.unread.add(session)
    if (outcome.result === 'accepted') {
      this.pool.add(wish, session)
      this.counter.add(request.domain, 'made')
      if (session.wasProven) this.counter.add(request.domain, 'proven')
      await this.shared?.save(key, session, wish.owner)
    } else if (outcome.result !== 'absent') {
      session.isRetired = true
      this.counter.add(request.domain, 'refused')
      if (outcome.result === 'refused') this.exits.refuse(request.domain, wish.exit)
    }
    return made
  }

  private toAsked(request: PageRequest): Asked {
    const { domain, url, attempt, language, place, headers, needsReviews = false } = request
    const agent = headers?.['User-Agent'] ?? null
    const group = JSON.stringify([domain, place?.zip, place?.city, place?.shipTo, language, agent])
    const { exit, rankOf } = this.exits.choose(domain, url, attempt)
    // A later attempt takes the next exit: the one before may be why there is a later attempt.
    const wish = { group, owner: request.turn?.workspaceId ?? '', exit, needsReviews }
    return { request, wish: { ...wish, rankOf: attempt === 1 ? rankOf : null }, key: keyOf(group, exit) }
  }

  /** The page as its receiver gets it. Cookies are only for a browser that renders it. */
  private toPage({ setCookies: _, ...page }: FetchedPage, session: VisitorSession, asked: Asked): FetchedPage {
    const { request } = asked
    const cookies = request.headers === undefined ? undefined : session.jar.export().map(printSetCookie)
    return { ...page, setCookies: cookies, exit: session.exit, session: this.toPageSession(session, asked) }
  }

  private toPageSession(session: VisitorSession, asked: Asked): PageSession {
    let isReported = false
    const pageSession: PageSession = {
      isPlaceProven: session.isProven(this.epochMs()),
      isPlaceRefused: this.refusals.isRefused(asked.wish.group),
      report: (outcome) => {
        if (isReported) return
        isReported = true
        this.learn(session, outcome, asked)
      },
    }
    this.origins.set(pageSession, session)
    return pageSession
  }

  /** Drops a session, here and for other processes. */
  private end(session: VisitorSession, { wish }: Pick<Asked, 'wish'>): void {
    this.pool.drop(wish.group, session)
    void this.shared?.remove(keyOf(wish.group, session.exit), session)
  }

  private learn(session: VisitorSession, outcome: SessionOutcome, { request, wish }: Asked): void {
    const { wasProven, hasReviews } = session
    const { place, isRecord = false } = outcome
    const isFirst = this.unread.delete(session)
    if (isRecord || (isFirst && !isRefused(outcome))) this.shares.note(wish.owner, isRecord)
    if (place === 'shown' || place === 'other') this.refusals.note(wish.group, place)
    const end = session.learn(outcome, this.epochMs())
    if (!wasProven && session.wasProven) this.counter.add(request.domain, 'proven')
    if (end === 'lost') this.counter.add(request.domain, 'lost')
    if (session.isRetired) this.end(session, { wish })
    else if (hasReviews !== session.hasReviews) {
      void this.shared?.save(keyOf(wish.group, session.exit), session, wish.owner)
    }
  }
}

function keyOf(group: string, exit: string): string {
  return JSON.stringify([group, exit])
}

/** Whether a page says nothing of what was asked for: it could not be read, or the shop refuses the visitor. */
function isRefused({ kind }: SessionOutcome): boolean {
  return kind === null || REFUSALS.has(kind)
}

/** Several who waited for one session get the page that refused it. */
function copyOf(page: FetchedPage): FetchedPage {
  return { ...page, bytes: new Uint8Array(page.bytes) }
}
