import type { PageKind } from '../../core/index.ts'
import type { RetrievalError } from './retriever.ts'
import { SourceError, type SourceErrorCode } from './source/index.ts'
import { ExtractionError, type SerializedExtraction } from './threads/index.ts'

/** Why an attempt gave no record. */
export interface AttemptFailure {
  /** Error that the retrieval ends with, when no further attempt is made. */
  readonly error: RetrievalError
  /** Attempts that may end with this error. 1: no further attempt is made. `Infinity`: as many as the retriever makes. */
  readonly maxAttempts: number
  /** What happened, for the log. */
  readonly reason: string
}

type Verdict = Omit<AttemptFailure, 'reason'>

const refused: Verdict = { error: 'target_unreachable', maxAttempts: Infinity }
/** Pages are sometimes cut or incomplete, so the page is fetched once more. */
const incomplete: Verdict = { error: 'extraction_failed', maxAttempts: 2 }
const unreadable: Verdict = { error: 'extraction_failed', maxAttempts: 1 }

/** Pages that give no record, by their kind. */
const byKind: Readonly<Record<PageKind, Verdict>> = {
  product: incomplete,
  search: incomplete,
  no_results: incomplete,
  not_found: { error: 'product_not_found', maxAttempts: 1 },
  captcha: refused,
  challenge: refused,
  throttled: refused,
  sign_in: refused,
  gallery: { error: 'generic_gallery_page', maxAttempts: 1 },
  unknown: incomplete,
}

const bySourceError: Readonly<Record<SourceErrorCode, Verdict>> = {
  timeout: refused,
  aborted: refused,
  network: refused,
  unreadable: { error: 'extraction_failed', maxAttempts: Infinity },
  page_too_large: unreadable,
  too_many_redirects: refused,
  foreign_redirect: refused,
}

/** Why an extracted page is not the record that was requested. Absent: null, it is. */
export function judgePage(
  requested: 'product' | 'search',
  status: number,
  { kind, evidence, recordJson, isMismatch }: SerializedExtraction,
): AttemptFailure | null {
  const isRequested = kind === requested || (requested === 'search' && kind === 'no_results')
  const reason = `status ${status}, ${kind}: ${evidence}`
  if (isMismatch) return { error: 'asin_mismatch', maxAttempts: 1, reason: `${reason}; another product` }
  if (isRequested && recordJson !== null) return null
  // An error status with an unknown page is a refusal.
  return { ...(kind === 'unknown' && status >= 400 ? refused : byKind[kind]), reason }
}

/**
 * Why a page was not fetched or not extracted.
 *
 * Throws: the error itself, when it is neither a `SourceError` nor an `ExtractionError`.
 */
export function judgeError(error: unknown): AttemptFailure {
  if (error instanceof SourceError) {
    return { ...bySourceError[error.code], reason: `${error.code}: ${error.message}` }
  }
  if (error instanceof ExtractionError) return { ...unreadable, reason: `${error.code}: ${error.message}` }
  throw error
}
