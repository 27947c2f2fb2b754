import type { SearchParams } from '../../core/contract/index.ts'
import { combineSearchPages, type SearchResponse } from '../../core/index.ts'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { followSignal } from './follow-signal.ts'
import { retrievePage, toRenderRequest, type RetrievalDeps } from './retrieve-page.ts'
import {
  combineProvenance,
  combineWinners,
  toRetrieval,
  type PageRetrieval,
  type RetrievedPage,
} from './page-retrieval.ts'
import type { Retrieval } from './retriever.ts'

/** Pages of a search that are fetched at the same time. */
const PAGES_AT_A_TIME = 3

/**
 * Retrieves the pages of a search, a few at a time, and reads them in order, until one has no cards. A
 * page that fails fails the search, unless the search ends before it.
 */
export async function retrieveSearch(
  params: SearchParams,
  deps: RetrievalDeps,
  caller: AbortSignal,
  workspaceId: string,
): Promise<Retrieval> {
  const { pages } = params
  const { own, unfollow } = followSignal(caller)
  const beginPage = createPageRetriever(params, deps, own.signal, workspaceId)
  const begun: Promise<PageRetrieval>[] = []
  const read: SearchPage[] = []
  let attempts = 0
  let earlierCards = 0
  try {
    for (let index = 0; index < pages; index++) {
      while (begun.length < Math.min(pages, index + PAGES_AT_A_TIME)) begun.push(beginPage(begun.length))
      const retrieval = (await begun[index]) as PageRetrieval
      attempts += retrieval.attempts
      if ('error' in retrieval || pages === 1) return toRetrieval({ ...retrieval, attempts })
      const response = JSON.parse(retrieval.json) as SearchResponse
      if (response.products.length === 0 && index > 0)
        return toRetrieval({ ...combinePages(read), attempts, hasMore: false })
      read.push({ retrieval, response, earlierCards })
      earlierCards += response.products.length
      if (response.products.length === 0) break
    }
    return toRetrieval({ ...combinePages(read), attempts })
  } finally {
    // Pages after the end of the search are not needed.
    own.abort()
    unfollow()
  }
}

/** A function that begins the retrieval of a page, by its index in the search. */
function createPageRetriever(
  params: SearchParams,
  deps: RetrievalDeps,
  signal: AbortSignal,
  workspaceId: string,
): (index: number) => Promise<PageRetrieval> {
  const { start_page, pages, language, add_html, explain, timeout } = params
  const { domain, host } = requireMarketplace(params.domain)
  const { limits, monotonicMs } = deps
  const longestMs = pages === 1 ? limits.totalMs : limits.searchMs
  const endMs = monotonicMs() + (timeout === null ? longestMs : timeout * 1000)
  return (index) => {
    const searchPage = start_page + index
    const url = searchPageUrl(host, params, searchPage)
    const request = { kind: 'search', domain, url, language, render: toRenderRequest(params) } as const
    const extraction = { searchPage, addHtml: add_html && pages === 1, explain }
    const totalMs = Math.min(limits.totalMs, endMs - monotonicMs())
    const retrieval = retrievePage({ request, extraction, workspaceId, totalMs }, deps, signal)
    // A page after the end of the search has no reader who could learn of its failure.
    retrieval.catch(() => undefined)
    return retrieval
  }
}

interface SearchPage {
  readonly retrieval: RetrievedPage
  /** Cards of the pages before it. */
  readonly earlierCards: number
  /** What `retrieval.json` holds. */
  readonly response: SearchResponse
}

/** `pages`: at least one. */
function combinePages(pages: readonly SearchPage[]): RetrievedPage {
  const json = JSON.stringify(combineSearchPages(pages.map(({ response }) => response)))
  const [first, last] = [pages[0], pages.at(-1)] as [SearchPage, SearchPage]
  const { fetchedAtMs } = first.retrieval
  const provenance = { winners: combineWinners(pages), provenanceJson: combineProvenance(pages) }
  return { ...last.retrieval, ...provenance, screenshot: null, fetchedAtMs, pages: pages.length, json }
}

/** Values of the query parameter `s`. Absent: null, the marketplace's default order. */
const SORTS: Readonly<Record<SearchParams['sort_by'], string | null>> = {
  best_match: null,
  price_asc: 'price-asc-rank',
  price_desc: 'price-desc-rank',
  avg_customer_review: 'review-rank',
  newest: 'date-desc-rank',
}

/** URL of one page of a search, in a language. */
function searchPageUrl(host: string, { query, sort_by, language }: SearchParams, page: number): string {
  const parameters = new URLSearchParams({ k: query })
  if (language !== null) parameters.set('language', language)
  if (page > 1) parameters.set('page', String(page))
  const sort = SORTS[sort_by]
  if (sort !== null) parameters.set('s', sort)
  return `https://${host}/s?${parameters.toString()}`
}
