import { ShelfmarkError } from '../error/shelfmark-error.ts'

/** A page as it was received, or as decoded text. */
export type PageInput = Uint8Array | ArrayBuffer | string

const encoder = new TextEncoder()

/**
 * The page as bytes: text as UTF-8, an `ArrayBuffer` as it is, without a copy.
 *
 * Throws: `invalid_argument`, for anything else.
 */
export function toBytes(input: PageInput): Uint8Array {
  if (typeof input === 'string') return encoder.encode(input)
  return input instanceof ArrayBuffer ? new Uint8Array(input) : requireBytes(input)
}

/** Throws: `invalid_argument`, for a value of another type, which the message names. */
export function requireBytes(input: Uint8Array): Uint8Array {
  if (input instanceof Uint8Array) return input
  const given = input as unknown
  const advice = given instanceof Promise ? ' Await it first.' : ''
  throw new ShelfmarkError(
    'invalid_argument',
    `A page must be a string, a Uint8Array or an ArrayBuffer, not ${describeType(given)}.${advice}`,
  )
}

/** Type of a value for a person: `null`, `a number`, `an instance of Response`. */
function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value !== 'object') return `a ${typeof value}`
  const name = value.constructor?.name ?? 'Object'
  return Array.isArray(value) ? 'an array' : `an instance of ${name}`
}
