import { isAsinMismatch, ShelfmarkError } from '../../core/index.ts'
import { extractPage, type PageExtraction } from '../pages/extract-page.ts'
import type { Extraction, ExtractionRequest } from './extraction.ts'

/** A page, and what is known of it: what a thread is sent. */
export interface PageTask {
  readonly bytes: Uint8Array
  readonly request: ExtractionRequest
}

/** What a thread sends back. */
export type PageResult = Extraction | { readonly limit: string }

/** Reads a page. One beyond a limit of the parser is a result: errors lose their code between threads. */
export function readPage({ bytes, request }: PageTask): PageResult {
  try {
    return toExtraction(extractPage(bytes, request), request.asin)
  } catch (error) {
    if (error instanceof ShelfmarkError && error.code.startsWith('page_')) return { limit: error.message }
    throw error
  }
}

function toExtraction(page: PageExtraction, asin: string | undefined): Extraction {
  const { kind, evidence, winners } = page
  const isProduct = page.kind === 'product' && page.record !== null
  const isSearch = (page.kind === 'search' || page.kind === 'no_results') && page.record !== null
  return {
    kind,
    evidence,
    recordJson: page.record === null ? null : JSON.stringify(page.record),
    isMismatch: isProduct && asin !== undefined && isAsinMismatch(page.record, asin),
    cards: isSearch ? page.record.products.length : 0,
    winnersJson: JSON.stringify(winners),
  }
}
