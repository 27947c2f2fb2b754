import { extractPage, type PageExtraction } from '../pages/extract-page.ts'
import { compareRecords, describeDifference, type FieldDifference } from './compare.ts'
import { readCasePage, type GoldenCase } from './golden-case.ts'

export interface CaseResult {
  readonly extraction: PageExtraction
  /** Null for a case that was not accepted yet. */
  readonly differences: readonly FieldDifference[] | null
}

/** Reads the page of a case, and compares. */
export function runCase(golden: GoldenCase): CaseResult {
  const extraction = extractPage(readCasePage(golden), { domain: golden.domain, asin: golden.asin })
  const { expected } = golden
  const differences = expected === null ? null : compareRecords(expected, extraction.record, extraction.winners)
  return { extraction, differences }
}

/** What failed, and how to accept it. */
export function describeResult(golden: GoldenCase, { differences }: CaseResult): string {
  const accept = `  to accept: npx shelfmark golden accept ${golden.name}`
  if (differences === null) return `${golden.name}: not accepted yet\n${accept}`
  return [`${golden.name}: ${golden.why}`, ...differences.map(describeDifference), accept].join('\n')
}
