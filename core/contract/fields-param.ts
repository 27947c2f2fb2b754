import * as v from 'valibot'
import type { AnyRecord } from '../record/define-record.ts'
import { described } from '../record/schema-parts.ts'
import { hintAt } from '../error/similar.ts'

/** Parameter of every record. It can be repeated. */
export const FIELDS_PARAM = 'fields'

const RULE = 'must be names of fields, separated by commas'

/** Wrong names that a message has. A batch can have thousands. */
const MAX_NAMED = 3
/** No field has a longer name. Unit: characters. */
const MAX_NAME_LENGTH = 40

/**
 * Parameter that chooses fields of a record: a text with commas, or several of them; in an item of a batch a list too.
 *
 * Order: of the record, whatever the order of the request.
 */
export function fieldsParam({ name, schema, rows }: Pick<AnyRecord, 'name' | 'schema' | 'rows'>) {
  const known = Object.keys(schema.entries ?? {})
  const isKnown = new Set(known)
  const describeUnknown = (given: readonly string[]): string => {
    const unknown = [...new Set(given)].filter((field) => !isKnown.has(field))
    if (unknown.includes('')) return RULE
    const named = unknown.slice(0, MAX_NAMED).map((field) => suggestField(field, known))
    const isOfRow = rows !== null && unknown.some((field) => Object.hasOwn(rows.schema.entries ?? {}, field))
    const hint = isOfRow ? `. Each ${rows.name} of "${rows.field}" is whole` : ''
    return `has names that are not fields of "${name}": ${named.join(', ')}${hint}`
  }
  return described(
    v.optional(
      v.pipe(
        v.unknown(),
        v.transform((value) =>
          [value].flat().flatMap((part: unknown) => (typeof part === 'string' ? splitNames(part) : [part])),
        ),
        v.array(v.string(RULE), RULE),
        v.check(
          (given) => given.every((field) => isKnown.has(field)),
          ({ input }) => describeUnknown(input),
        ),
        v.transform((given) => {
          const wanted = new Set(given)
          return known.filter((field) => wanted.has(field))
        }),
        v.array(v.picklist(known)),
        v.minLength(1, RULE),
      ),
    ),
    'Fields of the record that are answered, by name, separated by commas or repeated; in an item of a batch also as a list. The price is that of the whole record. `html`, `screenshot` and `provenance` come along when they are asked for. Default: all fields.',
  )
}

const splitNames = (text: string): string[] => text.split(',').map((field) => field.trim())

function suggestField(given: string, known: readonly string[]): string {
  if (given.length > MAX_NAME_LENGTH) return `"${given.slice(0, MAX_NAME_LENGTH)}..."`
  return `"${given}"${hintAt(given, known)}`
}
