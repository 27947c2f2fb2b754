import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductParams, SearchParams } from '../../core/contract/index.ts'
import { combineSearchPages, productUrl, type Marketplace, type SearchResponse } from '../../core/index.ts'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { retrievePage, type RetrievalDeps, type RetrievalLimits } from './retrieve-page.ts'
import type { Retrieval, RetrievedRecord, Retriever } from './retriever.ts'

/** Clock, pauses and randomness are real unless they are given. */
export interface RetrieverOptions
  extends Pick<RetrievalDeps, 'source' | 'extractor'>, Partial<Pick<RetrievalDeps, 'random' | 'now' | 'pause'>> {
  readonly limits?: Partial<RetrievalLimits> | undefined
}

const DEFAULT_LIMITS: RetrievalLimits = { attempts: 4, totalMs: 45_000, pauseMs: 500 }

/**
 * Creates a retriever: it fetches pages from a source, extracts them, and tries
 * again when another attempt may help.
 *
 * The limits hold for each page. The pages of a search are fetched one after the
 * other, so that a search of n pages may take n times as long.
 */
export function createRetriever({ limits, ...options }: RetrieverOptions): Retriever {
  const deps: RetrievalDeps = {
    random: Math.random,
    now: () => performance.now(),
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
    ...options,
    limits: { ...DEFAULT_LIMITS, ...limits },
  }
  return {
    product: async (params, signal) => await retrieveProduct(params, deps, signal),
    search: async (params, signal) => await retrieveSearch(params, deps, signal),
  }
}

async function retrieveProduct(params: ProductParams, deps: RetrievalDeps, signal: AbortSignal): Promise<Retrieval> {
  const { query: asin, language, add_html: addHtml } = params
  const marketplace = requireMarketplace(params.domain)
  const { domain } = marketplace
  const url = productPageUrl(marketplace, params)
  const request = { kind: 'product', domain, url, language } as const
  return await retrievePage({ request, extraction: { asin, addHtml } }, deps, signal)
}

/** Retrieves pages in order, until one has no cards. A page that fails fails the search. */
async function retrieveSearch(params: SearchParams, deps: RetrievalDeps, signal: AbortSignal): Promise<Retrieval> {
  const { start_page, pages, add_html } = params
  const { domain, host } = requireMarketplace(params.domain)
  const retrieved: SearchPage[] = []
  let attempts = 0
  for (let searchPage = start_page; ; searchPage++) {
    const request = { kind: 'search', domain, url: searchPageUrl(host, params, searchPage), language: null } as const
    const extraction = { searchPage, addHtml: add_html && pages === 1 }
    const retrieval = await retrievePage({ request, extraction }, deps, signal)
    attempts += retrieval.attempts
    if ('error' in retrieval || pages === 1) return { ...retrieval, attempts }
    const response = JSON.parse(retrieval.json) as SearchResponse
    retrieved.push({ retrieval, response })
    if (response.products.length > 0 && retrieved.length < pages) continue
    return retrieved.length === 1 ? { ...retrieval, attempts } : { ...retrieval, ...combinePages(retrieved), attempts }
  }
}

interface SearchPage {
  readonly retrieval: RetrievedRecord
  /** What `retrieval.json` holds. */
  readonly response: SearchResponse
}

function combinePages(pages: readonly SearchPage[]): Pick<RetrievedRecord, 'pages' | 'json' | 'winners'> {
  const json = JSON.stringify(combineSearchPages(pages.map(({ response }) => response)))
  return { pages: pages.length, json, winners: combineWinners(pages) }
}

const CARD = /^products\[(\d+)\]/

/** Numbers the cards of later pages after those of earlier ones. */
function combineWinners(pages: readonly SearchPage[]): Record<string, string> {
  const winners: Record<string, string> = {}
  let earlierCards = 0
  for (const { retrieval, response } of pages) {
    for (const [field, selector] of Object.entries(retrieval.winners)) {
      winners[field.replace(CARD, (_, index: string) => `products[${Number(index) + earlierCards}]`)] = selector
    }
    earlierCards += response.products.length
  }
  return winners
}

/** URL of a product page: of exactly this child of its variation family, in a language. */
function productPageUrl(marketplace: Marketplace, { query, language }: ProductParams): string {
  const url = `${productUrl(marketplace, query)}?th=1&psc=1`
  return language === null ? url : `${url}&language=${language}`
}

/** Values of the query parameter `s`. Absent: null, the marketplace's default order. */
const SORTS: Readonly<Record<SearchParams['sort_by'], string | null>> = {
  best_match: null,
  price_asc: 'price-asc-rank',
  price_desc: 'price-desc-rank',
  avg_customer_review: 'review-rank',
  newest: 'date-desc-rank',
}

/** URL of one page of a search. */
function searchPageUrl(host: string, { query, sort_by }: SearchParams, page: number): string {
  const parameters = new URLSearchParams({ k: query })
  if (page > 1) parameters.set('page', String(page))
  const sort = SORTS[sort_by]
  if (sort !== null) parameters.set('s', sort)
  return `https://${host}/s?${parameters.toString()}`
}
