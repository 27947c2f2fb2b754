import { writeFileSync } from 'node:fs'
import { expectedFileOf, type GoldenCase } from './golden-case.ts'
import { describeResult, runCase } from './run-case.ts'

/**
 * Writes the record of a case's page as what is expected of it, and gives what
 * changed, old and new.
 */
export function acceptCase(golden: GoldenCase): string {
  const result = runCase(golden)
  writeFileSync(expectedFileOf(golden), `${JSON.stringify(result.extraction.record, null, 2)}\n`)
  if (golden.expected === null) return `${golden.name}: accepted for the first time`
  return result.differences?.length === 0 ? `${golden.name}: nothing to accept` : describeResult(golden, result)
}
