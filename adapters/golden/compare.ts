import { isDeepStrictEqual } from 'node:util'
import type { Product, ProductField } from '../../core/index.ts'

/** A field whose value is not the expected one. */
export interface FieldDifference {
  readonly field: ProductField
  readonly expected: unknown
  readonly actual: unknown
  /** What gave the value; undefined when nothing did. */
  readonly winner: string | undefined
}

/** Fields that differ, in the order of the wire. */
export function compareRecords(
  expected: Product,
  actual: Product | null,
  winners: Readonly<Record<string, string>>,
): FieldDifference[] {
  const fields = Object.keys({ ...expected, ...actual }) as ProductField[]
  return fields
    .filter((field) => !isDeepStrictEqual(expected[field], actual?.[field]))
    .map((field) => ({ field, expected: expected[field], actual: actual?.[field], winner: winners[field] }))
}

const MAX_VALUE = 300

/** One difference for a person to read. */
export function describeDifference({ field, expected, actual, winner }: FieldDifference): string {
  const readFrom = winner === undefined ? 'nothing' : winner
  return `  ${field}  (read from ${readFrom})\n    expected ${show(expected)}\n    actual   ${show(actual)}`
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (${text.length} characters)` : text
}
