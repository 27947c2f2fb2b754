import { rowPath, rowsOf, type AnyRecord, type Winners } from '../../../core/index.ts'

/** A value that is not the expected one. */
export interface Difference {
  /** Path of the value: `price`, `products[3].price`, `reviews[0].helpful_count`. */
  readonly field: string
  /** Undefined when nothing is expected. */
  readonly expected: unknown
  /** Undefined when nothing was read. */
  readonly actual: unknown
  /** Selector, or other source, that gave the actual value or the field that holds it; undefined when nothing did. */
  readonly winner: string | undefined
}

/**
 * Values that differ between two records, or between two expectations. Lists and
 * objects are compared member by member.
 *
 * Order: that of the expected record.
 */
export function compareRecords(expected: object, actual: object | null, winners: Winners): Difference[] {
  const compare = (difference: Difference): Difference[] => {
    const { field, expected, actual } = difference
    if (Object.is(expected, actual)) return []
    const [left, right] = [membersOf(expected), membersOf(actual)]
    const isList = Array.isArray(expected)
    if (left === null || right === null || isList !== Array.isArray(actual)) return [difference]
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
      const path = pathOf(field, name, isList)
      const winner = winners[path] ?? difference.winner
      return compare({ field: path, expected: left.get(name), actual: right.get(name), winner })
    })
  }
  return compare({ field: '', expected, actual: actual ?? {}, winner: undefined })
}

/** Members of a list or an object by name; null for another value. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | null {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
}

const PLAIN_NAME = /^\w+$/

function pathOf(parent: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${parent}[${name}]`
  if (!PLAIN_NAME.test(name)) return `${parent}[${JSON.stringify(name)}]`
  return parent === '' ? name : `${parent}.${name}`
}

/** A record with the fields of its rows as fields of their own: `products[3].price`. */
export function flatten(definition: Pick<AnyRecord, 'rows'>, record: object): Readonly<Record<string, unknown>> {
  const { rows } = definition
  if (rows === null) return record as Readonly<Record<string, unknown>>
  const fields = Object.entries(record).filter(([name]) => name !== rows.field)
  const ofRows = (rowsOf(definition, record) ?? []).flatMap((row, index) =>
    Object.entries(row).map(([field, value]) => [rowPath(rows.field, index, field), value] as const),
  )
  return Object.fromEntries([...fields, ...ofRows])
}

/** A difference as three lines of text. */
export function describeDifference({ field, expected, actual, winner = 'nothing' }: Difference): string {
  const wanted = expected === undefined ? 'nothing (the field is not named)' : showValue(expected)
  return `  ${field}  (read from ${winner})\n    expected ${wanted}\n    actual   ${showValue(actual)}`
}

const MAX_VALUE = 400

/** A value as JSON, cut to a readable length; `nothing` for undefined. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (${text.length} characters)` : text
}
