import { isDeepStrictEqual } from 'node:util'

/** A field whose value is not the expected one. */
export interface FieldDifference {
  /** Name of the field; of a card's, with its place: `products[3].price`. */
  readonly field: string
  readonly expected: unknown
  readonly actual: unknown
  /** What gave the value; undefined when nothing did. */
  readonly winner: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Fields that differ, in the order of the wire; cards are compared one by one. */
export function compareRecords(
  expected: object,
  actual: object | null,
  winners: Readonly<Record<string, string>>,
): FieldDifference[] {
  const [left, right] = [flatten(expected), flatten(actual ?? {})]
  return Object.keys({ ...left, ...right })
    .filter((field) => !isDeepStrictEqual(left[field], right[field]))
    .map((field) => ({ field, expected: left[field], actual: right[field], winner: winners[field] }))
}

/** The fields of a record, those of its cards each by its place. */
export function flatten(whole: object): Fields {
  const { products, ...record } = whole as Fields
  if (!Array.isArray(products)) return record
  const cards = products.flatMap((card: Fields, index) =>
    Object.entries(card).map(([field, value]) => [`products[${index}].${field}`, value] as const),
  )
  return { ...record, ...Object.fromEntries(cards) }
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
