import { extractPage, type PageExtraction } from '../pages/extract-page.ts'
import { compareRecords, describeDifference, type FieldDifference } from './compare.ts'
import { readCasePage, type GoldenCase } from './golden-case.ts'

export interface CaseResult {
  readonly extraction: PageExtraction
  /** Null for a case that was not accepted yet. */
  readonly differences: readonly FieldDifference[] | null
}

/** Reads the page of a case, and compares: the kind, and what was read. */
export function runCase(golden: GoldenCase): CaseResult {
  const { domain, asin, status, url, expected } = golden
  const extraction = extractPage(readCasePage(golden), { domain, asin, status, url })
  const { kind, evidence, record, winners } = extraction
  if (kind !== golden.kind) {
    return { extraction, differences: [{ field: 'kind', expected: golden.kind, actual: kind, winner: evidence }] }
  }
  const isAccepted = expected !== null || record === null
  return { extraction, differences: isAccepted ? compareRecords(expected ?? {}, record, winners) : null }
}

/** What failed, and how to accept it. */
export function describeResult(golden: GoldenCase, { differences }: CaseResult): string {
  const accept = `  to accept: npx shelfmark golden accept ${golden.name}`
  if (differences === null) return `${golden.name}: not accepted yet\n${accept}`
  return [`${golden.name}: ${golden.why}`, ...differences.map(describeDifference), accept].join('\n')
}
