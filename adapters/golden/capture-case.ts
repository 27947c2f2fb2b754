import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Domain } from '../../selectors/index.ts'
import { extractPage } from '../pages/extract-page.ts'
import { caseNameOf, toCaseFacts } from './case-facts.ts'
import { compareRecords, showValue } from './compare.ts'
import { requireRecordOf, toExpectation } from './expectation.ts'
import { writeCase, writeExpectation, type GoldenCase } from './golden-case.ts'

export interface CaptureOptions {
  /** Name of the new case, without kind and marketplace. */
  readonly name: string
  /** What the case guards against. */
  readonly why: string
  /** Marketplace. Absent: recognized from the page. */
  readonly domain?: Domain | undefined
  /** ASIN that was asked for. Absent: that of the page. */
  readonly asin?: string | undefined
}

/**
 * Makes a case of a saved page, without an expectation: a person reads the record, then accepts it.
 * Returns the folder of the case.
 *
 * Throws: an error for a page without a record, and for a name that is taken.
 */
export function captureCase(pageFile: string, root: string, options: CaptureOptions): string {
  const page = readFileSync(pageFile)
  const { asin, why } = options
  const extraction = extractPage(page, { domain: options.domain, asin })
  if (extraction.record === null) {
    throw new Error(`${pageFile} is a page of the kind "${extraction.kind}", which has no record to accept`)
  }
  const name = caseNameOf(extraction, options.name)
  if (existsSync(join(root, name))) throw new Error(`the case ${join(root, name)} exists already`)
  const facts = toCaseFacts(extraction, { asin, why })
  return writeCase(root, { name, facts, readPage: () => page, expectation: null })
}

/**
 * Makes the record of a case's page its expectation. Returns the changes, old
 * and new.
 *
 * Throws: an error for a page of another kind than `case.json` says, and for one without a record.
 */
export function acceptCase(root: string, { name, facts, readPage, expectation }: GoldenCase): string {
  const { domain, asin, status, url } = facts
  const { kind, record } = extractPage(readPage(), { domain, asin, status, url })
  if (kind !== facts.kind) throw new Error(`${name} is a page of the kind "${kind}": correct its case.json first`)
  if (record === null) throw new Error(`${name} is a page of the kind "${kind}", which has no record to accept`)
  const accepted = toExpectation(kind, record)
  writeExpectation(root, name, accepted)
  // Without an expectation, every row is a change of its own.
  const { rows } = requireRecordOf(kind)
  const before = expectation ?? (rows !== null && rows.field in accepted ? { [rows.field]: [] } : {})
  const changes = compareRecords(before, accepted, {}).map(
    ({ field, expected, actual }) => `  ${field}: ${showValue(expected)} -> ${showValue(actual)}`,
  )
  if (changes.length === 0) return `${name}: nothing to accept`
  return [`${name}: ${expectation === null ? 'accepted for the first time' : 'accepted'}`, ...changes].join('\n')
}
