import * as v from 'valibot'
import { parseRowPath, rowsOf, type AnyRecord, type Provenance } from '../../core/index.ts'
import { describeAbsence } from '../describe-absence.ts'
import { describeContradictions } from '../describe-contradiction.ts'
import { ToolError } from './tool-error.ts'
import type { ToolAnswer } from './tool.ts'

/** What `explainField` gives as data. */
export const explanation = v.object({
  field: v.string(),
  value: v.unknown(),
  winner: v.nullable(v.string()),
  contradictions: v.array(v.string()),
  absence: v.nullable(v.record(v.string(), v.unknown())),
  attempts: v.array(v.record(v.string(), v.unknown())),
})

/** A record and where its values come from. `record`. Absent: null, the page has none. */
interface ExplainedRecord extends Pick<Provenance, 'winners' | 'issues' | 'attempts' | 'absences'> {
  readonly record: object | null
}

type Rows = Pick<AnyRecord, 'rows'>

/**
 * Where the value of a field comes from. `definition`: of the record. Absent: null, the page has no record.
 *
 * Throws: `invalid_params`, when there is no such field.
 */
export function explainField(
  definition: Rows | null,
  { record, winners, issues, attempts, absences }: ExplainedRecord,
  field: string,
): ToolAnswer {
  if (definition === null || record === null) {
    throw new ToolError('invalid_params', 'The page has no record. extract_page says what it is.')
  }
  const { owner, key } = findOwner(definition, record, field)
  requireField(Object.keys(owner), key, field)
  const value = (owner as Readonly<Record<string, unknown>>)[key] ?? null
  const winner = winners[field] ?? null
  const own = (attempts ?? []).filter((attempt) => attempt.field === field)
  const lines = own.map(({ outcome, reason, source, text }) =>
    [reason === null ? outcome : `${outcome} (${reason})`, source, text ?? ''].join(' | '),
  )
  const contradictions = [...describeContradictions(issues, field)]
  const absence = absences?.find((one) => one.field === field) ?? null
  const head = [
    `${field} = ${JSON.stringify(value)}`,
    `read from: ${winner ?? 'nothing'}`,
    ...(absence === null ? [] : [`because: ${describeAbsence(absence)}`]),
    ...contradictions.map((contradiction) => `inconsistent: ${contradiction}`),
  ]
  const data = {
    field,
    value,
    winner,
    contradictions,
    absence: absence === null ? null : { ...absence },
    attempts: own,
  }
  return { text: [...head, ...lines].join('\n'), data }
}

/** `written`: the field as it was given. Throws: `invalid_params`, for a field that a record does not have. */
export function requireField(known: readonly string[], field: string, written = field): void {
  if (known.includes(field)) return
  throw new ToolError('invalid_params', `The record has no field "${written}". Fields: ${known.join(', ')}.`)
}

/** The record, or the row of it, that a path is about, and the name of the field there. */
function findOwner(definition: Rows, record: object, path: string): { readonly owner: object; readonly key: string } {
  const position = parseRowPath(path)
  const row =
    position?.list === definition.rows?.field ? rowsOf(definition, record)?.[position?.index ?? -1] : undefined
  return position === null || row === undefined ? { owner: record, key: path } : { owner: row, key: position.field }
}
