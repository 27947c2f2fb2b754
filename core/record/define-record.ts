import type { GenericSchema, InferOutput, ObjectEntries, ObjectSchema } from 'valibot'
import type { PageKind } from '../marketplace/page-kind.ts'
import type { RecordSchema } from './empty-value.ts'
import type { Asked } from './extraction.ts'
import type { LinkOwner, LinkRules } from '../text/url.ts'

/** The rows of a record that is a list: the cards of a search. */
export interface RecordRows {
  /** Field of the record that holds them. */
  readonly field: string
  /** What one is called, in commands and tables. */
  readonly name: string
  /** Name of its schema in the description of the interface. */
  readonly schemaName: string
  readonly schema: RecordSchema
}

/** Texts of the tool that gives a record to a language model. */
interface ToolTexts {
  readonly title: string
  /** What the tool does. */
  readonly description: string
  /** What `query` is called there, and what several are, in the tool for batches: "ASINs". */
  readonly query: { readonly name: string; readonly description: string; readonly plural: string }
  /** Fields of the record or of a row, for examples. */
  readonly exampleFields: readonly [string, ...string[]]
  /**
   * Parameters of the record that a model gives, by name, with what each means there. null: the name says it.
   * Default: all except the numbers of pages, each with its own description.
   */
  readonly params?: Readonly<Record<string, string | null>>
}

/** Texts about a record that programs and people read. */
interface RecordTexts {
  /** Its operation: what it is called in the description of the interface, and what it does. */
  readonly operation: { readonly id: string; readonly summary: string; readonly description: string }
  /** Its answer. */
  readonly answer: string
  readonly tool: ToolTexts
  /** What several requests are called: "products". */
  readonly plural: string
}

/** Pages that a request asks for. */
export interface PageRange {
  /** From 1. */
  readonly first: number
  readonly count: number
}

/** Schemas of parameters, by name. */
export interface ParamEntries extends ObjectEntries {
  readonly query: GenericSchema
}

/** How a record of several pages is asked for and put together. */
interface RecordPages<Params, Value> {
  /** The pages that parameters ask for. */
  range(params: Params): PageRange
  /** The record of all pages, from those of each, in their order. */
  combine(pages: readonly Value[]): object
}

/** Codes of the errors that a retrieval of the record ends with. */
export interface RecordErrors {
  /** The marketplace answered that there is no such page. */
  readonly notFound: string
  /** The page is of something else than was asked for. */
  readonly mismatch: string
}

/**
 * A record: what can be read from pages of some kinds, and how it is asked for. Everything else that
 * knows records, from the HTTP operation to the columns of a table, follows from the list of them in
 * `core/records`.
 *
 * A definition is light: clients import it. The extraction is a file of its own next to it.
 */
export interface RecordDefinition<
  Name extends string,
  Entries extends ParamEntries,
  Schema extends RecordSchema,
  Params extends object,
  Given = InferOutput<ObjectSchema<Entries, undefined>>,
  Value = InferOutput<Schema>,
> {
  /** Its name on the wire: the path, the endpoint of a batch, the charge, the map of a marketplace. */
  readonly name: Name
  /** Kinds of pages that it is read from. */
  readonly kinds: readonly PageKind[]
  /** Fields, in the order of the wire, with the only text about each. */
  readonly schema: Schema
  /** Name of the schema in the description of the interface. */
  readonly schemaName: string
  /** Absent: null, the record is one thing. */
  readonly rows: RecordRows | null
  /** Fields that are shown, of the record or of a row, where nobody asks for others. */
  readonly mainFields: readonly string[]
  /** Parameters besides those that all records share: `query` first. */
  readonly params: Entries
  /** Parameters that can be passed several times, with different values. Default: none. */
  readonly repeatable?: readonly string[]
  /** Values of parameters for examples. */
  readonly exampleParams: Readonly<Record<string, string>>
  /** Whether `query` names a product: then the URL of its page is accepted where people write it. */
  readonly isOfProduct: boolean
  /** Absent: null, the record has one page. */
  readonly pages: RecordPages<Params, Value> | null
  readonly errors: RecordErrors
  readonly texts: RecordTexts
  /** Mistakes between parameters that are right one by one, by the name of the parameter. */
  findConflicts(given: Partial<Given>, links: LinkRules): Readonly<Record<string, string>>
  /** Completes the parameters that were given. Those that all records share pass through. */
  complete(given: Given): Params
  /** Address of a page. `page`: from 1. */
  address(marketplace: LinkOwner, params: Params & { readonly language: string | null }, page: number): string
  /** What the page has to show. `page`: from 1. */
  asked(params: Params, page: number): Asked
  /** Names that the file of a saved page consists of, by its address: first the query. Absent: null, it is the address of another page. */
  savedAs(marketplace: LinkOwner, address: URL): readonly string[] | null
}

/** Any record. Its functions take what the definition itself has parsed or extracted. */
export type AnyRecord = RecordDefinition<string, ParamEntries, RecordSchema, object>

/** Declares a record. */
export function defineRecord<
  const Name extends string,
  Entries extends ParamEntries,
  Schema extends RecordSchema,
  Params extends object,
  const Literals extends Pick<AnyRecord, 'kinds' | 'errors'>,
>(
  definition: RecordDefinition<Name, Entries, Schema, Params> & Literals,
): RecordDefinition<Name, Entries, Schema, Params> & Literals {
  return definition
}
