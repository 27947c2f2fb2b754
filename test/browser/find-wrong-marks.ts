import { holdsValue } from '../support/holds-value.ts'
import type { MarkedField } from './mark-each-field.ts'

/** Fields whose value is a word for what the page says: `new`, `EUR`, a date as YYYY-MM-DD, 0 for free; or that can follow the marked link. */
const IN_OTHER_WORDS: ReadonlySet<string> = new Set(
  'condition currency date_first_available is_sponsored page_type price_shipping pricing_lowest'.split(' '),
)
/** `price` of `products[3].price`. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
/** A value that follows from another field is not printed. */
const FOLLOWS = /^Follows from /
/** Least share of the fields that are marked: others are in elements that the page does not show, such as its head. */
const LEAST_MARKED = 0.8

/** The texts of all marked elements, which some values are joined of, then their attributes. */
function printMarked({ marked }: MarkedField): string {
  return [...marked.map(({ text }) => text), ...marked.map(({ attributes }) => attributes)].join(' ')
}

/** Finds values that are from an element, and not in the elements that are marked for them; and pages with few marks. */
export function findWrongMarks(page: string, fields: readonly MarkedField[]): string[] {
  const own = fields.filter(
    ({ path, isFromElement, source }) => isFromElement && !IN_OTHER_WORDS.has(nameOf(path)) && !FOLLOWS.test(source),
  )
  const marked = own.filter((field) => field.marked.length > 0)
  const wrong = marked.filter((field) => !holdsValue(printMarked(field), field.value))
  const described = wrong.map(
    (field) => `${page}: ${field.path} = ${JSON.stringify(field.value)} is not in ${printMarked(field).slice(0, 300)}`,
  )
  const isEnough = marked.length > 10 && marked.length >= own.length * LEAST_MARKED
  return isEnough ? described : [...described, `${page}: ${marked.length} of ${own.length} fields are marked`]
}
