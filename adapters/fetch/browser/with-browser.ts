import { setMaxListeners } from 'node:events'
import {
  ATTEMPT_MS,
  SourceError,
  type AnswerHead,
  type FetchedPage,
  type PageRequest,
  type PageSource,
} from '../source/page-source.ts'
import { withTimeLimit } from '../source/time-limit.ts'
import type { ResourceLoader } from './load-resource.ts'
import type { PageBrowser } from './page-browser.ts'

export interface BrowserSourceOptions {
  readonly browser: PageBrowser
  /** Loads what pages ask for. Absent: null, they load nothing but themselves. */
  readonly resources: ResourceLoader | null
  /** Whether every page is rendered, or those alone for which a request asks. */
  readonly rendersAll: boolean
  /** Time limit of an attempt, with its rendering. Unit: ms. Default: 15,000. */
  readonly timeLimitMs?: number | undefined
}

interface Received {
  /** Headers of the browser. */
  readonly headers: Readonly<Record<string, string>>
  readonly received: FetchedPage
}

/**
 * A source whose pages a browser renders. The source fetches each document, by its own rules
 * for addresses, redirects, proxies and sizes; the browser gets the bytes, runs their scripts, and
 * gives the document as it is then. The source is closed with it, the browser is not.
 */
export function withBrowser(source: PageSource, options: BrowserSourceOptions): PageSource {
  const { browser, resources, rendersAll, timeLimitMs = ATTEMPT_MS } = options
  const renderOne = async (
    request: PageRequest,
    screenshot: NonNullable<PageRequest['render']>['screenshot'],
    caller: AbortSignal,
  ): Promise<FetchedPage> => {
    // The browser is in a thread, which gets no functions.
    const { turn: _, cookies: __, ...plain } = request
    let answer: AnswerHead | null = null
    const receive = async (signal: AbortSignal): Promise<Received> => {
      const headers = await browser.headersFor(plain, signal)
      const received = await source.fetch({ ...request, headers }, signal)
      const { status, url } = received
      answer = { status, url }
      return { headers, received }
    }
    try {
      // A session for the place may have to be made first: that has the time of the request.
      const early = request.place === undefined ? null : await receive(caller)
      return await withTimeLimit(caller, timeLimitMs, async (signal) => {
        // Every request of the page listens to it.
        setMaxListeners(0, signal)
        const { headers, received } = early ?? (await receive(signal))
        const { session, ...document } = received
        const { exit } = received
        const fetchPage = (next: string, cookies: string): Promise<FetchedPage> =>
          source.fetch({ ...request, url: next, headers: { ...headers, Cookie: cookies }, exit }, signal)
        const rendered = await browser.render(
          { request: plain, received: document, screenshot, fetchPage, resources },
          signal,
        )
        return session === undefined ? rendered : { ...rendered, session }
      })
    } catch (error) {
      if (error instanceof SourceError) error.answer ??= answer
      throw error
    }
  }
  return {
    heedsPlace: source.heedsPlace,
    fetch: ({ render, ...request }, caller) => {
      // What a page loads later is a part of a page.
      const isWhole = request.post === undefined
      const wanted = render ?? (rendersAll && isWhole ? { screenshot: null } : undefined)
      if (wanted === undefined) return source.fetch(request, caller)
      // The browser gets the page itself.
      return renderOne({ ...request, takesCoded: false }, wanted.screenshot, caller)
    },
    close: () => source.close(),
  }
}
