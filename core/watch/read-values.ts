import type { Problem } from '../field/trace.ts'
import type { AnyRecord } from '../record/define-record.ts'
import type { RecordSchema } from '../record/empty-value.ts'
import { parseRowPath } from '../record/row-path.ts'
import { rowsOf } from '../records/index.ts'
import { covers, printKey, type FieldPath } from './field-path.ts'
import { hasParts, keyOf, partOf, unwrap, type PathStep } from './schema-steps.ts'
import type { SeenRecord } from './seen-record.ts'

/** One value that is compared: a scalar, or a list of scalars. */
export type SeenValue = string | number | boolean | null | readonly (string | number | boolean | null)[]

/** A value and what gave it. */
export interface ObservedValue {
  readonly value: SeenValue
  /** Absent: null, the page shows no value, or the source is not known. */
  readonly winner: string | null
  /** Whether the list or map has no such entry. */
  readonly isMissing: boolean
}

/** The values of a record under some paths. */
export interface Values {
  /** Value by its path. Order: of the record. */
  readonly found: ReadonlyMap<string, ObservedValue>
  /** What the page shows at a path. Absent: null, it was not seen: unreadable, or not part of the record. */
  read(path: string): ObservedValue | null
}

/** Reads the values that paths name. An entry of a list is named by its key: `products[B0SHLF0001].price`. */
export function readValues(seen: SeenRecord, definition: AnyRecord, paths: readonly FieldPath[]): Values {
  const reader = new ValueReader(seen, definition)
  for (const path of paths) reader.readPath(path)
  const { found } = reader
  const unseen = unseenPaths(seen, definition)
  const isUnseen = (path: string): boolean => unseen.some((own) => covers(own, path))
  for (const path of found.keys()) if (isUnseen(path)) found.delete(path)
  return { found, read: (path) => found.get(path) ?? (isUnseen(path) ? null : missingFrom(path, found)) }
}

/** Whether an entry left a list that has others. A list that is empty has lost its source, as a value has that is not shown. */
function missingFrom(path: string, found: ReadonlyMap<string, ObservedValue>): ObservedValue {
  const list = path.slice(0, path.lastIndexOf('[') + 1)
  const isMissing = [...found.keys()].some((other) => list !== '' && other.startsWith(list))
  return { value: null, winner: null, isMissing }
}

/** Problems that say nothing of the values that were read. */
const OF_NO_VALUE: ReadonlySet<Problem> = new Set(['left out', 'results of another search'])

/** Paths of fields that the record does not have, and of values that could not be read. Of a cut page, none can be told from one that it lacks. */
function unseenPaths({ record, issues = [] }: SeenRecord, definition: AnyRecord): readonly FieldPath[] {
  if (record === null) return []
  const { schema } = definition
  const isCut = issues.some(({ problem }) => problem === 'the page is cut')
  const absent = Object.keys(schema.entries ?? {}).filter((field) => isCut || memberOf(record, field) === undefined)
  const blamed = issues
    .filter(({ problem }) => !OF_NO_VALUE.has(problem))
    .map(({ field }) => stepsOfIssue(field, record, definition))
  return [...absent.map((field) => [{ field }]), ...blamed].map((steps) => ({ text: '', steps }))
}

/** Issues number rows by position, and values name them by key. */
function stepsOfIssue(path: string, record: object, definition: AnyRecord): readonly PathStep[] {
  const position = parseRowPath(path)
  if (position === null) return path.split('.').map((field) => ({ field }))
  const { list, index, field } = position
  const key = definition.rows === null ? null : keyOf(definition.rows.schema)
  const row = rowsOf(definition, record)?.[index]
  const named = key === null || row === undefined ? undefined : memberOf(row, key)
  const entry = typeof named === 'string' ? named : String(index)
  return [{ field: list }, { entry }, ...field.split('.').map((name) => ({ field: name }))]
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** A part of the record on the way to its values. */
interface Part {
  readonly schema: RecordSchema
  readonly value: unknown
  readonly path: string
  /** Path of its winner. */
  readonly source: string
  readonly isMissing: boolean
}

class ValueReader {
  readonly found = new Map<string, ObservedValue>()
  private readonly seen: SeenRecord
  private readonly definition: AnyRecord

  constructor(seen: SeenRecord, definition: AnyRecord) {
    this.seen = seen
    this.definition = definition
  }

  readPath({ steps }: FieldPath): void {
    const { record } = this.seen
    if (record === null) return
    this.follow({ schema: this.definition.schema, value: record, path: '', source: '', isMissing: false }, steps)
  }

  private follow(part: Part, steps: readonly PathStep[]): void {
    const [step, ...rest] = steps
    if (step === undefined) {
      this.readAll(part)
      return
    }
    if ('field' in step) {
      const own = this.fieldOf(part, step.field)
      if (own !== null) this.follow(own, rest)
      return
    }
    const entries = this.entriesOf(part)
    if ('every' in step) for (const entry of entries) this.follow(entry, rest)
    else for (const entry of entries) if (entry.path === part.path + printKey(step.entry)) this.follow(entry, rest)
  }

  /** All values of a part. */
  private readAll(part: Part): void {
    const schema = unwrap(part.schema)
    if (!hasParts(schema)) this.keep(part)
    else if (schema.entries === undefined) for (const entry of this.entriesOf(part)) this.readAll(entry)
    else {
      for (const field of Object.keys(schema.entries)) {
        const own = this.fieldOf(part, field)
        if (own !== null) this.readAll(own)
      }
    }
  }

  /** Absent: null, the record does not have the field. */
  private fieldOf({ schema, value, path, source, isMissing }: Part, field: string): Part | null {
    const own = partOf(schema, { field })
    const member = value === null ? null : memberOf(value, field)
    if (own === null || member === undefined) return null
    const isOfRecord = path === ''
    const isOfRow = parseRowPath(`${source}.x`) !== null && !source.includes('.')
    return {
      schema: own,
      value: member,
      path: isOfRecord ? field : `${path}.${field}`,
      source: isOfRecord ? field : isOfRow ? `${source}.${field}` : source,
      isMissing,
    }
  }

  private entriesOf({ schema, value, path, source }: Part): Part[] {
    const { item, type } = unwrap(schema)
    if (type === 'record' && typeof value === 'object' && value !== null) {
      const text = partOf(schema, { every: true }) ?? schema
      return Object.entries(value).map(([key, member]) => ({
        schema: text,
        value: member,
        path: path + printKey(key),
        source,
        isMissing: false,
      }))
    }
    if (item === undefined || !Array.isArray(value)) return []
    const key = keyOf(item)
    const isRows = path === this.definition.rows?.field
    return value.map((entry: unknown, index) => {
      const named = key === null ? undefined : memberOf(entry, key)
      return {
        schema: item,
        value: entry,
        path: path + printKey(typeof named === 'string' ? named : String(index)),
        source: isRows ? `${source}[${index}]` : source,
        isMissing: false,
      }
    })
  }

  /** Of several entries with one key, such as an ad and a result, the first that has a value counts. */
  private keep({ path, value, source, isMissing }: Part): void {
    const known = this.found.get(path)
    if (known !== undefined && known.value !== null) return
    const winner = value === null ? null : (this.seen.winners?.[source] ?? null)
    this.found.set(path, { value: value as SeenValue, winner, isMissing })
  }
}
