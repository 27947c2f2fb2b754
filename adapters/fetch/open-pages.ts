import { openBrowser } from './browser/open-browser.ts'
import { openResourceLoader } from './browser/load-resource.ts'
import { withBrowser } from './browser/with-browser.ts'
import type { PageBrowser } from './browser/page-browser.ts'
import type { RetrieverOptions } from './create-retriever.ts'
import { withSessions, type SessionSource } from './sessions/with-sessions.ts'
import type { SessionSettings, SessionsOptions } from './sessions/session-settings.ts'
import { guardSource } from './source/guard-source.ts'
import { openSource } from './source/open-source.ts'
import { sandboxSource } from './source/sandbox-source.ts'
import type { PageSource } from './source/page-source.ts'
import type { SourceSettings } from './source/source-settings.ts'
import { Proxies, type ProxiesOptions } from './source/proxies.ts'
import { headerProfiles } from './source/request-headers.ts'
import { FairQueue } from './turns/fair-queue.ts'
import { FREE_TURNS } from './turns/turns.ts'
import { inOrder } from './turns/in-order.ts'
import { openTurns, type TurnSettings } from './turns/open-turns.ts'
import type { OpenPace } from './turns/pacer.ts'

export interface PagesOptions {
  /** Where live keys get their pages from. Default: as the settings say. */
  readonly source?: PageSource | undefined
  /** Opens paces that other processes share. Default: they are not shared. */
  readonly openPace?: OpenPace | undefined
  /** Where processes share sessions, its failures, and the clock of the service. Default: nowhere, and that of the system. */
  readonly sessions?: Pick<SessionsOptions, 'store' | 'onProblem' | 'epochMs'> | undefined
  /** Called when the browser can't be reached, and when it can be reached again: null then. */
  readonly onProblem?: ((problem: string | null) => void) | undefined
  /** Called when a proxy begins to rest, and when it works again: null then. */
  readonly onProxyProblem?: ProxiesOptions['onProblem']
}

/** Where the pages of keys of a mode come from, and whose turn it is. */
type Access = Required<Pick<RetrieverOptions, 'source' | 'turns' | 'renderTurns'>>

/** The pages of live keys, and the simulated ones of sandbox keys. */
export interface Pages {
  readonly live: Access
  readonly test: Access
  /** It starts with the first page that it renders, or before. Absent: null, none is configured. */
  readonly browser: PageBrowser | null
  /** Sessions of visitors that the pages of live keys come in. */
  readonly sessions: Pick<SessionSource, 'counts' | 'kept'>
  /** The proxies of the settings. */
  readonly proxies: Pick<Proxies, 'states'>
  readonly close: () => Promise<void>
}

/** What pages are opened with. */
export interface PagesSettings extends SourceSettings, TurnSettings {
  readonly sessions: SessionSettings
}

/** Pages that sandbox keys render at the same time, in each lane: they must not take the browser from those who pay. */
const SANDBOX_PAGES = 1

/**
 * Opens the source of the settings and, if there is one, the browser that renders its pages.
 *
 * Rejects: as `loadSource` does; with a `MissingPackageError`, for a browser without Playwright.
 */
export async function openPages(settings: PagesSettings, options: PagesOptions = {}): Promise<Pages> {
  const { source: own, openPace, onProblem = () => undefined } = options
  const proxies = new Proxies(settings.proxies, { onProblem: options.onProxyProblem })
  const source = withSessions(own === undefined ? await openSource(settings, proxies) : guardSource(own), {
    settings: settings.sessions,
    profiles: headerProfiles(settings.browserVersions),
    ...options.sessions,
  })
  const turns = openTurns(settings, openPace)
  const sandbox = sandboxSource({ epochMs: options.sessions?.epochMs })
  if (settings.browser === null) {
    const test = { source: sandbox, turns: FREE_TURNS, renderTurns: FREE_TURNS }
    const live = { source, turns, renderTurns: turns }
    return { live, test, browser: null, sessions: source, proxies, close: () => source.close() }
  }
  const isOffline = settings.source === 'sandbox' || settings.source === 'directory'
  const resources = isOffline ? null : openResourceLoader({ ...settings, proxies })
  const browser = await openBrowser({ settings: settings.browser, onProblem })
  const rendersAll = settings.source === 'browser'
  const renderTurns = inOrder(toQueue(settings.browser.pages), turns)
  return {
    live: {
      source: withBrowser(source, { browser, resources, rendersAll }),
      turns: rendersAll ? renderTurns : turns,
      renderTurns,
    },
    test: {
      source: withBrowser(sandbox, { browser, resources: null, rendersAll: false }),
      turns: FREE_TURNS,
      renderTurns: inOrder(toQueue(SANDBOX_PAGES), FREE_TURNS),
    },
    browser,
    sessions: source,
    proxies,
    close: async () => {
      await Promise.all([source.close(), browser.close(), resources?.close()])
    },
  }
}

/** Requests and batches have pages of their own. */
function toQueue(pages: number): FairQueue {
  return new FairQueue({ limits: { requests: pages, batches: pages } })
}
