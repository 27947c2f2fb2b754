import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { createRetriever, type RetrieverOptions } from '../../adapters/fetch/create-retriever.ts'
import type { RecordRequest } from '../../adapters/fetch/parse-request.ts'
import type { Retrieval } from '../../adapters/fetch/retriever.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import type { PageRequest, PageSource } from '../../adapters/fetch/source/page-source.ts'
import { startExtractPool, type ExtractPool } from '../../adapters/pages/pool/extract-pool.ts'
import type { PageExtractor } from '../../adapters/pages/pool/page-extractor.ts'
import type { ParamsOf } from '../../core/contract/index.ts'
import { GENEROUS_MS } from './wait.ts'

// Started before the tests of the file that imports this one, and ended after them.
let pool: ExtractPool
before(async () => {
  pool = await startExtractPool({ threads: 2, timeLimitMs: GENEROUS_MS })
})
after(() => pool.close())

/** Threads without a short limit of time. */
export const extractor: PageExtractor = { extract: (...task) => pool.extract(...task) }

export const never: AbortSignal = new AbortController().signal

export const productRequest = (query: string, more: Partial<ParamsOf<'product'>> = {}): RecordRequest => ({
  record: 'product',
  params: {
    query,
    domain: 'de',
    language: null,
    zip: null,
    city: null,
    ship_to: null,
    add_html: false,
    explain: false,
    fields: null,
    timeout: null,
    render_js: false,
    screenshot: null,
    ...more,
  },
})

export const searchRequest = (query: string, more: Partial<ParamsOf<'search'>> = {}): RecordRequest => ({
  record: 'search',
  params: {
    query,
    domain: 'de',
    language: null,
    zip: null,
    city: null,
    ship_to: null,
    sort_by: 'best_match',
    start_page: 1,
    pages: 1,
    add_html: false,
    explain: false,
    fields: null,
    timeout: null,
    render_js: false,
    screenshot: null,
    ...more,
  },
})

/** A retriever of simulated pages whose pauses take no time. It records its requests and its pauses. */
export function makeRetriever(options: Partial<RetrieverOptions> = {}) {
  const pages = options.source ?? sandboxSource({ timeLimitMs: 50 })
  const requests: PageRequest[] = []
  const pauses: number[] = []
  let clock = 0
  const source: PageSource = {
    heedsPlace: pages.heedsPlace,
    fetch: async (request, signal) => {
      requests.push(request)
      return await pages.fetch(request, signal)
    },
    close: () => pages.close(),
  }
  const retriever = createRetriever({
    extractor,
    random: () => 0.5,
    monotonicMs: () => clock,
    pause: async (ms) => {
      pauses.push(ms)
      clock += ms
    },
    ...options,
    source,
  })
  return { retriever, requests, pauses }
}

export function outcomeOf(retrieval: Retrieval): string {
  return `${'error' in retrieval ? retrieval.error : 'ok'} ${retrieval.attempts} ${retrieval.sourceStatus}`
}

/** The record of a retrieval that must have succeeded. */
export function recordOf(retrieval: Retrieval, message?: string): unknown {
  assert.ok('json' in retrieval, message)
  return JSON.parse(retrieval.json)
}
