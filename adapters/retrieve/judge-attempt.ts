import type { RetrievalError } from '../../core/contract/index.ts'
import { findRecordOf, requireRecord, type PageKind, type RecordName } from '../../core/index.ts'
import { RetrieverBusyError } from './retriever.ts'
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
  /** What was fetched, for statistics: the kind of the page, `incomplete`, or the code of the error. */
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

/** The page should have had the record, or is a page that comes in its place at random. */
const UNREAD = retryOnce('extraction_failed')

/** Pages without a record. The rest are pages of the shop that are not about what was requested. */
const byKind: Readonly<Partial<Record<PageKind, Verdict>>> = {
  unknown: UNREAD,
  captcha: retry('target_unreachable'),
  challenge: retry('target_unreachable'),
  throttled: retry('target_unreachable'),
  sign_in: retry('target_unreachable'),
}

/** Another page of the shop than was requested. */
const OTHER_PAGE = giveUp('generic_gallery_page')

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
  requested: RecordName,
  status: number,
  { kind, evidence, recordJson, isMismatch, isIncomplete }: SerializedExtraction,
): AttemptFailure | null {
  const { errors, kinds } = requireRecord(requested)
  const isRequested = kinds.includes(kind)
  const reason = `status ${status}, ${kind}: ${evidence}`
  if (isMismatch) return fail(giveUp(errors.mismatch as RetrievalError), `${reason}; another product`, errors.mismatch)
  if (isIncomplete) return fail(UNREAD, `${reason}; the shop failed to render a part of it`, 'incomplete')
  if (isRequested && recordJson !== null) return null
  // An error status with an unknown page is a refusal.
  if (kind === 'unknown' && status >= 400) return fail(retry('target_unreachable'), reason, kind)
  if (kind === 'not_found') return fail(giveUp(errors.notFound as RetrievalError), reason, kind)
  return fail(findRecordOf(kind) === null ? (byKind[kind] ?? OTHER_PAGE) : UNREAD, reason, kind)
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
