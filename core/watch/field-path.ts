import { ShelfmarkError } from '../error/shelfmark-error.ts'
import { hintAt } from '../error/similar.ts'
import type { AnyRecord } from '../record/define-record.ts'
import type { RecordSchema } from '../record/empty-value.ts'
import { schemaAt, unwrap, type PathStep } from './schema-steps.ts'

/** Fields to compare, as a path into a record: `price`, `sales_rank[0].rank`, `products[].price`. */
export interface FieldPath {
  /** The whole path. A field of a row has the row in it: `products[].price`. */
  readonly text: string
  readonly steps: readonly PathStep[]
  /** Its values are kept, and neither compared nor told. Default: false. */
  readonly isSilent?: boolean
}

const PATH = /^[a-z_0-9]+(?:\.[a-z_0-9]+|\[[^[\]]*\])*$/
const STEP = /([a-z_0-9]+)|\[([^[\]]*)\]/g

/** Longest path that is accepted. Unit: characters. */
const MAX_LENGTH = 200

/** The key of an entry as a path has it: without the brackets that would end it. */
export function printKey(key: string): string {
  return `[${key.replace(/[%[\]]/g, encodeURIComponent)}]`
}

/** Path of every field of a record, for comparing all of it. */
export function allFieldsOf({ schema }: Pick<AnyRecord, 'schema'>): readonly FieldPath[] {
  return Object.entries(schema.entries ?? {})
    .filter(([, entry]) => entry.type !== 'optional')
    .map(([field]) => ({ text: field, steps: [{ field }] }))
}

/**
 * Parses a path, and checks it with the schema of the record. The name of a field of a row alone means
 * that field of every row: `price` of a search is `products[].price`.
 *
 * A mistake is a text that follows the name of the parameter: "has no field ...".
 */
export function parseFieldPath(definition: AnyRecord, given: string): FieldPath | string {
  const { schema, rows, name } = definition
  const text = given.trim()
  if (given.length > MAX_LENGTH || !PATH.test(text)) {
    return 'must be paths of fields, such as price, sales_rank[0].rank or products[].price'
  }
  const steps = [...text.matchAll(STEP)].map(([, field, entry]): PathStep => {
    if (field !== undefined) return { field }
    return entry === undefined || entry === '' ? { every: true } : { entry: decodeURIComponentSafely(entry) }
  })
  const [first] = steps
  const isOfRow =
    rows !== null &&
    first !== undefined &&
    'field' in first &&
    schema.entries?.[first.field] === undefined &&
    rows.schema.entries?.[first.field] !== undefined
  const whole = isOfRow ? { text: `${rows.field}[].${text}`, steps: rowSteps(rows.field, steps) } : { text, steps }
  const found = schemaAt(schema, whole.steps)
  return 'missing' in found ? describeMissing(name, text, found) : whole
}

function rowSteps(list: string, steps: readonly PathStep[]): readonly PathStep[] {
  return [{ field: list }, { every: true }, ...steps]
}

function decodeURIComponentSafely(text: string): string {
  return text.replace(/%(25|5B|5D)/gi, (escaped) => decodeURIComponent(escaped))
}

function describeMissing(
  name: string,
  text: string,
  { missing, parent }: { readonly missing: string; readonly parent: RecordSchema },
): string {
  const hint = hintAt(missing, Object.keys(unwrap(parent).entries ?? {}))
  return `has no field "${missing}" in "${text}" of a ${name}${hint}`
}

/** A path that must be right. Throws: `invalid_argument`. */
export function requireFieldPath(definition: AnyRecord, given: string): FieldPath {
  const path = parseFieldPath(definition, given)
  if (typeof path !== 'string') return path
  throw new ShelfmarkError('invalid_argument', `The path "${given}" ${path}.`)
}

/** Whether a path of one value is in what a path of fields names: `products[].price` covers `products[B0SHLF0001].price`. */
export function covers({ steps }: FieldPath, path: string): boolean {
  let at = 0
  for (const [index, step] of steps.entries()) {
    if ('field' in step) {
      const name = index === 0 ? step.field : `.${step.field}`
      if (!path.startsWith(name, at)) return false
      at += name.length
    } else if ('entry' in step) {
      const key = printKey(step.entry)
      if (!path.startsWith(key, at)) return false
      at += key.length
    } else {
      const end = path.indexOf(']', at)
      if (path[at] !== '[' || end < 0) return false
      at = end + 1
    }
  }
  return at === path.length || path[at] === '.' || path[at] === '['
}
