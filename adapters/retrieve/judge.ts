import type { PageKind } from '../../core/index.ts'
import { ExtractionError, type Extraction } from '../extract/extraction.ts'
import { SourceError, type SourceErrorCode } from '../source/page-source.ts'
import type { RetrievalError } from './retriever.ts'

/** What an attempt that gave no record means. */
export interface Setback {
  /** What the retrieval ends with, when this was its last attempt. */
  readonly error: RetrievalError
  /** How often it may happen before the retrieval ends: 1 is final. */
  readonly chances: number
  readonly reason: string
}

/** So often as there are attempts. */
const ALWAYS = Infinity
/** Read once more: pages come cut or half built, now and then. */
const ONCE_MORE = 2

type Meaning = Omit<Setback, 'reason'>

const refused: Meaning = { error: 'target_unreachable', chances: ALWAYS }
const unread: Meaning = { error: 'extraction_failed', chances: ONCE_MORE }
const unreadable: Meaning = { error: 'extraction_failed', chances: 1 }

/** Pages that hold no record. */
const ofKind: Readonly<Record<PageKind, Meaning>> = {
  product: unread,
  search: unread,
  no_results: unread,
  not_found: { error: 'product_not_found', chances: 1 },
  captcha: refused,
  challenge: refused,
  throttled: refused,
  sign_in: refused,
  gallery: { error: 'generic_gallery_page', chances: 1 },
  unknown: unread,
}

const ofSource: Readonly<Record<SourceErrorCode, Meaning>> = {
  timeout: refused,
  aborted: refused,
  network: refused,
  unreadable: { error: 'extraction_failed', chances: ALWAYS },
  page_too_large: unreadable,
  too_many_redirects: refused,
  foreign_redirect: refused,
}

/**
 * What is wrong with a page that was read. Absent: null, it holds the record
 * that was asked for.
 */
export function judgePage(wanted: 'product' | 'search', status: number, page: Extraction): Setback | null {
  const { kind, evidence, recordJson, isMismatch } = page
  const isWanted = kind === wanted || (wanted === 'search' && kind === 'no_results')
  const reason = `status ${status}, ${kind}: ${evidence}`
  if (isMismatch) return { error: 'asin_mismatch', chances: 1, reason: `${reason}; another product` }
  if (isWanted && recordJson !== null) return null
  // An error without an error page is a refusal: there was nothing to read.
  return { ...(kind === 'unknown' && status >= 400 ? refused : ofKind[kind]), reason }
}

/**
 * What it means that a page did not come, or was not read.
 *
 * Throws: the error itself when it is none of a source or of the extraction.
 */
export function judgeError(error: unknown): Setback {
  if (error instanceof SourceError) {
    return { ...ofSource[error.code], reason: `${error.code}: ${error.message}` }
  }
  if (error instanceof ExtractionError) return { ...unreadable, reason: `${error.code}: ${error.message}` }
  throw error
}
