import { isAsinMismatch, type PageKind } from '../../../core/index.ts'
import type { ExtractPageOptions, PageExtraction } from '../../pages/extract-page.ts'

/**
 * A `PageExtraction` with its large parts as JSON text. Text passes from thread to
 * thread faster than objects do, and most records are sent on as they are.
 */
export interface SerializedExtraction {
  readonly kind: PageKind
  /** What decided the kind, for a person. */
  readonly evidence: string
  /** Absent: null, the page names no marketplace and needs none. */
  readonly domain: string | null
  /** `Product` or `SearchResponse`. Absent: null, the page is of another kind, or lacks what a record needs. */
  readonly recordJson: string | null
  /** Field to selector. */
  readonly winnersJson: string
  /** List of `Issue`. */
  readonly issuesJson: string
  /** Whether a search page offers a next one. Absent: null, it is no search page. */
  readonly hasMore: boolean | null
  /** Whether the record is of another product than the one that was requested. */
  readonly isMismatch: boolean
}

/** `options`: those that the page was extracted with. */
export function serializeExtraction(page: PageExtraction, { asin }: ExtractPageOptions): SerializedExtraction {
  const { kind, evidence, domain, record, winners, issues } = page
  return {
    kind,
    evidence,
    domain,
    recordJson: record === null ? null : JSON.stringify(record),
    winnersJson: JSON.stringify(winners),
    issuesJson: JSON.stringify(issues),
    hasMore: 'hasMore' in page ? page.hasMore : null,
    isMismatch:
      page.kind === 'product' &&
      page.record !== null &&
      asin !== undefined &&
      isAsinMismatch(page.record, asin, page.servedAsin),
  }
}
