import type { Attempt, Issue, Provenance } from '../../core/index.ts'
import type { FailedRetrieval, Retrieval, RetrievedRecord } from './retriever.ts'
import { addMember, addProvenance } from './threads/index.ts'

/** A page of a record, whose picture and provenance are not part of its JSON yet. */
export interface RetrievedPage extends RetrievedRecord {
  /** Picture of the rendered page: PNG in base64. Absent: null, unless the request asks for it. */
  readonly screenshot: string | null
  /** `Provenance` as JSON. Absent: null, unless the request asks for it. */
  readonly provenanceJson: string | null
}

/** How the retrieval of one page ended. */
export type PageRetrieval = RetrievedPage | FailedRetrieval

/** The retrieval with everything in its record that was requested. */
export function toRetrieval(retrieval: PageRetrieval): Retrieval {
  if ('error' in retrieval) return retrieval
  const { screenshot, provenanceJson, json, ...facts } = retrieval
  const pictured = addMember(json, 'screenshot', screenshot === null ? null : `"${screenshot}"`)
  return { ...facts, json: addProvenance(pictured, provenanceJson) }
}

/** A page of a search that is combined with others. */
interface NumberedPage {
  readonly retrieval: Pick<RetrievedPage, 'winners' | 'provenanceJson'>
  /** Cards of the pages before it. */
  readonly earlierCards: number
}

/** Winners of all pages. The cards of later pages are numbered after those of earlier ones. */
export function combineWinners(pages: readonly NumberedPage[]): Record<string, string> {
  const winners: Record<string, string> = {}
  for (const { retrieval, earlierCards } of pages) {
    for (const [path, source] of Object.entries(retrieval.winners)) winners[moveCard(path, earlierCards)] = source
  }
  return winners
}

/** Provenance of all pages as JSON, numbered as their winners. Absent: null, a page has none. */
export function combineProvenance(pages: readonly NumberedPage[]): string | null {
  const issues: Issue[] = []
  const attempts: Attempt[] = []
  for (const { retrieval, earlierCards } of pages) {
    if (retrieval.provenanceJson === null) return null
    const own = JSON.parse(retrieval.provenanceJson) as Provenance
    const move = <Entry extends Issue | Attempt>(entry: Entry): Entry => ({
      ...entry,
      field: moveCard(entry.field, earlierCards),
    })
    issues.push(...own.issues.map(move))
    attempts.push(...(own.attempts ?? []).map(move))
  }
  const provenance: Provenance = { winners: combineWinners(pages), issues, attempts }
  return JSON.stringify(provenance)
}

const CARD = /^products\[(\d+)\]/

function moveCard(path: string, by: number): string {
  return path.replace(CARD, (_, index: string) => `products[${Number(index) + by}]`)
}
