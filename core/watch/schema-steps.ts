import type { RecordSchema } from '../record/empty-value.ts'

/** A part of a path: a field, one entry of a list or map by its position or key, or every entry. */
export type PathStep = { readonly field: string } | { readonly entry: string } | { readonly every: true }

/** Fields that name an entry of a list, whatever its position. The first that every entry has counts. */
const KEYS = ['asin', 'id'] as const

/** The schema inside nullable and optional ones. */
export function unwrap(schema: RecordSchema): RecordSchema {
  return schema.wrapped === undefined ? schema : unwrap(schema.wrapped)
}

/** Whether a value of the schema has parts that are compared one by one. */
export function hasParts(schema: RecordSchema): boolean {
  const { entries, type, item } = unwrap(schema)
  if (entries !== undefined || type === 'record') return true
  return item !== undefined && hasParts(item)
}

/** Field that names the entries of a list. Absent: null, they are named by their position. */
export function keyOf(item: RecordSchema): string | null {
  const { entries } = unwrap(item)
  return KEYS.find((key) => entries?.[key]?.type === 'string') ?? null
}

/** Values of a map have no schema of their own on `RecordSchema`: they are texts. */
const TEXT: RecordSchema = { type: 'string' } as RecordSchema

/** Schema of the part that a step leads to. Absent: null, there is no such part. */
export function partOf(schema: RecordSchema, step: PathStep): RecordSchema | null {
  const { entries, item, type } = unwrap(schema)
  if ('field' in step)
    return entries !== undefined && Object.hasOwn(entries, step.field) ? (entries[step.field] ?? null) : null
  if (type === 'record') return TEXT
  return item !== undefined && hasParts(schema) ? item : null
}

/** Schema at the end of a path, or the step that leads nowhere. */
export function schemaAt(
  schema: RecordSchema,
  steps: readonly PathStep[],
): { readonly schema: RecordSchema } | { readonly missing: string; readonly parent: RecordSchema } {
  let current = schema
  for (const step of steps) {
    const next = partOf(current, step)
    if (next === null) {
      const missing = 'field' in step ? step.field : 'entry' in step ? `[${step.entry}]` : '[]'
      return { missing, parent: current }
    }
    current = next
  }
  return { schema: current }
}
