import type { SeenValue } from './read-values.ts'

/** A number in a text, with its separators. */
const NUMBERS = /\p{Nd}(?:[\p{Nd}.,]*\p{Nd})?/gu

/** How a value is compared: `exact`, or `wording`, where "Only 3 left" and "Only 2 left" are the same. */
export type Comparison = 'exact' | 'wording'

/** Whether two values are the same. */
export function isSame(left: SeenValue, right: SeenValue, comparison: Comparison = 'exact'): boolean {
  if (left === right) return true
  if (comparison === 'wording' && typeof left === 'string' && typeof right === 'string') {
    return left.replace(NUMBERS, '0') === right.replace(NUMBERS, '0')
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  return left.length === right.length && left.every((value, index) => value === right[index])
}

/** What two numbers differ by. Unit: that of the numbers. Absent: null, one is not a number. */
export function deltaOf(before: SeenValue, after: SeenValue): number | null {
  return typeof before === 'number' && typeof after === 'number' ? roundTo(after - before, 9) : null
}

/** The difference in percent of the first number. Absent: null, one is not a number, or the first is 0. */
export function percentOf(before: SeenValue, after: SeenValue): number | null {
  const delta = deltaOf(before, after)
  return delta === null || typeof before !== 'number' || before === 0
    ? null
    : roundTo((delta / Math.abs(before)) * 100, 2)
}

/** Rounds away what binary fractions leave: 0.1 + 0.2 is 0.3. */
function roundTo(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits))
  return rounded === 0 ? 0 : rounded
}
