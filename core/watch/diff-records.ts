import { ShelfmarkError } from '../error/shelfmark-error.ts'
import { readValues, type ObservedValue, type SeenValue } from './read-values.ts'
import { deltaOf, isSame, percentOf } from './same-value.ts'
import { findIncomparable, requireDefinition, type SeenRecord } from './seen-record.ts'
import { chooseFields, type FieldChoice } from './watched-fields.ts'

/** A value that differs between two records. */
export interface FieldChange {
  /** Path of the value: `price`, `sales_rank[0].rank`, `products[B0SHLF0001].price`. */
  readonly field: string
  /** Absent: null, the page did not show it, or had no such entry. */
  readonly before: SeenValue
  readonly after: SeenValue
  /** `after` less `before`. Absent: null, one of them is not a number, or the records are not comparable. */
  readonly delta: number | null
  /** The same in percent of `before`. Absent: null, as `delta`, and for a `before` of 0. */
  readonly percent: number | null
  /** The selector that gave the value. Absent: null, there is no value, or nobody knows. */
  readonly winnerBefore: string | null
  readonly winnerAfter: string | null
  /** Whether another selector gave the value than before, or none: it may be the page that changed, and not the shop. False where a record has no `winners`. */
  readonly drift: boolean
}

/**
 * What differs between two records of one kind, in the order of the record. Values that one of the pages could not
 * give, because they are unreadable or were not asked for, are not compared: not seen is not null. A page without a
 * record has no differences.
 *
 * Ask `findIncomparable` first whether a difference means a change.
 *
 * Throws: `invalid_argument`, for records of different kinds of pages, and for an unknown field.
 *
 * @example
 * ```ts
 * import { diffRecords } from 'shelfmark'
 * import { extractPage, extractResponse } from 'shelfmark/pages'
 *
 * const [yesterday, today] = [extractPage(bytes), await extractResponse(await fetch(url))]
 * const changes = diffRecords(yesterday, today, { fields: ['price', 'sales_rank[0].rank'] })
 * for (const { field, before, after, percent } of changes) console.log(field, before, after, percent)
 * ```
 */
export function diffRecords(before: SeenRecord, after: SeenRecord, choice: FieldChoice = {}): FieldChange[] {
  const definition = requireDefinition(before)
  const other = requireDefinition(after)
  if (definition !== other) {
    throw new ShelfmarkError('invalid_argument', `A ${definition.name} can't be compared with a ${other.name}.`)
  }
  const fields = chooseFields(definition, choice)
  if (before.record === null || after.record === null) return []
  const [old, now] = [before, after].map((seen) => readValues(seen, definition, fields.paths)) as [Read, Read]
  const isComparable = findIncomparable(before, after) === null
  const areKnown = before.winners !== undefined && after.winners !== undefined
  return [...new Set([...old.found.keys(), ...now.found.keys()])].flatMap((path) => {
    const [was, is] = [old.read(path), now.read(path)]
    if (was === null || is === null || fields.find(path) === undefined) return []
    return isSame(was.value, is.value, fields.comparisonOf(path))
      ? []
      : [toChange(path, was, is, { isComparable, areKnown })]
  })
}

type Read = ReturnType<typeof readValues>

interface Known {
  readonly isComparable: boolean
  /** Whether it is known what gave the values, before and after. */
  readonly areKnown: boolean
}

function toChange(
  field: string,
  was: ObservedValue,
  is: ObservedValue,
  { isComparable, areKnown }: Known,
): FieldChange {
  const [before, after] = [was.value, is.value]
  return {
    field,
    before,
    after,
    delta: isComparable ? deltaOf(before, after) : null,
    percent: isComparable ? percentOf(before, after) : null,
    winnerBefore: was.winner,
    winnerAfter: is.winner,
    drift: areKnown && isDrift(was.winner, is),
  }
}

/**
 * Whether a value comes from another source than the last one. A value that the page no longer shows has lost its
 * source; an entry that left a list has not.
 *
 * `winnerBefore`: null, nobody knows of one.
 */
function isDrift(winnerBefore: string | null, { winner, isMissing }: Omit<ObservedValue, 'value'>): boolean {
  return winnerBefore !== null && !isMissing && winner !== winnerBefore
}
