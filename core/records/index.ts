import type { PageKind } from '../marketplace/page-kind.ts'
import type { AnyRecord } from '../record/define-record.ts'
import type { RecordSchema } from '../record/empty-value.ts'
import type { RecordOf } from '../record/record-of.ts'
import * as definitions from './definitions.ts'

type Definition = (typeof definitions)[keyof typeof definitions]

/** Name of a record on the wire. */
export type RecordName = Definition['name']

/** The definition of a record, by its name. */
export type DefinitionOf<Name extends RecordName> = Extract<Definition, { readonly name: Name }>

/** What was asked for, as far as reading a page depends on it: each record has its own. */
export type Asked = AllOf<ReturnType<Definition['asked']>>

/** The members of all types of a union. */
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Parameters of a record, besides those that all share: checked, with defaults. */
export type OwnParamsOf<Name extends RecordName> = ReturnType<DefinitionOf<Name>['complete']>

/** A record, by its name. */
export type NamedRecord<Name extends RecordName = RecordName> = {
  readonly [N in Name]: RecordOf<DefinitionOf<N>['schema']>
}[Name]

/** A page kind that belongs to a record, by the name of the record. */
export type KindOf<Name extends RecordName> = DefinitionOf<Name>['kinds'][number]

/** A page kind that a record is read from where it is named, by the name of the record. */
export type ReadKindOf<Name extends RecordName> =
  | KindOf<Name>
  | (DefinitionOf<Name> extends { readonly sharedKinds: readonly (infer Kind extends PageKind)[] } ? Kind : never)

/**
 * The record that is meant where none is named.
 *
 * @hidden
 */
export const DEFAULT_RECORD = definitions.product

/** The records of the first version. Others depend on their order: columns of tables keep theirs when a record is added. */
const FIRST: readonly (AnyRecord & { readonly name: RecordName })[] = [definitions.product, definitions.search]

/** All records. Order: those of the first version, then by name. */
export const records: readonly (AnyRecord & { readonly name: RecordName })[] = [
  ...FIRST,
  ...Object.values(definitions).filter(({ name }) => !FIRST.some((first) => first.name === name)),
]

/**
 * The record that is read from pages of a kind: the one that the kind belongs to, or the one that is
 * named, if it is read from such pages. Absent: null, such pages have none.
 */
export function findRecordOf(kind: string, named: RecordName | null = null): (typeof records)[number] | null {
  if (named === null) return records.find(({ kinds }) => kinds.some((own) => own === kind)) ?? null
  const record = requireRecord(named)
  return [...record.kinds, ...(record.sharedKinds ?? [])].some((own) => own === kind) ? record : null
}

/** The definition of a record. Throws: `TypeError`, for a name that no record has. */
export function requireRecord(name: RecordName): (typeof records)[number] {
  const found = records.find((record) => record.name === name)
  if (found === undefined) throw new TypeError(`There is no record "${name}".`)
  return found
}

/** Rows of a record. Absent: null, the record is one thing. */
export function rowsOf({ rows }: Pick<AnyRecord, 'rows'>, record: object): readonly object[] | null {
  if (rows === null) return null
  const found = (record as Readonly<Record<string, unknown>>)[rows.field]
  return Array.isArray(found) ? found : []
}

/** Schemas of all records and of their rows, by name: `product`, `search`, `card`. */
export const recordSchemas: ReadonlyMap<string, RecordSchema> = new Map(
  records.flatMap(({ name, schema, rows }) => {
    const own = [name, schema] as const
    return rows === null ? [own] : [own, [rows.name, rows.schema] as const]
  }),
)
