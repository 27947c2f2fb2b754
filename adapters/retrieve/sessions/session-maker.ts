import { requireMarketplace } from '../../pages/require-marketplace.ts'
import type { FetchedPage, PageRequest, PageSource } from '../source/page-source.ts'
import { requestHeaders, visitorCookies, type HeaderProfile } from '../source/request-headers.ts'
import { changeAddress, type ChangeOutcome, type Step } from './change-address.ts'
import { CookieJar } from './cookie-jar.ts'
import { headersOfStep, withoutCookies } from './session-headers.ts'
import { Session } from './session.ts'

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

/** A session, and how it got its place. */
export interface MadeSession {
  readonly session: Session
  readonly outcome: ChangeOutcome
}

/** Makes the visitors of a source, and the requests of their sessions. */
export class SessionMaker {
  private readonly options: SessionMakerOptions

  constructor(options: SessionMakerOptions) {
    this.options = options
  }

  /** A new visitor, who has asked for nothing yet, and has the cookies of language and currency. */
  open({ domain, language, headers: given }: PageRequest, exit: string): Session {
    const { profiles, epochMs, random, newId } = this.options
    const marketplace = requireMarketplace(domain)
    const profile = profiles[Math.floor(random() * profiles.length)] ?? {}
    const headers = withoutCookies(given ?? requestHeaders(profile, marketplace, language))
    const jar = new CookieJar({ host: marketplace.host, epochMs })
    const all = { domain: marketplace.host.replace(/^www\./, ''), isOfHost: false, path: '/' }
    for (const cookie of visitorCookies(marketplace, language ?? marketplace.language)) {
      jar.add({ ...cookie, ...all, expiresMs: null, isSecure: true })
    }
    return new Session({ id: newId(), exit, headers, jar, madeAtMs: epochMs() })
  }

  /** Makes a session for the place of a request. Each of its requests has a turn. Rejects: with a `SourceError`. */
  async make(request: PageRequest, exit: string, signal: AbortSignal): Promise<MadeSession> {
    const { domain, url, post, place, turn } = request
    const marketplace = requireMarketplace(domain)
    const session = this.open(request, exit)
    if (place === undefined) return { session, outcome: { result: 'accepted', before: null } }
    const send = async (step: Step): Promise<FetchedPage> => {
      const headers = headersOfStep(session.headers, step, `https://${marketplace.host}`)
      const end = await turn?.begin(signal)
      try {
        return await this.send(session, { ...request, url: step.url, headers, post: step.post ?? undefined }, signal)
      } finally {
        end?.()
      }
    }
    const pageUrl = post === undefined ? url : null
    return { session, outcome: await changeAddress({ marketplace, place, pageUrl, send }) }
  }

  /** Makes one request of a session: its cookies are sent, and those that are set are kept. Rejects: as the source does. */
  async send(session: Session, request: PageRequest, signal: AbortSignal): Promise<FetchedPage> {
    const { jar, exit } = session
    const { turn: _, headers = session.headers, ...rest } = request
    const cookie = jar.headerFor(request.url)
    const own = { ...withoutCookies(headers), ...(cookie === null ? {} : { Cookie: cookie }) }
    session.inFlight++
    try {
      const page = await this.options.source.fetch({ ...rest, headers: own, cookies: jar, exit: exit || undefined }, signal)
      jar.keep(page.url, page.setCookies ?? [])
      session.countPage()
      return page
    } finally {
      session.inFlight--
    }
  }
}
