import * as v from 'valibot'
import { atMost, isWellFormed } from '../record/params.ts'

/** Texts of the customer's own about a batch, by name. */
export type Metadata = Readonly<Record<string, string>>

const [MAX_PAIRS, MAX_NAME_LENGTH, MAX_VALUE_LENGTH] = [16, 40, 200]

export const METADATA_RULE = `must be an object of at most ${MAX_PAIRS} texts of up to ${MAX_VALUE_LENGTH} characters, each with a name of 1 to ${MAX_NAME_LENGTH}`

const nameSchema = v.pipe(v.string(), v.minLength(1), atMost(MAX_NAME_LENGTH), isWellFormed)
const valueSchema = v.pipe(v.string(), atMost(MAX_VALUE_LENGTH), isWellFormed)

/** For the description of the interface; `isMetadata` checks, because valibot drops some names of an object silently. */
export const metadataSchema = v.pipe(v.record(nameSchema, valueSchema), v.maxEntries(MAX_PAIRS))

export function isMetadata(value: unknown): value is Metadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const pairs = Object.entries(value)
  return pairs.length <= MAX_PAIRS && pairs.every(([name, text]) => v.is(nameSchema, name) && v.is(valueSchema, text))
}

/** Whether metadata has all of these pairs. */
export function hasPairs(metadata: Metadata, wanted: ReadonlyMap<string, string>): boolean {
  return [...wanted].every(([name, text]) => Object.hasOwn(metadata, name) && metadata[name] === text)
}
