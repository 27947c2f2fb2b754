import type { PageKind } from '../../core/index.ts'
import { RetrieverBusyError, type RetrievalError } from './retriever.ts'
import { SourceError, type SourceErrorCode } from './source/index.ts'
import { ExtractionError, type SerializedExtraction } from './threads/index.ts'

/** Why an attempt gave no record. */
export interface AttemptFailure {
  /** Error that the retrieval ends with, when no further attempt is made. */
  readonly error: RetrievalError
  /** Attempts that may end like this. 1: no further attempt is made. `Infinity`: as many as the retriever makes. */
  readonly maxAttempts: number
  /** What happened, for the log. */
  readonly reason: string
  /** What was fetched, for statistics: the kind of the page, or the code of the error. */
  readonly outcome: string
  /** Shortest pause before the next attempt. Unit: ms. Absent: null, that of the retriever. */
  readonly retryAfterMs: number | null
}

type Verdict = Pick<AttemptFailure, 'error' | 'maxAttempts'>

/** Another attempt may help, as often as the retriever makes one. */
const retry = (error: RetrievalError): Verdict => ({ error, maxAttempts: Infinity })
/** The page arrived whole, and can't be read. Pages are sometimes incomplete, so it is fetched once more. */
const retryOnce = (error: RetrievalError): Verdict => ({ error, maxAttempts: 2 })
/** Another attempt gives the same page. */
const giveUp = (error: RetrievalError): Verdict => ({ error, maxAttempts: 1 })

/** Pages that give no record, by their kind. */
const byKind: Readonly<Record<PageKind, Verdict>> = {
  product: retryOnce('extraction_failed'),
  search: retryOnce('extraction_failed'),
  no_results: retryOnce('extraction_failed'),
  not_found: giveUp('product_not_found'),
  captcha: retry('target_unreachable'),
  challenge: retry('target_unreachable'),
  throttled: retry('target_unreachable'),
  sign_in: retry('target_unreachable'),
  reviews: giveUp('generic_gallery_page'),
  offers: giveUp('generic_gallery_page'),
  best_sellers: giveUp('generic_gallery_page'),
  list: giveUp('generic_gallery_page'),
  seller: giveUp('generic_gallery_page'),
  home: giveUp('generic_gallery_page'),
  tracking: giveUp('generic_gallery_page'),
  gallery: giveUp('generic_gallery_page'),
  unknown: retryOnce('extraction_failed'),
}

const bySourceError: Readonly<Record<SourceErrorCode, Verdict>> = {
  timeout: retry('target_unreachable'),
  aborted: retry('target_unreachable'),
  network: retry('target_unreachable'),
  unreadable: retry('extraction_failed'),
  page_too_large: giveUp('extraction_failed'),
  too_many_redirects: retry('target_unreachable'),
  foreign_redirect: retry('target_unreachable'),
  busy: retry('target_unreachable'),
  refused: giveUp('target_unreachable'),
}

/** Why an extracted page is not the record that was requested. Absent: null, it is. */
export function judgePage(
  requested: 'product' | 'search',
  status: number,
  { kind, evidence, recordJson, isMismatch }: SerializedExtraction,
): AttemptFailure | null {
  const isRequested = kind === requested || (requested === 'search' && kind === 'no_results')
  const reason = `status ${status}, ${kind}: ${evidence}`
  if (isMismatch) return fail(giveUp('asin_mismatch'), `${reason}; another product`, 'asin_mismatch')
  if (isRequested && recordJson !== null) return null
  // An error status with an unknown page is a refusal.
  return fail(kind === 'unknown' && status >= 400 ? retry('target_unreachable') : byKind[kind], reason, kind)
}

/**
 * Why a page was not fetched or not extracted.
 *
 * Throws: a `RetrieverBusyError`, for a page that was not extracted because there was no thread in
 * time; the error itself, when it is neither a `SourceError` nor an `ExtractionError`.
 */
export function judgeError(error: unknown): AttemptFailure {
  if (error instanceof SourceError) {
    const { code, message, retryAfterMs } = error
    return fail(bySourceError[code], `${code}: ${message}`, code, retryAfterMs)
  }
  if (error instanceof ExtractionError) {
    if (error.code === 'busy' || error.code === 'aborted') throw new RetrieverBusyError(error.message)
    return fail(giveUp('extraction_failed'), `${error.code}: ${error.message}`, error.code)
  }
  throw error
}

function fail(verdict: Verdict, reason: string, outcome: string, retryAfterMs: number | null = null): AttemptFailure {
  return { ...verdict, reason, outcome, retryAfterMs }
}
