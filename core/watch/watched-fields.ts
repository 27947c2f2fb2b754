import type { AnyRecord } from '../record/define-record.ts'
import { allFieldsOf, covers, parseFieldPath, requireFieldPath, type FieldPath } from './field-path.ts'
import type { Comparison } from './same-value.ts'

/** What is compared, and how. */
export interface WatchedFields {
  readonly paths: readonly FieldPath[]
  /** The path that a value belongs to. Absent: undefined, it is not compared. */
  find(path: string): FieldPath | undefined
  /** How two values of a path are compared. */
  comparisonOf(path: string): Comparison
}

/** Which fields are compared. */
export interface FieldChoice {
  /** Paths of the fields to compare. Default: all, without words that move by themselves, such as dates of delivery. */
  readonly fields?: readonly string[] | undefined
  /** Paths of fields that are not compared. Default: none. */
  readonly ignore?: readonly string[] | undefined
}

/** The fields that a watch compares unless others are named. */
export function defaultFieldsOf({ watch, mainFields, rows }: AnyRecord): readonly string[] {
  if (watch !== undefined) return watch.fields
  return rows === null ? mainFields : mainFields.map((field) => `${rows.field}[].${field}`)
}

/**
 * The fields to compare. Numbers in texts that count by themselves ("Only 3 left") are compared only where the
 * field is named.
 *
 * Throws: `invalid_argument`, for a path that the record does not have.
 */
export function chooseFields(definition: AnyRecord, { fields, ignore = [] }: FieldChoice = {}): WatchedFields {
  const ignored = ignore.map((path) => requireFieldPath(definition, path))
  const moving = fields === undefined ? toPaths(definition, definition.watch?.moving) : []
  const paths = fields?.map((path) => requireFieldPath(definition, path)) ?? allFieldsOf(definition)
  return selectFields(definition, paths, [...ignored, ...moving], fields !== undefined)
}

/** `isNamed`: somebody named the paths, so that their numbers are compared too. */
export function selectFields(
  definition: AnyRecord,
  paths: readonly FieldPath[],
  left: readonly FieldPath[],
  isNamed: boolean,
): WatchedFields {
  const counting = isNamed ? [] : toPaths(definition, definition.watch?.counting)
  const isLeft = (path: string): boolean => left.some((own) => covers(own, path))
  return {
    paths,
    find: (path) => (isLeft(path) ? undefined : paths.find((own) => covers(own, path))),
    comparisonOf: (path) => (counting.some((own) => covers(own, path)) ? 'wording' : 'exact'),
  }
}

function toPaths(definition: AnyRecord, texts: readonly string[] = []): readonly FieldPath[] {
  return texts.flatMap((text) => {
    const path = parseFieldPath(definition, text)
    return typeof path === 'string' ? [] : [path]
  })
}
