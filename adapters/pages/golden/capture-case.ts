import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRecordOf, type RecordName } from '../../../core/index.ts'
import type { PageDomain } from '../../../selectors/index.ts'
import { extractNamed } from '../extract-page.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import { caseNameOf, toCaseFacts } from './case-facts.ts'
import { compareRecords, showValue } from './compare.ts'
import { requireRecordOf, toExpectation } from './expectation.ts'
import { readCasePage } from './run-case.ts'
import { writeCase, writeExpectation, type GoldenCase } from './golden-case.ts'

export interface CaptureOptions {
  /** Name of the new case, without kind and marketplace. */
  readonly name: string
  /** What the case guards against. */
  readonly why: string
  /** Marketplace. Absent: recognized from the page. */
  readonly domain?: PageDomain | undefined
  /** ASIN that was asked for. Absent: that of the page. */
  readonly asin?: string | undefined
  /** The record that is read. Absent: the one that pages of its kind belong to. */
  readonly record?: RecordName | null | undefined
}

/**
 * Makes a case of a saved page, without an expectation: a person reads the record, then accepts it.
 * Returns the folder of the case.
 *
 * A page of a kind without a record, such as a captcha, has nothing to accept.
 *
 * Throws: an error for a page that lacks its record, and for a name that is taken, or not one.
 */
export function captureCase(pageFile: string, root: string, options: CaptureOptions): string {
  const page = readFileSync(pageFile)
  const { asin, why, record: named = null } = options
  const extraction = extractNamed(named, page, { domain: options.domain, asin })
  const { kind, domain, record, evidence } = extraction
  if (record === null && findRecordOf(kind, named) !== null) {
    throw new Error(`${pageFile} is a page of the kind "${kind}" (${evidence}), and lacks what its record needs`)
  }
  if (domain === null) throw new Error(`${pageFile} does not name its marketplace. Name it with --domain`)
  const read = { kind, domain: requireMarketplace(domain).domain, record, named }
  const name = caseNameOf(read, options.name)
  if (existsSync(join(root, name))) throw new Error(`the case ${join(root, name)} exists already`)
  const facts = toCaseFacts(read, { asin, why })
  return writeCase(root, { name, facts, readPage: () => page, expectation: null })
}

/**
 * Makes the record of a case's page its expectation. Returns the changes, old
 * and new.
 *
 * Throws: an error for a page of another kind than `case.json` says, and for one without a record.
 */
export function acceptCase(root: string, { name, facts, readPage, expectation }: GoldenCase): string {
  const { kind, record } = readCasePage({ facts, readPage })
  if (kind !== facts.kind) throw new Error(`${name} is a page of the kind "${kind}": correct its case.json first`)
  if (record === null) throw new Error(`${name} is a page of the kind "${kind}", which has no record to accept`)
  const accepted = toExpectation(kind, record, facts.record)
  writeExpectation(root, name, accepted)
  // Without an expectation, every row is a change of its own.
  const { rows } = requireRecordOf(kind, facts.record)
  const before = expectation ?? (rows !== null && rows.field in accepted ? { [rows.field]: [] } : {})
  const changes = compareRecords(before, accepted, {}).map(
    ({ field, expected, actual }) => `  ${field}: ${showValue(expected)} -> ${showValue(actual)}`,
  )
  if (changes.length === 0) return `${name}: nothing to accept`
  return [`${name}: ${expectation === null ? 'accepted for the first time' : 'accepted'}`, ...changes].join('\n')
}
