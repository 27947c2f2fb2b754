import { isAsinMismatch, type PageKind } from '../../../core/index.ts'
import type { ExtractPageOptions, PageExtraction, ProductPage } from '../../pages/extract-page.ts'

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
  /** List of `Attempt`. Absent: null, unless the page was extracted with `explain`. */
  readonly attemptsJson: string | null
  /** ASIN that a product page says it was served for. Absent: null, as in a `ProductPage`, and for other pages. */
  readonly servedAsin: string | null
  /** Positions of the cards of a search page. Absent: null, as in a `SearchPage`, and for other pages. */
  readonly cards: readonly number[] | null
  /** Whether a search page offers a next one. Absent: null, it is no search page. */
  readonly hasMore: boolean | null
  /** Whether the record is of another product than the one that was requested. */
  readonly isMismatch: boolean
}

/** `options`: those that the page was extracted with. */
export function serializeExtraction(page: PageExtraction, { asin }: ExtractPageOptions): SerializedExtraction {
  const { kind, evidence, domain, record, winners, issues, attempts } = page
  return {
    kind,
    evidence,
    domain,
    recordJson: record === null ? null : JSON.stringify(record),
    winnersJson: JSON.stringify(winners),
    issuesJson: JSON.stringify(issues),
    attemptsJson: attempts === null ? null : JSON.stringify(attempts),
    servedAsin: 'servedAsin' in page ? page.servedAsin : null,
    cards: 'cards' in page ? page.cards : null,
    hasMore: 'hasMore' in page ? page.hasMore : null,
    isMismatch:
      page.kind === 'product' &&
      page.record !== null &&
      asin !== undefined &&
      isAsinMismatch(page.record, asin, page.servedAsin),
  }
}

/** The extraction that was serialized. */
export function parseExtraction(serialized: SerializedExtraction): PageExtraction {
  const { kind, evidence, domain, recordJson, winnersJson, issuesJson, attemptsJson, servedAsin, cards, hasMore } =
    serialized
  const shared = {
    kind,
    evidence,
    domain,
    record: recordJson === null ? null : (JSON.parse(recordJson) as unknown),
    winners: JSON.parse(winnersJson) as unknown,
    issues: JSON.parse(issuesJson) as unknown,
    attempts: attemptsJson === null ? null : (JSON.parse(attemptsJson) as unknown),
  }
  if (kind === 'product') return { ...shared, servedAsin } as ProductPage
  return (hasMore === null ? shared : { ...shared, cards, hasMore }) as PageExtraction
}

/** A `Provenance` as JSON. */
export function printProvenance({ winnersJson, issuesJson, attemptsJson }: SerializedExtraction): string {
  return `{"winners":${winnersJson},"issues":${issuesJson},"attempts":${attemptsJson ?? 'null'}}`
}

/** A record as JSON, with its provenance as its last member. `provenanceJson`: null for the record as it is. */
export function addProvenance(recordJson: string, provenanceJson: string | null): string {
  return addMember(recordJson, 'provenance', provenanceJson)
}

/** A record as JSON, with one more member at its end. `json`: its value; null for the record as it is. */
export function addMember(recordJson: string, name: string, json: string | null): string {
  return json === null ? recordJson : `${recordJson.slice(0, -1)},"${name}":${json}}`
}
