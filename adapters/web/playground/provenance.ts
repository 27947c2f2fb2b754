import { rowPath, type Absence, type Attempt, type Issue } from '../../../core/index.ts'
import type { RecordReading } from './reader/protocol.ts'
import { requireFacts } from '../kit/records.ts'

/** One field of a record, or of a row, and where its value is from. */
export interface Field {
  /** `price`; `products[3].price` of a row. */
  readonly path: string
  /** `price` */
  readonly name: string
  readonly value: unknown
  readonly isEmpty: boolean
  /** Selector, or a description of what else gave the value. Absent: null, nothing did. */
  readonly source: string | null
  readonly issue: Issue | null
  /** Why it has no value. Absent: null, it has one, or is false. */
  readonly absence: Absence | null
  /** Order: as tried. */
  readonly attempts: readonly Attempt[]
  /** Positions of the elements that the value was read from. Absent: an empty list, it is not from an element. */
  readonly elements: readonly number[]
}

/** A row of a record that is a list, and its fields. */
export interface RowView {
  /** `products[3]` */
  readonly path: string
  readonly fields: readonly Field[]
  /** Position of the row's element. */
  readonly element: number | null
  readonly title: string
  /** `1`, or `Ad 2`. */
  readonly label: string
  readonly isAd: boolean
}

/** What the record of a page consists of. */
export interface ProvenanceView {
  /** Fields of the record besides its rows. */
  readonly fields: readonly Field[]
  readonly rows: readonly RowView[]
  /** Paths of the fields that an element gave a value to, by its position; of a row's element, the path of the row. */
  readonly pathsOf: ReadonlyMap<number, readonly string[]>
}

/** Position of the element that a page starts with: the first row, or the title. Absent: null, the record has neither. */
export function findStart({ fields, rows }: ProvenanceView): number | null {
  const [row] = rows
  if (row !== undefined) return row.element
  return fields.find(({ name }) => name === 'title')?.elements[0] ?? null
}

/** The field of a path. Absent: null, there is none. */
export function findField({ fields, rows }: ProvenanceView, path: string): Field | null {
  const own = rows.find((row) => path.startsWith(`${row.path}.`))?.fields ?? fields
  return own.find((field) => field.path === path) ?? null
}

/** Positions of the elements of a field, or of a row. */
export function elementsOf(provenance: ProvenanceView, path: string): readonly number[] {
  const row = provenance.rows.find((other) => other.path === path)
  if (row !== undefined) return row.element === null ? [] : [row.element]
  return findField(provenance, path)?.elements ?? []
}

const NAMED_ROW = /^(\w+)\[([^\]]+)\]\.(\w+)/
const FIRST_NAME = /^\w+/

/**
 * The path of the field that a difference is in: `products[B0SHLF0001].price` is that of the row with the ASIN,
 * `sales_rank[0].rank` is `sales_rank`.
 */
export function fieldOfChange(provenance: ProvenanceView, path: string): string {
  const { rows } = provenance
  if (rows.some((own) => own.path === path) || findField(provenance, path) !== null) return path
  const [, , key, name] = NAMED_ROW.exec(path) ?? []
  const row = rows.find(({ fields }) => fields.some((field) => field.name === 'asin' && field.value === key))
  return row === undefined ? (FIRST_NAME.exec(path)?.[0] ?? path) : `${row.path}.${name}`
}

/** Any record or row, by the names of its fields. */
type Values = Readonly<Record<string, unknown>>

/** Reads what is known of each field. */
export function toProvenance({ extraction, record: name }: RecordReading): ProvenanceView {
  if (extraction.record === null || name === null) return { fields: [], rows: [], pathsOf: new Map() }
  const sources = indexSources(extraction)
  const record: Values = { ...extraction.record }
  const list = requireFacts(name).rowsField
  if (list === null) return withPaths(toFields(record, toOwnPath, sources), [])
  const { [list]: rows, ...rest } = record
  const views = (Array.isArray(rows) ? (rows as readonly Values[]) : []).map((row, index): RowView => {
    const { sponsored_position: adPosition, organic_position: position } = row
    const isAd = typeof adPosition === 'number'
    return {
      path: `${list}[${index}]`,
      fields: toFields(row, (name) => rowPath(list, index, name), sources),
      element: extraction.rowElements?.[index] ?? null,
      title: titleOf(row),
      label: isAd ? `Ad ${adPosition}` : String(typeof position === 'number' ? position : index + 1),
      isAd,
    }
  })
  return withPaths(toFields(rest, toOwnPath, sources), views)
}

/** Path of a field of the record or row that is read, by its name. */
type ToPath = (name: string) => string

const toOwnPath: ToPath = (name) => name

const NAME = /(?:^|_)name$/

/** The title of a row, else the first name in it, else its first text. */
function titleOf(row: Values): string {
  const names = Object.keys(row).filter((field) => NAME.test(field))
  const texts = [row['title'], ...names.map((field) => row[field]), ...Object.values(row)]
  return texts.find((value) => typeof value === 'string') ?? ''
}

interface Sources {
  readonly winners: Readonly<Record<string, string | undefined>>
  readonly issues: ReadonlyMap<string, Issue>
  readonly absences: ReadonlyMap<string, Absence>
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>
}

function indexSources({ winners, issues, attempts, absences }: RecordReading['extraction']): Sources {
  const byField = new Map<string, Attempt[]>()
  for (const attempt of (attempts ?? []) as readonly Attempt[]) {
    const own = byField.get(attempt.field)
    if (own === undefined) byField.set(attempt.field, [attempt])
    else own.push(attempt)
  }
  return {
    winners,
    issues: new Map((issues as readonly Issue[]).map((issue) => [issue.field, issue])),
    absences: new Map(((absences ?? []) as readonly Absence[]).map((absence) => [absence.field, absence])),
    attempts: byField,
  }
}

function toFields(record: Values, toPath: ToPath, sources: Sources): Field[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (name === 'html') return []
    const path = toPath(name)
    const attempts = sources.attempts.get(path) ?? []
    const isEmpty = isEmptyValue(value)
    return {
      path,
      name,
      value,
      isEmpty,
      source: isEmpty ? null : (sources.winners[path] ?? sourceOfParts(attempts)),
      issue: sources.issues.get(path) ?? null,
      absence: sources.absences.get(path) ?? null,
      attempts,
      elements: isEmpty ? [] : findElements(path, toPath, sources),
    }
  })
}

/** A value that says nothing: the page does not show the field. */
function isEmptyValue(value: unknown): boolean {
  if (value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The source of a field whose parts have one each. */
function sourceOfParts(attempts: readonly Attempt[]): string | null {
  return attempts.find(({ outcome }) => outcome === 'won')?.source ?? null
}

const OTHER_FIELD = /^field: (\w+)$/

/** Elements of the attempts that gave the value. A value that follows from another field has the elements of that one. */
function findElements(path: string, toPath: ToPath, sources: Sources, seen: ReadonlySet<string> = new Set()): number[] {
  if (seen.has(path)) return []
  const won = (sources.attempts.get(path) ?? []).filter(({ outcome }) => outcome === 'won')
  const positions = won.flatMap(({ elements, source }) => {
    const other = OTHER_FIELD.exec(source)?.[1]
    return other === undefined ? elements : findElements(toPath(other), toPath, sources, new Set([...seen, path]))
  })
  return [...new Set(positions)]
}

function withPaths(fields: readonly Field[], rows: readonly RowView[]): ProvenanceView {
  const pathsOf = new Map<number, string[]>()
  for (const { path, elements } of [...fields, ...rows.flatMap((row) => row.fields)]) {
    for (const element of elements) pathsOf.set(element, [...(pathsOf.get(element) ?? []), path])
  }
  for (const { element, path } of rows) if (element !== null && !pathsOf.has(element)) pathsOf.set(element, [path])
  return { fields, rows, pathsOf }
}
