import assert from 'node:assert/strict'
import { holdsValue } from '../support/holds-value.ts'
import type { MarkedField } from './mark-each-field.ts'

/** Fields whose value is a word for what the page says: `new`, `EUR`, a date as YYYY-MM-DD. */
const IN_OTHER_WORDS: ReadonlySet<string> = new Set(['condition', 'currency', 'date_first_available', 'page_type'])
/** A value that follows from another field is not printed. */
const FOLLOWS = /^Follows from /

/** Asserts that each value that is from an element is in an element that is marked for it. */
export function assertMarked(page: string, fields: readonly MarkedField[]): void {
  const own = fields.filter(
    ({ path, isFromElement, source }) => isFromElement && !IN_OTHER_WORDS.has(path) && !FOLLOWS.test(source),
  )
  assert.ok(own.length > 10, `${page}: only ${own.length} fields are from elements`)
  const wrong = own.filter(({ value, marked }) => marked.length > 0 && !holdsValue(marked.join(' '), value))
  assert.deepEqual(
    wrong.map(({ path, value, marked }) => ({ path, value, marked: marked.map((text) => text.slice(0, 200)) })),
    [],
    page,
  )
  const unmarked = own.filter(({ marked }) => marked.length === 0).map(({ path }) => path)
  assert.ok(unmarked.length <= own.length / 5, `${page}: not marked: ${unmarked.join(', ')}`)
}
