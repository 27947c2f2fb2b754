import { combineSearchPages, type SearchResponse } from '../../core/index.ts'
import type { Extraction } from '../extract/extraction.ts'
import type { Retrieval, RetrievalFacts } from './retriever.ts'

type Facts = Pick<RetrievalFacts, 'attempts' | 'sourceStatus' | 'resolvedUrl'>

/** The record of one page: text until somebody asks for more. */
export function retrievedPage<T>(facts: Facts, { recordJson, winnersJson }: Extraction): Retrieval<T> {
  const json = recordJson ?? 'null'
  let data: T | undefined
  return {
    ...facts,
    pages: 1,
    json,
    get data() {
      data ??= JSON.parse(json) as T
      return data
    },
    get winners() {
      return JSON.parse(winnersJson) as Record<string, string>
    },
  }
}

/** The records of several search pages as one. */
export function retrievedPages(facts: Facts, pages: readonly Extraction[]): Retrieval<SearchResponse> {
  const data = combineSearchPages(pages.map(({ recordJson }) => JSON.parse(recordJson ?? 'null') as SearchResponse))
  let json: string | undefined
  return {
    ...facts,
    pages: pages.length,
    data,
    get json() {
      json ??= JSON.stringify(data)
      return json
    },
    get winners() {
      return combineWinners(pages)
    },
  }
}

const CARD = /^products\[(\d+)\]/

/** Cards of later pages are numbered behind those of earlier ones. */
function combineWinners(pages: readonly Extraction[]): Record<string, string> {
  const winners: Record<string, string> = {}
  let before = 0
  for (const { winnersJson, cards } of pages) {
    const own = JSON.parse(winnersJson) as Record<string, string>
    for (const [field, selector] of Object.entries(own)) {
      winners[field.replace(CARD, (_, index: string) => `products[${Number(index) + before}]`)] = selector
    }
    before += cards
  }
  return winners
}
