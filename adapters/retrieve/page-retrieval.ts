import { moveRow, type Attempt, type Issue, type Provenance } from '../../core/index.ts'
import type { FailedRetrieval, Retrieval, RetrievedRecord } from './retriever.ts'
import { addToRecord, type Additions } from './threads/index.ts'

/** A page of a record, whose picture and provenance are not part of its JSON yet. They are absent unless the request asks for them. */
export type RetrievedPage = RetrievedRecord & Additions

/** How the retrieval of one page ended. */
export type PageRetrieval = RetrievedPage | FailedRetrieval

/** The retrieval with everything in its record that was requested. */
export function toRetrieval(retrieval: PageRetrieval): Retrieval {
  if ('error' in retrieval) return retrieval
  const { screenshot, provenanceJson, json, ...facts } = retrieval
  return { ...facts, json: addToRecord(json, { screenshot, provenanceJson }) }
}

/** One of several pages of a record. */
interface NumberedPage {
  readonly retrieval: Pick<RetrievedPage, 'winners' | 'provenanceJson'>
  /** Rows of the pages before it. */
  readonly earlierRows: number
}

/** Winners of all pages. The rows of later pages are numbered after those of earlier ones. */
export function combineWinners(pages: readonly NumberedPage[]): Record<string, string> {
  const winners: Record<string, string> = {}
  for (const { retrieval, earlierRows } of pages) {
    for (const [path, source] of Object.entries(retrieval.winners)) winners[moveRow(path, earlierRows)] = source
  }
  return winners
}

/** Provenance of all pages as JSON, numbered as their winners. Absent: null, a page has none. */
export function combineProvenance(pages: readonly NumberedPage[]): string | null {
  const issues: Issue[] = []
  const attempts: Attempt[] = []
  for (const { retrieval, earlierRows } of pages) {
    if (retrieval.provenanceJson === null) return null
    const own = JSON.parse(retrieval.provenanceJson) as Provenance
    const move = <Entry extends Issue | Attempt>(entry: Entry): Entry => ({
      ...entry,
      field: moveRow(entry.field, earlierRows),
    })
    issues.push(...own.issues.map(move))
    attempts.push(...(own.attempts ?? []).map(move))
  }
  const provenance: Provenance = { winners: combineWinners(pages), issues, attempts }
  return JSON.stringify(provenance)
}
