import { openBrowser, openResourceLoader, withBrowser, type PageBrowser } from './browser/index.ts'
import type { RetrieverOptions } from './create-retriever.ts'
import { guardSource, openSource, sandboxSource, type PageSource, type SourceSettings } from './source/index.ts'
import { FairQueue, FREE_TURNS, inOrder, openTurns, type OpenPace, type TurnSettings } from './turns/index.ts'

export interface PagesOptions {
  /** Where live keys get their pages from. Default: as the settings say. */
  readonly source?: PageSource | undefined
  /** Opens paces that other processes share. Default: they are not shared. */
  readonly openPace?: OpenPace | undefined
  /** Called when the browser can't be reached, and when it can be reached again: null then. */
  readonly onProblem?: ((problem: string | null) => void) | undefined
}

/** Where the pages of keys of a mode come from, and whose turn it is. */
type Access = Required<Pick<RetrieverOptions, 'source' | 'turns' | 'renderTurns'>>

/** The pages of live keys, and the simulated ones of sandbox keys. */
export interface Pages {
  readonly live: Access
  readonly test: Access
  /** It starts with the first page that it renders, or before. Absent: null, none is configured. */
  readonly browser: PageBrowser | null
  readonly close: () => Promise<void>
}

/** Pages that sandbox keys render at the same time, in each lane: they must not take the browser from those who pay. */
const SANDBOX_PAGES = 1

/**
 * Opens the source of the settings and, if there is one, the browser that renders its pages.
 *
 * Rejects: as `loadSource` does; with a `MissingPackageError`, for a browser without Playwright.
 */
export async function openPages(settings: SourceSettings & TurnSettings, options: PagesOptions = {}): Promise<Pages> {
  const { source: own, openPace, onProblem = () => undefined } = options
  const source = own === undefined ? await openSource(settings) : guardSource(own)
  const turns = openTurns(settings, openPace)
  const sandbox = sandboxSource()
  if (settings.browser === null) {
    const test = { source: sandbox, turns: FREE_TURNS, renderTurns: FREE_TURNS }
    return { live: { source, turns, renderTurns: turns }, test, browser: null, close: () => source.close() }
  }
  const isOffline = settings.source === 'sandbox' || settings.source === 'directory'
  const resources = isOffline ? null : openResourceLoader(settings)
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
    close: async () => {
      await Promise.all([source.close(), browser.close(), resources?.close()])
    },
  }
}

/** Requests and batches have pages of their own. */
function toQueue(pages: number): FairQueue {
  return new FairQueue({ limits: { requests: pages, batches: pages } })
}
