import { reasonsOf, type LocationDetails, type Reason, type RetrievalError } from '../../core/contract/index.ts'
import { findRecordOf, requireRecord, type PageKind, type Place, type RecordName } from '../../core/index.ts'
import { site } from '../../selectors/index.ts'
import type { PlaceProof } from './prove-place.ts'
import { RetrieverBusyError } from './retriever.ts'
import { SourceError, type PageSession, type SourceErrorCode } from './source/page-source.ts'
import { BodyError } from '../pages/body-error.ts'
import { ExtractionError } from '../pages/pool/page-extractor.ts'
import type { SerializedExtraction } from '../pages/pool/serialize-extraction.ts'

/** Why an attempt gave no record. */
export interface AttemptFailure {
  /** Error that the retrieval ends with, when no further attempt is made. */
  readonly error: RetrievalError
  /** Attempts that may end like this. 1: no further attempt is made. `Infinity`: as many as the retriever makes. */
  readonly maxAttempts: number
  /** What happened, for the log. */
  readonly reason: string
  /** The same for the caller. */
  readonly reasonCode: Reason
  /** What was fetched, for statistics: the kind of the page, `cut`, `incomplete`, or the code of the error. */
  readonly outcome: string
  /** Shortest pause before the next attempt. Unit: ms. Absent: null, that of the retriever. */
  readonly retryAfterMs: number | null
  /** The place that was asked for, and the one that the page shows. Absent: null, the page failed for another reason. */
  readonly details: LocationDetails | null
}

type Verdict = Pick<AttemptFailure, 'error' | 'maxAttempts' | 'reasonCode'>

/** Another attempt may help, as often as the retriever makes one. */
const retry = (error: RetrievalError, reasonCode: Reason): Verdict => ({ error, reasonCode, maxAttempts: Infinity })
/** The page arrived, and can't be read, or not whole. Pages are sometimes incomplete, so it is fetched once more. */
const retryOnce = (error: RetrievalError, reasonCode: Reason): Verdict => ({ error, reasonCode, maxAttempts: 2 })
/** Another attempt gives the same page. */
const giveUp = (error: RetrievalError, reasonCode: Reason): Verdict => ({ error, reasonCode, maxAttempts: 1 })

/** The page should have had the record, or is a page that comes in its place at random. */
const UNREAD = retryOnce('extraction_failed', 'unreadable')
/** The page is shown whole to other sessions. The retriever tries a fresh one, three times. */
const MAX_WITHHELD = 4
/** The marketplace says on the page that a part of it is missing. */
const INCOMPLETE = retryOnce('extraction_failed', 'incomplete')
const CUT = retryOnce('extraction_failed', 'cut')

/** Pages without a record. The rest are pages of the shop that are not about what was requested. */
const byKind: Readonly<Partial<Record<PageKind, Verdict>>> = {
  unknown: UNREAD,
  captcha: retry('target_unreachable', 'captcha'),
  challenge: retry('target_unreachable', 'challenge'),
  throttled: retry('target_unreachable', 'throttled'),
  sign_in: retry('target_unreachable', 'sign_in'),
  cookie_wall: retry('target_unreachable', 'cookie_wall'),
  age_gate: giveUp('target_unreachable', 'age_gate'),
  shell: retry('extraction_failed', 'shell'),
}

/** Pages of products and of results. They come in the place of others at random. */
const MAIN_KINDS: ReadonlySet<PageKind> = new Set(Object.values(site.pages.kinds))

/** Another page of the shop than was requested. */
const OTHER_PAGE = giveUp('generic_gallery_page', 'other_page')

const bySourceError: Readonly<Record<SourceErrorCode, Verdict>> = {
  timeout: retry('target_unreachable', 'timeout'),
  // The caller has left: the retrieval ends with its reason.
  aborted: retry('target_unreachable', 'timeout'),
  network: retry('target_unreachable', 'network'),
  proxy: retry('target_unreachable', 'network'),
  unreadable: retry('extraction_failed', 'unreadable'),
  cut: retry('extraction_failed', 'cut'),
  page_too_large: giveUp('extraction_failed', 'too_large'),
  too_many_redirects: retry('target_unreachable', 'redirect'),
  foreign_redirect: retry('target_unreachable', 'redirect'),
  busy: retry('target_unreachable', 'source_busy'),
  refused: giveUp('target_unreachable', 'source_refused'),
}

/** Why an extracted page is not the record that was requested. Absent: null, it is. */
export function judgePage(
  requested: RecordName,
  status: number,
  { kind, evidence, recordJson, isMismatch, isCut, isIncomplete, isWithheld, isUnconfirmed }: SerializedExtraction,
): AttemptFailure | null {
  const { errors, isMismatchRetried = false } = requireRecord(requested)
  const isRequested = findRecordOf(kind, requested) !== null
  const reason = `status ${status}, ${kind}: ${evidence}`
  // What a cut page lacks proves nothing. A refusal is one as soon as it is recognized.
  if (isCut && status < 400 && !(kind in byKind && kind !== 'unknown') && kind !== 'not_found') {
    return fail(CUT, `${reason}; the page is cut`, 'cut')
  }
  if (isMismatch) {
    const [cause = 'other_page'] = reasonsOf(errors.mismatch)
    const verdict = (isMismatchRetried ? retryOnce : giveUp)(errors.mismatch as RetrievalError, cause)
    return fail(verdict, `${reason}; ${cause.replace('_', ' ')} than requested`, errors.mismatch)
  }
  if (isIncomplete) return fail(INCOMPLETE, `${reason}; the shop failed to render a part of it`, 'incomplete')
  if (isUnconfirmed === true && errors.unconfirmed !== undefined) {
    const verdict = giveUp(errors.unconfirmed as RetrievalError, 'not_printed')
    return fail(verdict, `${reason}; the requested GTIN is not printed`, errors.unconfirmed)
  }
  if (isWithheld === true && errors.withheld !== undefined) {
    const verdict = {
      error: errors.withheld as RetrievalError,
      reasonCode: 'not_shown',
      maxAttempts: MAX_WITHHELD,
    } as const
    return fail(verdict, `${reason}; ${errors.withheld}`, errors.withheld)
  }
  if (isRequested && recordJson !== null) return null
  // An error status with an unknown page is a refusal.
  if (kind === 'unknown' && status >= 400) {
    return fail(retry('target_unreachable', status >= 500 ? 'server_error' : 'refused'), reason, kind)
  }
  if (kind === 'not_found') {
    const [cause = 'not_listed'] = reasonsOf(errors.notFound)
    return fail(giveUp(errors.notFound as RetrievalError, cause), reason, kind)
  }
  return fail(isRequested || MAIN_KINDS.has(kind) ? UNREAD : (byKind[kind] ?? OTHER_PAGE), reason, kind)
}

/** Why a page does not count as one of the place that was asked for. Absent: null, it does, or no place was. */
export function judgePlace(
  place: Place | undefined,
  { location }: Pick<SerializedExtraction, 'location'>,
  { by }: PlaceProof,
  session: Pick<PageSession, 'isPlaceRefused'> | undefined,
): AttemptFailure | null {
  if (place === undefined || by !== null) return null
  const { zip, city, shipTo: ship_to } = place
  const shown = location?.replaceAll('\n', ' ') ?? null
  const verdict = (session?.isPlaceRefused === true ? giveUp : retry)(
    'location_not_applied',
    shown === null ? 'no_place' : 'other_place',
  )
  const reason = `the page is for ${shown === null ? 'a place that it does not name' : `"${shown}"`}`
  return { ...fail(verdict, reason, 'other_place'), details: { asked: { zip, city, ship_to }, shown } }
}

/**
 * Why a page was not fetched or not extracted.
 *
 * Throws: a `RetrieverBusyError`, for a page that was not extracted because there was no thread in
 * time; the error itself, when it is not a `SourceError`, a `BodyError` or an `ExtractionError`.
 */
export function judgeError(error: unknown): AttemptFailure {
  if (error instanceof SourceError) {
    const { code, message, retryAfterMs } = error
    return fail(bySourceError[code], `${code}: ${message}`, code, retryAfterMs)
  }
  if (error instanceof BodyError) return fail(bySourceError[error.code], `${error.code}: ${error.message}`, error.code)
  if (error instanceof ExtractionError) {
    if (error.code === 'busy' || error.code === 'aborted') throw new RetrieverBusyError(error.message)
    const reason = error.code === 'failed' ? 'unreadable' : 'too_complex'
    return fail(giveUp('extraction_failed', reason), `${error.code}: ${error.message}`, error.code)
  }
  throw error
}

function fail(verdict: Verdict, reason: string, outcome: string, retryAfterMs: number | null = null): AttemptFailure {
  return { ...verdict, reason, outcome, retryAfterMs, details: null }
}
