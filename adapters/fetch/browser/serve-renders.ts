import { parentPort } from 'node:worker_threads'
import type { Browser } from 'playwright-core'
import PQueue from 'p-queue'
import { requireMarketplace } from '../../require-marketplace.ts'
import type { FetchedPage } from '../source/page-source.ts'
import { PortCalls } from './port-calls.ts'
import type { MainCalls, RenderInput, ThreadCalls, ThreadData } from './render-calls.ts'
import { renderPage } from './render-page.ts'
import { SharedBrowser } from './shared-browser.ts'
import { startChromium } from './start-chromium.ts'
import { createVisitor } from './visitor.ts'

/**
 * The thread of the browser: drives it, and asks the main thread for all that pages load. Its first
 * message says that it has started.
 */
export function start({ settings, limits, maxContexts, hangMs }: ThreadData): void {
  if (parentPort === null) throw new Error('This module is that of a thread.')
  const report = (): void => {
    const { openContexts: openPages, starts, problem, pids } = shared
    void main.call('report', { openPages, starts, problem, pids })
  }
  const shared = new SharedBrowser({
    open: () => startChromium(settings),
    // The memory of a browser that others started is their concern.
    recycleAfter: 'path' in settings.at ? settings.recycleAfter : Infinity,
    onChange: report,
    hangMs,
  })
  // A caller does not wait for the end of a page that it has left, but the next page does.
  const queue = new PQueue({ concurrency: maxContexts })
  const render = (input: RenderInput, signal: AbortSignal): Promise<FetchedPage> => {
    const { id, request, received: first, screenshot, loads } = input
    const { attempt, domain, language } = request
    const marketplace = requireMarketplace(domain)
    const visitor = (browser: Browser) => createVisitor(browser.version(), marketplace, language)
    const options = {
      first,
      screenshot,
      marketplace,
      attempt,
      limits,
      fetchPage: (url: string, cookies: string) => main.call('fetchPage', { id, url, cookies }, signal),
      load: loads
        ? (resource: MainCalls['load']['input']['resource']) => main.call('load', { id, resource }, signal)
        : null,
    }
    return shared.withContext(
      (browser) => visitor(browser).context,
      signal,
      (context, browser) =>
        renderPage(context, { ...options, resourceHeaders: visitor(browser).resourceHeaders }, signal),
    )
  }
  const main = new PortCalls<MainCalls, ThreadCalls>(parentPort, {
    start: () => shared.start(),
    version: (_, signal) => shared.version(signal),
    render: (input, signal) => queue.add(() => render(input, signal), { signal }),
    close: () => shared.close(),
    ping: async () => undefined,
  })
  parentPort.postMessage(null)
}
