import { extractNamed, type NamedExtraction, type PageExtraction } from '../extract-page.ts'
import type { Issue, Winners } from '../../../core/index.ts'
import { compareRecords, describeDifference, type Difference } from './compare.ts'
import type { CaseFacts } from './case-facts.ts'
import { toExpectation } from './expectation.ts'
import type { GoldenCase } from './golden-case.ts'
import { directoryOption, GOLDEN_COMMAND, GOLDEN_DIRECTORY } from './golden-directory.ts'

export interface CaseResult {
  readonly extraction: PageExtraction | NamedExtraction
  /** Null when the page gives a record, and none is accepted yet. */
  readonly differences: readonly Difference[] | null
}

/** Extracts the page of a case for the record that it names. */
export function readCasePage({ facts, readPage }: Pick<GoldenCase, 'facts' | 'readPage'>): CaseResult['extraction'] {
  const { domain, asin, status, url, record } = facts
  return extractNamed(record ?? null, readPage(), { domain, asin, status, url })
}

/** Extracts the page of a case, and compares its kind and its record with what is expected. */
export function runCase({ facts, readPage, expectation }: GoldenCase): CaseResult {
  const extraction = readCasePage({ facts, readPage })
  const { kind, evidence, record } = extraction
  const winners: Winners = extraction.winners
  if (kind !== facts.kind) {
    return { extraction, differences: [{ field: 'kind', expected: facts.kind, actual: kind, winner: evidence }] }
  }
  const ofIssues = compareIssues(facts, extraction.issues)
  if (record === null) {
    return { extraction, differences: [...compareRecords(expectation ?? {}, {}, winners), ...ofIssues] }
  }
  if (expectation === null) return { extraction, differences: null }
  const ofRecord = compareRecords(expectation, toExpectation(kind, record, facts.record), winners)
  return { extraction, differences: [...ofRecord, ...ofIssues] }
}

/** The issues of a page, if its case names them. */
function compareIssues({ issues: expected }: CaseFacts, issues: readonly Issue[]): Difference[] {
  const actual = issues.map(({ field, problem }) => `${field}: ${problem}`)
  if (expected === undefined || expected.join() === actual.join()) return []
  return [{ field: 'issues', expected, actual, winner: undefined }]
}

/** More differences than these are counted, not printed. */
const MAX_PRINTED = 20

/** How to accept what a case gives now. `directory`: the folder of the cases. Default: that of the project. */
export function adviseAccept(name: string, directory = GOLDEN_DIRECTORY): string {
  return `  to accept: ${GOLDEN_COMMAND} accept ${name}${directoryOption(directory)}`
}

/** A failed case as text: what it guards against, the fields that differ, and what to do. Default: how to accept them. */
export function describeResult(
  { name, facts }: GoldenCase,
  { differences }: CaseResult,
  advice = adviseAccept(name),
): string {
  if (differences === null) return `${name}: not accepted yet\n${advice}`
  const printed = differences.slice(0, MAX_PRINTED).map(describeDifference)
  const rest = differences.length - printed.length
  return [`${name}: ${facts.why}`, ...printed, ...(rest > 0 ? [`  and ${rest} more`] : []), advice].join('\n')
}
