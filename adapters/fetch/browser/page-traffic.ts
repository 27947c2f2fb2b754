import type { Frame, Request, Route } from 'playwright-core'
import type { Marketplace } from '../../../core/index.ts'
import { MAX_REDIRECTS, resolveRedirect, tooManyRedirects } from '../source/follow-redirects.ts'
import { SourceError, type FetchedPage } from '../source/page-source.ts'
import { printCookies } from '../source/request-headers.ts'
import { mayLoad } from './judge-request.ts'
import type { Resource, ResourceRequest } from './load-resource.ts'

export interface TrafficOptions {
  /** The page as it was received. */
  readonly first: FetchedPage
  readonly frame: Frame
  readonly marketplace: Marketplace
  /** From 1. */
  readonly attempt: number
  /** Headers that replace those of the browser, in requests for what the page loads. Their names are in lower case. */
  readonly resourceHeaders: Readonly<Record<string, string>>
  /** Whether the page loads images. */
  readonly isPictured: boolean
  /** Fetches another page that a script of this one leads to. */
  readonly fetchPage: (url: string) => Promise<FetchedPage>
  /** Loads what the page asks for. Absent: null, pages load nothing but themselves. */
  readonly load: ((request: Omit<ResourceRequest, 'marketplace'>) => Promise<Resource>) | null
}

/** All that a page loads after itself. Unit: bytes, decompressed. */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024
const MAX_REQUESTS = 500
/** Unit: characters. */
const MAX_URL_LENGTH = 16_384
/** Unit: bytes. */
const MAX_BODY_BYTES = 1024 * 1024
/**
 * Requests, navigations, frames, workers, sockets, windows, dialogs and messages that a page may cause.
 * Each costs this process some work, whether it is answered or not.
 */
const MAX_EVENTS = 2000

/** Answers every request of one page: the browser makes none itself. */
export class PageTraffic {
  /** The page that is shown. */
  shown: FetchedPage
  /** Requests so far. */
  requests = 0
  /** Rejects when the page goes where it must not, or its next page can't be fetched. */
  readonly failure: Promise<never>
  private fail: (error: unknown) => void = () => undefined
  private readonly options: TrafficOptions
  private inFlight = 0
  private waiting: (() => void)[] = []
  private navigations = 0
  private leftBytes = MAX_TOTAL_BYTES
  private events = 0

  constructor(options: TrafficOptions) {
    this.options = options
    this.shown = options.first
    this.failure = new Promise((_, reject) => {
      this.fail = reject
    })
    // It may fail after its last reader has left.
    this.failure.catch(() => undefined)
  }

  /** Ends the wait for the page. */
  abort(error: SourceError): void {
    this.fail(error)
  }

  /** Counts something that the page does, and ends the wait for one that does too much. False: it did. */
  count(): boolean {
    this.events++
    if (this.events <= MAX_EVENTS) return true
    this.fail(new SourceError('page_too_large', `The page causes more than ${MAX_EVENTS} events in the browser.`))
    return false
  }

  /** Resolves when no request is in progress. */
  async whenIdle(): Promise<void> {
    while (this.inFlight > 0) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  /** Never rejects: a page that was closed has no answer. */
  async answer(route: Route): Promise<void> {
    this.requests++
    // Its context is about to be closed.
    if (!this.count()) return
    this.inFlight++
    try {
      await this.answerOne(route)
    } catch {
      await route.abort('failed').catch(() => undefined)
    } finally {
      this.inFlight--
      if (this.inFlight === 0) for (const resolve of this.waiting.splice(0)) resolve()
    }
  }

  private async answerOne(route: Route): Promise<void> {
    const request = route.request()
    if (request.isNavigationRequest()) {
      if (frameOf(request) !== this.options.frame) return await route.abort('blockedbyclient')
      return await this.navigate(route, request)
    }
    const { marketplace, isPictured, load } = this.options
    const facts = { url: request.url(), method: request.method(), type: request.resourceType() }
    const isSmall = facts.url.length <= MAX_URL_LENGTH && (request.postDataBuffer()?.length ?? 0) <= MAX_BODY_BYTES
    const mayAsk = this.requests <= MAX_REQUESTS && isSmall && mayLoad(facts, marketplace, isPictured)
    if (load === null || !mayAsk) return await route.abort('blockedbyclient')
    await this.load(route, request, load)
  }

  /** The first navigation shows the page as it was received; others are those of its scripts. */
  private async navigate(route: Route, request: Request): Promise<void> {
    try {
      if (this.navigations > 0) this.shown = await this.fetchNext(request)
    } catch (error) {
      this.fail(error)
      throw error
    }
    this.navigations++
    const { contentType = 'text/html', setCookies = [], bytes } = requireHtml(this.shown)
    const cookies = setCookies.length === 0 ? {} : { 'set-cookie': setCookies.join('\n') }
    // Its status says nothing to the page, and some statuses would show none.
    await route.fulfill({ status: 200, headers: { 'content-type': contentType, ...cookies }, body: toBuffer(bytes) })
  }

  private async fetchNext(request: Request): Promise<FetchedPage> {
    const { marketplace, fetchPage } = this.options
    const url = resolveRedirect(request.url(), new URL(this.shown.url), marketplace.host)
    if (this.navigations > MAX_REDIRECTS) throw tooManyRedirects(url.href)
    if (request.method() !== 'GET') {
      throw new SourceError('foreign_redirect', `The page sends a form to ${url.href.slice(0, 200)}`)
    }
    return await fetchPage(url.href)
  }

  private async load(route: Route, request: Request, load: NonNullable<TrafficOptions['load']>): Promise<void> {
    const { first, attempt, frame, resourceHeaders } = this.options
    const url = request.url()
    const cookies = await readCookies(frame, url)
    const own = { ...request.headers(), ...resourceHeaders }
    const headers = cookies === '' ? own : { ...own, cookie: cookies }
    const page = { url: first.url, attempt, exit: first.exit }
    const facts = { url, method: request.method(), headers, body: request.postDataBuffer(), page }
    const { status, headers: received, body } = await load({ ...facts, maxBytes: this.leftBytes })
    this.leftBytes = Math.max(0, this.leftBytes - body.length)
    await route.fulfill({ status, headers: received, body: toBuffer(body) })
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Throws: `unreadable`. */
export function requireHtml(page: FetchedPage): FetchedPage {
  const { contentType = 'text/html', bytes } = page
  if (bytes.length === 0) throw new SourceError('unreadable', 'The answer is empty.')
  if (HTML.test(contentType)) return page
  throw new SourceError('unreadable', `The answer is not a page that a browser renders: ${contentType.slice(0, 80)}`)
}

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i

/** Absent: null, for the first request of another window. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}

/** Cookies that a page would send. Form: of the header `Cookie`; empty without any. */
export async function readCookies(frame: Frame, url: string): Promise<string> {
  return printCookies(await frame.page().context().cookies(url))
}
