import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductParams } from '../../core/contract/index.ts'
import { productUrl, type Marketplace } from '../../core/index.ts'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { toRetrieval } from './page-retrieval.ts'
import { retrievePage, toRenderRequest, type RetrievalDeps, type RetrievalLimits } from './retrieve-page.ts'
import type { Retrieval, Retriever } from './retriever.ts'
import { retrieveSearch } from './retrieve-search.ts'
import { FREE_TURNS } from './turns/index.ts'

/** Clocks, pauses and randomness are real, turns are free, rendering needs no other ones, and the lane is that of requests, unless they are given. */
export interface RetrieverOptions
  extends
    Pick<RetrievalDeps, 'source' | 'extractor'>,
    Partial<
      Pick<
        RetrievalDeps,
        'turns' | 'renderTurns' | 'lane' | 'random' | 'monotonicMs' | 'epochMs' | 'pause' | 'onAttempt'
      >
    > {
  readonly limits?: Partial<RetrievalLimits> | undefined
}

const DEFAULT_LIMITS: RetrievalLimits = { attempts: 4, totalMs: 45_000, searchMs: 60_000, pauseMs: 500 }

/**
 * Creates a retriever: it fetches pages from a source, extracts them, and tries
 * again when another attempt may help.
 */
export function createRetriever({ limits, ...options }: RetrieverOptions): Retriever {
  const { turns = FREE_TURNS } = options
  const deps: RetrievalDeps = {
    turns,
    renderTurns: turns,
    lane: 'requests',
    random: Math.random,
    monotonicMs: () => performance.now(),
    epochMs: () => Date.now(),
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
    onAttempt: () => undefined,
    ...options,
    limits: { ...DEFAULT_LIMITS, ...limits },
  }
  return {
    product: async (params, signal, workspaceId = '') => await retrieveProduct(params, deps, signal, workspaceId),
    search: async (params, signal, workspaceId = '') => await retrieveSearch(params, deps, signal, workspaceId),
  }
}

async function retrieveProduct(
  params: ProductParams,
  deps: RetrievalDeps,
  signal: AbortSignal,
  workspaceId: string,
): Promise<Retrieval> {
  const { query: asin, language, add_html: addHtml, explain, timeout } = params
  const marketplace = requireMarketplace(params.domain)
  const { domain } = marketplace
  const url = productPageUrl(marketplace, params)
  const request = { kind: 'product', domain, url, language, render: toRenderRequest(params) } as const
  const totalMs = timeout === null ? undefined : timeout * 1000
  const extraction = { asin, addHtml, explain }
  return toRetrieval(await retrievePage({ request, extraction, workspaceId, totalMs }, deps, signal))
}

/** URL of a product page: of exactly this child of its variation family, in a language. */
function productPageUrl(marketplace: Marketplace, { query, language }: ProductParams): string {
  const url = `${productUrl(marketplace, query)}?th=1&psc=1`
  return language === null ? url : `${url}&language=${language}`
}
