import {
  moveRow,
  withPath,
  type Absence,
  type Attempt,
  type Issue,
  type PageRest,
  type Provenance,
} from '../../core/index.ts'
import type { FailedRetrieval, Retrieval, RetrievedRecord } from './retriever.ts'
import type { EarlierPage } from './source/page-source.ts'
import { addToRecord, type Additions } from '../pages/pool/serialize-extraction.ts'

/** What a page loads later, and the page as its source gave it. */
interface Loading {
  /** Absent: null, nothing. */
  readonly rest: PageRest | null
  readonly earlier: EarlierPage
}

/** A page of a record, whose picture and provenance are not part of its JSON yet. They are absent unless the request asks for them. */
export type RetrievedPage = RetrievedRecord & Additions & Loading

/** How the retrieval of one page ended. */
export type PageRetrieval = RetrievedPage | FailedRetrieval

/** The retrieval with everything in its record that was requested. */
export function toRetrieval(retrieval: PageRetrieval): Retrieval {
  if ('error' in retrieval) return retrieval
  const { screenshot, provenanceJson, json, rest: _, earlier: __, ...facts } = retrieval
  return { ...facts, json: addToRecord(json, { screenshot, provenanceJson }) }
}

/** One of several pages of a record. */
interface NumberedPage {
  readonly retrieval: Pick<RetrievedPage, 'winners' | 'provenanceJson'>
  /** Path of a field of the page, in the record of all pages. Absent: null, the record has another value there. */
  readonly place: (path: string) => string | null
}

/** Places the rows of a page after those of the pages before it. */
export function placeAfter(earlierRows: number): NumberedPage['place'] {
  return (path) => moveRow(path, earlierRows)
}

/** Winners of all pages. The rows of each are numbered as the record of all numbers them. */
export function combineWinners(pages: readonly NumberedPage[]): Record<string, string> {
  const winners: Record<string, string> = {}
  for (const { retrieval, place } of pages) {
    for (const [path, source] of Object.entries(retrieval.winners)) {
      const placed = place(path)
      if (placed !== null) winners[placed] = source
    }
  }
  return winners
}

/** Provenance of all pages as JSON, numbered as their winners. Absent: null, a page has none. */
export function combineProvenance(pages: readonly NumberedPage[]): string | null {
  const issues: Issue[] = []
  const attempts: Attempt[] = []
  const absences: Absence[] = []
  for (const { retrieval, place } of pages) {
    if (retrieval.provenanceJson === null) return null
    const own = JSON.parse(retrieval.provenanceJson) as Provenance
    const move = <Entry extends Issue | Attempt | Absence>(entry: Entry): Entry[] =>
      place(entry.field) === null ? [] : [withPath(entry, (field) => place(field) ?? field)]
    issues.push(...own.issues.flatMap(move))
    attempts.push(...(own.attempts ?? []).flatMap(move))
    absences.push(...(own.absences ?? []).flatMap(move))
  }
  const provenance: Provenance = { winners: combineWinners(pages), issues, attempts, absences }
  return JSON.stringify(provenance)
}
