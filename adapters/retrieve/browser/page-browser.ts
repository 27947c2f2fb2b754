import type { Browser } from 'playwright-core'
import { requireMarketplace } from '../../pages/require-marketplace.ts'
import type { FetchedPage, PageRequest, RenderRequest } from '../source/page-source.ts'
import type { BrowserSettings } from '../source/browser-settings.ts'
import type { ResourceLoader } from './load-resource.ts'
import { renderPage, type RenderLimits } from './render-page.ts'
import { SharedBrowser } from './shared-browser.ts'
import { startChromium } from './start-chromium.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** A page to render, and where its parts come from. */
export interface RenderJob extends RenderRequest {
  readonly request: PageRequest
  /** The page as it was received. */
  readonly received: FetchedPage
  /** Fetches another page that a script of this one leads to. */
  readonly fetchPage: (url: string, cookies: string) => Promise<FetchedPage>
  /** Absent: null, pages load nothing but themselves. */
  readonly resources: ResourceLoader | null
}

/** Counts since the start. */
export interface BrowserCounts {
  readonly openPages: number
  /** Pages that were rendered, and that were not. */
  readonly renders: Readonly<Record<'ok' | 'failed', number>>
  /** Browsers that were started, or connected to. */
  readonly starts: number
}

/** A browser that renders pages. */
export interface PageBrowser {
  /** Headers of the request for a page that it is to render. Rejects: `network`, there is no browser; the reason of the signal. */
  readonly headersFor: (request: PageRequest, signal: AbortSignal) => Promise<Readonly<Record<string, string>>>
  /** Rejects: with a `SourceError`, an error of the browser, or the reason of the signal. */
  readonly render: (job: RenderJob, signal: AbortSignal) => Promise<FetchedPage>
  /** What is wrong. Absent: null, it can be reached. */
  readonly problem: () => string | null
  readonly counts: () => BrowserCounts
  /** Starts the browser before its first page. When that fails, it is started later, and pages are `network` errors until then. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface PageBrowserOptions {
  readonly settings: BrowserSettings
  /** Called when it can't be reached, and when it can be reached again: null then. */
  readonly onProblem: (problem: string | null) => void
  /** Default: 250 ms without a change, 8 s for a page that is never quiet. */
  readonly limits?: RenderLimits | undefined
}

const LIMITS: RenderLimits = { quietMs: 250, settleMs: 8000 }

/** Opens a browser, which starts with its first page. */
export function openPageBrowser(options: PageBrowserOptions): PageBrowser {
  const { settings, onProblem, limits = LIMITS } = options
  const isOwn = 'path' in settings.at
  const shared = new SharedBrowser({
    open: () => startChromium(settings),
    // The memory of a browser that others started is their concern.
    recycleAfter: isOwn ? settings.recycleAfter : Infinity,
    onProblem,
  })
  const renders = { ok: 0, failed: 0 }
  return {
    headersFor: async (request, signal) => visitorOf(await shared.version(signal), request).documentHeaders,
    render: async ({ request, received: first, ...job }, signal) => {
      const marketplace = requireMarketplace(request.domain)
      const { attempt } = request
      const visitor = (browser: Browser) => visitorOf(browser.version(), request)
      try {
        const page = await shared.withContext(
          (browser) => visitor(browser).context,
          signal,
          (opened, browser) => {
            const { resourceHeaders } = visitor(browser)
            return renderPage(opened, { ...job, first, marketplace, attempt, resourceHeaders, limits }, signal)
          },
        )
        renders.ok++
        return page
      } catch (error) {
        renders.failed++
        throw error
      }
    },
    problem: () => shared.problem,
    counts: () => ({ openPages: shared.openContexts, renders: { ...renders }, starts: shared.starts }),
    start: () => shared.start(),
    close: () => shared.close(),
  }
}

function visitorOf(version: string, { domain, language }: PageRequest): Visitor {
  return createVisitor(version, requireMarketplace(domain), language)
}
