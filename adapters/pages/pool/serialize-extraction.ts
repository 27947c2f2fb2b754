import type { PageKind, PageRest } from '../../../core/index.ts'
import type { NamedExtraction, PageExtraction } from '../extract-page.ts'

/**
 * A `PageExtraction` with its large parts as JSON text. Text passes from thread to
 * thread faster than objects do, and most records are sent on as they are.
 */
export interface SerializedExtraction {
  readonly kind: PageKind
  /** What decided the kind, for a person. */
  readonly evidence: string
  /** As in a `PageExtraction`. */
  readonly location: string | null
  /** As in a `PageExtraction`. */
  readonly domain: string | null
  /** Absent: null, the page is of another kind, or lacks what a record needs. */
  readonly recordJson: string | null
  /** Field to selector. */
  readonly winnersJson: string
  /** List of `Issue`. */
  readonly issuesJson: string
  /** List of `Attempt`. Absent: null, unless the page was extracted with `explain`. */
  readonly attemptsJson: string | null
  /** List of `Absence`. Absent: null, as `attemptsJson`. */
  readonly absencesJson: string | null
  /** As in an `Extraction`. */
  readonly rowElements: readonly number[] | null
  /** As in an `Extraction`. */
  readonly hasMore: boolean | null
  /** As in an `Extraction`. */
  readonly isMismatch: boolean
  /** As in an `Extraction`. */
  readonly isIncomplete: boolean
  /** As in an `Extraction`. */
  readonly isCut: boolean
  /** As in an `Extraction`. */
  readonly isWithheld?: boolean
  /** As in an `Extraction`. */
  readonly isUnconfirmed?: boolean
  /** As in an `Extraction`. */
  readonly hasReviews?: boolean | null
  /** As in an `Extraction`. */
  readonly rest?: PageRest | null | undefined
}

/** `fields`: those that the record keeps; null, all. */
export function serializeExtraction(
  page: PageExtraction | NamedExtraction,
  fields: readonly string[] | null = null,
): SerializedExtraction {
  const { record, winners, issues, attempts, absences, ...facts } = page
  return {
    ...facts,
    recordJson: record === null ? null : JSON.stringify(selectFields(record, fields)),
    winnersJson: JSON.stringify(winners),
    issuesJson: JSON.stringify(issues),
    attemptsJson: attempts === null ? null : JSON.stringify(attempts),
    absencesJson: absences === null ? null : JSON.stringify(absences),
  }
}

/** A record with some of its fields, in their order. `fields`: null, all. */
export function selectFields(record: object, fields: readonly string[] | null): object {
  if (fields === null) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)))
}

/** The extraction that was serialized. */
export function parseExtraction(serialized: SerializedExtraction): PageExtraction {
  const { recordJson, winnersJson, issuesJson, attemptsJson, absencesJson, ...facts } = serialized
  return {
    ...facts,
    record: recordJson === null ? null : (JSON.parse(recordJson) as unknown),
    winners: JSON.parse(winnersJson) as unknown,
    issues: JSON.parse(issuesJson) as unknown,
    attempts: attemptsJson === null ? null : (JSON.parse(attemptsJson) as unknown),
    absences: absencesJson === null ? null : (JSON.parse(absencesJson) as unknown),
  } as PageExtraction
}

/** A `Provenance` as JSON. */
export function printProvenance({ winnersJson, issuesJson, attemptsJson, absencesJson }: SerializedExtraction): string {
  const explained = `"attempts":${attemptsJson ?? 'null'},"absences":${absencesJson ?? 'null'}`
  return `{"winners":${winnersJson},"issues":${issuesJson},${explained}}`
}

/** What can be added to a record at its end. Absent: null, nothing. */
export interface Additions {
  /** Picture of the rendered page: PNG in base64. */
  readonly screenshot: string | null
  /** `Provenance` as JSON. */
  readonly provenanceJson: string | null
}

/** A record as JSON, with what was asked for besides. Most records are sent on as they are. */
export function addToRecord(recordJson: string, { screenshot, provenanceJson }: Additions): string {
  if (screenshot === null && provenanceJson === null) return recordJson
  return JSON.stringify({
    ...(JSON.parse(recordJson) as object),
    ...(screenshot === null ? {} : { screenshot }),
    ...(provenanceJson === null ? {} : { provenance: JSON.parse(provenanceJson) as unknown }),
  })
}
