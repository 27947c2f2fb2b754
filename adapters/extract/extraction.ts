import type { PageKind } from '../../core/index.ts'

/** What is known of a page before it is read. */
export interface ExtractionRequest {
  readonly domain: string
  /** ASIN that was asked for. Absent: undefined, the page is no product's. */
  readonly asin?: string | undefined
  /** Page of the search that was asked for. Absent: undefined, the page is no search's. */
  readonly searchPage?: number | undefined
  readonly status: number
  /** Address after redirects. */
  readonly url: string
  readonly contentType: string | undefined
  readonly addHtml: boolean
}

/**
 * What was read of a page. Records are JSON text: as text they cross from thread
 * to thread at once, and most of them are sent on as they are.
 */
export interface Extraction {
  readonly kind: PageKind
  /** What told the kind, for a person. */
  readonly evidence: string
  /** `Product` or `SearchResponse`. Absent: null, the page is neither, or lacks what makes a record. */
  readonly recordJson: string | null
  /** Whether the record is another product's than the one that was asked for. */
  readonly isMismatch: boolean
  /** Number of cards of a search page, else 0. */
  readonly cards: number
  /** Field to selector. */
  readonly winnersJson: string
}

/** Reads pages within limits. */
export interface PageExtractor {
  /**
   * Takes the bytes over: they may be empty afterwards.
   *
   * Rejects: with an `ExtractionError`.
   */
  extract(bytes: Uint8Array, request: ExtractionRequest, signal: AbortSignal): Promise<Extraction>
}

/**
 * - `busy`: too much waits already; try later.
 * - `aborted`: the caller's signal, or the pool was closed.
 * - `time_limit`, `memory_limit`: the page took more than one may.
 * - `page_limit`: the page is too large, too deep or too complex.
 * - `failed`: a mistake of ours.
 */
export type ExtractionErrorCode = 'busy' | 'aborted' | 'time_limit' | 'memory_limit' | 'page_limit' | 'failed'

/** Why a page was not read. */
export class ExtractionError extends Error {
  readonly code: ExtractionErrorCode

  constructor(code: ExtractionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExtractionError'
    this.code = code
  }
}
