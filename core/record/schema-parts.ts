import * as v from 'valibot'

/** A schema with the meaning of its value, for field tables and JSON Schema. */
export const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text))

export const text = v.pipe(v.string(), v.minLength(1))
export const textOrNull = v.nullable(text)
export const url = v.pipe(v.string(), v.url())
export const urlOrNull = v.nullable(url)
export const asin = v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/))
/** Unit: major units of a currency. */
export const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
export const amountOrNull = v.nullable(amount)
export const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
export const countOrNull = v.nullable(count)
/** Unit: percent. */
export const percentageOrNull = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100)))
/** ISO 4217. */
export const currencyCode = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))
/** A step of a ladder of categories. */
export const step = v.object({
  name: text,
  /** Absent: null, the page does not link the category. */
  url: urlOrNull,
})
export const averageOrNull = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(5)))
