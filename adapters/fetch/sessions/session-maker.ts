import { requireMarketplace } from '../../require-marketplace.ts'
import type { FetchedPage, PageRequest, PageSource } from '../source/page-source.ts'
import { requestHeaders, visitorCookies, type HeaderProfile } from '../source/request-headers.ts'
import { changeAddress, type ChangeOutcome, type Step } from './change-address.ts'
import { CookieJar } from './cookie-jar.ts'
import { judgePlaceOf } from './judge-place.ts'
import { headersOfStep, withoutCookies } from './session-headers.ts'
import { VisitorSession } from './session.ts'

export interface SessionMakerOptions {
  readonly source: PageSource
  /** Browsers of new visitors. */
  readonly profiles: readonly HeaderProfile[]
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Gives a number from 0 to 1. */
  readonly random: () => number
  /** Gives an id that no other session has. */
  readonly newId: () => string
}

/** A request for a page for a place. */
export type PlacedRequest = PageRequest & { readonly place: NonNullable<PageRequest['place']> }

/** A session, and how it got its place. */
export interface MadeSession {
  readonly session: VisitorSession
  readonly outcome: ChangeOutcome
}

/** Makes the visitors of a source, and the requests of their sessions. */
export class SessionMaker {
  private readonly options: SessionMakerOptions

  constructor(options: SessionMakerOptions) {
    this.options = options
  }

  /** A new visitor, who has asked for nothing yet, and has the cookies of language and currency. */
  open({ domain, language, headers: given }: PageRequest, exit: string): VisitorSession {
    const { profiles, epochMs, random, newId } = this.options
    const marketplace = requireMarketplace(domain)
    const profile = profiles[Math.floor(random() * profiles.length)] ?? {}
    const headers = withoutCookies(given ?? requestHeaders(profile, marketplace, language))
    const jar = new CookieJar({ host: marketplace.host, epochMs })
    const all = { domain: marketplace.host.replace(/^www\./, ''), isOfHost: false, path: '/' }
    for (const cookie of visitorCookies(marketplace, language ?? marketplace.language)) {
      jar.add({ ...cookie, ...all, expiresMs: null, isSecure: true })
    }
    return new VisitorSession({ id: newId(), exit, headers, jar, madeAtMs: epochMs(), proofUrl: null })
  }

  /** Makes a session for the place of a request. Each of its requests has a turn. Rejects: with a `SourceError`. */
  async make(request: PlacedRequest, exit: string, signal: AbortSignal): Promise<MadeSession> {
    const { domain, url, isFragment = false, place } = request
    const marketplace = requireMarketplace(domain)
    const session = this.open(request, exit)
    const send = async (step: Step): Promise<FetchedPage> => {
      const headers = headersOfStep(session.headers, step, `https://${marketplace.host}`)
      const { url, post } = step
      return await this.sendInTurn(session, { ...request, url, headers, post: post ?? undefined }, signal)
    }
    const pageUrl = isFragment ? null : url
    const outcome = await changeAddress({ marketplace, place, pageUrl, send })
    if (outcome.result !== 'accepted') return { session, outcome }
    const { formUrl, before } = outcome
    session.proofUrl = formUrl
    // The page that is asked for has a header: it proves the place itself.
    if (before !== null && before.url === formUrl) return { session, outcome }
    const isProven = await this.prove(session, request, signal)
    return { session, outcome: isProven ? outcome : { result: 'declined', before } }
  }

  /** Asks for a page whose header shows the place. Gives whether it does; if not, the session ends. Rejects: as the source does. */
  async prove(session: VisitorSession, request: PlacedRequest, signal: AbortSignal): Promise<boolean> {
    const { proofUrl } = session
    if (proofUrl === null) return false
    const page = await this.sendInTurn(session, { ...request, url: proofUrl, post: undefined }, signal)
    const place = judgePlaceOf(page, request)
    session.learn({ kind: null, place, hasReviews: null }, this.options.epochMs())
    if (place !== 'shown') session.isRetired = true
    return place === 'shown'
  }

  private async sendInTurn(session: VisitorSession, request: PageRequest, signal: AbortSignal): Promise<FetchedPage> {
    const end = await request.turn?.begin(signal)
    try {
      // What comes back is read here.
      return await this.send(session, { ...request, takesCoded: false }, signal)
    } finally {
      end?.()
    }
  }

  /** Makes one request of a session: its cookies are sent, and those that are set are kept. Rejects: as the source does. */
  async send(session: VisitorSession, request: PageRequest, signal: AbortSignal): Promise<FetchedPage> {
    const { jar, exit } = session
    const { turn: _, headers = session.headers, ...rest } = request
    const cookie = jar.headerFor(request.url)
    const own = { ...withoutCookies(headers), ...(cookie === null ? {} : { Cookie: cookie }) }
    session.inFlight++
    try {
      const page = await this.options.source.fetch(
        { ...rest, headers: own, cookies: jar, exit: exit || undefined },
        signal,
      )
      jar.keep(page.url, page.setCookies ?? [])
      session.countPage()
      return page
    } finally {
      session.inFlight--
    }
  }
}
