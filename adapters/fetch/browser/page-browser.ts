import { requireMarketplace } from '../../require-marketplace.ts'
import type { FetchedPage, PageRequest, RenderRequest } from '../source/page-source.ts'
import type { BrowserSettings } from '../source/browser-settings.ts'
import type { ResourceLoader } from './load-resource.ts'
import type { RenderLimits } from './render-page.ts'
import { RenderThread } from './render-thread.ts'
import { createVisitor } from './visitor.ts'

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
interface BrowserCounts {
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
  /** Time after which a browser or its client that does not answer is replaced. Unit: ms. Default: 10,000. */
  readonly hangMs?: number | undefined
  /** Module of the thread, for tests. */
  readonly module?: URL | undefined
}

const LIMITS: RenderLimits = { quietMs: 250, settleMs: 8000 }
/** Pages of sandbox keys, one in each lane. */
const SANDBOX_PAGES = 2

/** Opens a browser, which starts with its first page. A thread drives it: see `RenderThread`. */
export function openPageBrowser(options: PageBrowserOptions): PageBrowser {
  const { settings, onProblem, limits = LIMITS, hangMs, module } = options
  const jobs = new Map<number, RenderJob>()
  const renders = { ok: 0, failed: 0 }
  let lastId = 0
  const requireJob = (id: number): RenderJob => {
    const job = jobs.get(id)
    if (job === undefined) throw new Error('The page is no longer rendered.')
    return job
  }
  const thread = new RenderThread({
    data: { settings, limits, maxContexts: 2 * settings.pages + SANDBOX_PAGES, hangMs },
    handlers: {
      fetchPage: async ({ id, url, cookies }) => requireJob(id).fetchPage(url, cookies),
      load: async ({ id, resource }, signal) => {
        const { resources, request } = requireJob(id)
        if (resources === null) throw new Error('The page loads nothing.')
        return await resources.load({ ...resource, marketplace: requireMarketplace(request.domain) }, signal)
      },
    },
    onProblem,
    hangMs,
    module,
  })
  const never = new AbortController().signal
  return {
    headersFor: async ({ domain, language }, signal) => {
      const version = await thread.call('version', null, signal)
      return createVisitor(version, requireMarketplace(domain), language).documentHeaders
    },
    render: async (job, signal) => {
      const id = ++lastId
      jobs.set(id, job)
      const { request, received, screenshot, resources } = job
      try {
        const page = await thread.call(
          'render',
          { id, request, received, screenshot, loads: resources !== null },
          signal,
        )
        renders.ok++
        return page
      } catch (error) {
        renders.failed++
        throw error
      } finally {
        jobs.delete(id)
      }
    },
    problem: () => thread.state.problem,
    counts: () => ({ openPages: thread.state.openPages, renders: { ...renders }, starts: thread.state.starts }),
    start: () => thread.call('start', null, never).catch(() => undefined),
    close: () => thread.close(),
  }
}
