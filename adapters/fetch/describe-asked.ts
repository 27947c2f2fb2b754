import {
  PLACE_PARAMS,
  readAll,
  recordOf,
  type BatchEndpoint,
  type Contract,
  type ParamSource,
} from '../../core/contract/index.ts'
import type { RecordName } from '../../core/index.ts'
import { redactKeys } from '../observe/redact-keys.ts'

/** What a request asks for, as the log of requests has it. */
export interface Asked {
  readonly record: RecordName
  /** Its known parameters: `query=B08N5WRWNW domain=de`. */
  readonly input: string
  /** Those of its place of delivery. Absent: null, it has none. */
  readonly place: string | null
}

/** Longest value of a parameter, and longest text of all. Unit: characters. */
const MAX_VALUE = 200
const MAX_INPUT = 600

/**
 * Describes parameters that may be wrong. Only those that the interface knows are named: others can hold anything, such
 * as a secret in the wrong place. `more`: names of further ones.
 */
export function describeAsked(
  { schemas }: Pick<Contract, 'schemas'>,
  endpoint: BatchEndpoint,
  source: ParamSource,
  more: readonly string[] = [],
): Asked {
  const record = recordOf(endpoint)
  const names = [...Object.keys(schemas[record].entries), ...more]
  const given = names.flatMap((name) => valuesOf(source, name).map((value) => ({ name, text: `${name}=${value}` })))
  const input = cut(given.map(({ text }) => text).join(' '), MAX_INPUT)
  const place = given.filter(({ name }) => PLACE_NAMES.has(name)).map(({ text }) => text)
  return { record, input, place: place.length === 0 ? null : cut(place.join(' '), MAX_INPUT) }
}

const PLACE_NAMES: ReadonlySet<string> = new Set(PLACE_PARAMS)

function valuesOf(source: ParamSource, name: string): readonly string[] {
  const texts = readAll(source, name).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return texts.map((text) => cut(redactKeys(text), MAX_VALUE))
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
