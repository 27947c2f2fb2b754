import type { SearchParams } from '../../core/contract/index.ts'
import type { SearchResponse } from '../../core/index.ts'
import type { Extraction } from '../extract/extraction.ts'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { productAddress, searchAddress } from './page-address.ts'
import { realPause, retrievePage, type Means, type PageOutcome, type RetrievalLimits } from './retrieve-page.ts'
import { retrievedPage, retrievedPages } from './retrieved.ts'
import type { Retrieval, Retriever } from './retriever.ts'

/** Clock and chance are real ones unless given. */
export interface RetrieverOptions
  extends Pick<Means, 'source' | 'extractor'>, Partial<Pick<Means, 'random' | 'now' | 'pause'>> {
  readonly limits?: Partial<RetrievalLimits> | undefined
}

const DEFAULT_LIMITS: RetrievalLimits = { attempts: 4, totalMs: 45_000, pauseMs: 500 }

/**
 * Retrieves pages of a source, reads them with an extractor, and tries again
 * where that may help.
 *
 * Limits hold for each page: a search of several pages, which are fetched one
 * after the other, may take as many times as long.
 */
export function createRetriever({ limits, ...options }: RetrieverOptions): Retriever {
  const means: Means = {
    random: Math.random,
    now: () => performance.now(),
    pause: realPause,
    ...options,
    limits: { ...DEFAULT_LIMITS, ...limits },
  }
  return {
    async product(params, signal) {
      const { query: asin, domain, language, add_html: addHtml } = params
      const { host } = requireMarketplace(domain)
      const url = productAddress(host, params)
      const wanted = { kind: 'product', domain, host, url, language, asin, addHtml } as const
      const outcome = await retrievePage(wanted, means, signal)
      if (!('page' in outcome)) return { ...outcome, pages: 0, winners: {} }
      const { page, ...facts } = outcome
      return retrievedPage(facts, page)
    },
    search: async (params, signal) => await retrieveSearch(params, means, signal),
  }
}

/** Pages in order, until one has no cards; the first that fails for good fails all. */
async function retrieveSearch(
  params: SearchParams,
  means: Means,
  signal: AbortSignal,
): Promise<Retrieval<SearchResponse>> {
  const { domain, start_page, pages, add_html } = params
  const { host } = requireMarketplace(domain)
  const retrieved: Extraction[] = []
  let attempts = 0
  for (let searchPage = start_page; ; searchPage++) {
    const url = searchAddress(host, params, searchPage)
    const addHtml = add_html && pages === 1
    const wanted = { kind: 'search', domain, host, url, language: null, searchPage, addHtml } as const
    const outcome: PageOutcome = await retrievePage(wanted, means, signal)
    attempts += outcome.attempts
    if (!('page' in outcome)) return { ...outcome, attempts, pages: 0, winners: {} }
    const { page, sourceStatus, resolvedUrl } = outcome
    retrieved.push(page)
    if (page.cards > 0 && retrieved.length < pages) continue
    const facts = { attempts, sourceStatus, resolvedUrl }
    return retrieved.length === 1 ? retrievedPage(facts, page) : retrievedPages(facts, retrieved)
  }
}
