import * as v from 'valibot'

const place = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What is looked at of an item's result; all of it is passed on. */
const resultSchema = v.looseObject({
  index: place,
  error: v.nullable(v.looseObject({ error: v.string() })),
  credits_charged: v.number(),
})

/** Result of an item as a server or a file has it. */
export type ItemResult = v.InferInput<typeof resultSchema>

export function isItemResult(value: unknown): value is ItemResult {
  return v.is(resultSchema, value)
}

/** What became of an item of a list. */
export interface PlacedResult {
  /** Place of the item in the list, from 0. */
  readonly index: number
  /** The result as JSON, with this index. */
  readonly json: string
  /** Code of the error. Absent: null, it succeeded. */
  readonly error: string | null
  readonly credits: number
}

/** Gives a result the place of its item in the list. */
export function placeResult(result: ItemResult, index: number): PlacedResult {
  const { error, credits_charged: credits } = result
  return { index, json: JSON.stringify({ ...result, index }), error: error?.error ?? null, credits }
}
