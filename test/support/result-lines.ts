import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** The result of an item, as a line of a file of results. */
export interface Line {
  readonly index: number
  readonly input: Readonly<Record<string, string>>
  readonly status: string
  readonly http_status: number
  readonly data: Readonly<Record<string, unknown>> | null
  readonly error: Readonly<Record<string, unknown>> | null
  readonly credits_charged: number
}

/** Results that were written as lines. */
export const parseLines = (text: string): Line[] => {
  assert.ok(text === '' || text.endsWith('\n'))
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
}

export const readLines = (file: string): Line[] => parseLines(readFileSync(file, 'utf8'))

/** Asserts that each item has one result. Gives them in the order of the list. */
export function sortWhole(lines: readonly Line[], total: number): Line[] {
  const sorted = lines.toSorted((left, right) => left.index - right.index)
  assert.deepEqual(
    sorted.map(({ index }) => index),
    Array.from({ length: total }, (_, index) => index),
  )
  return sorted
}
