import type { GenericSchema, InferOutput, ObjectEntries, ObjectSchema } from 'valibot'
import type { PageKind } from '../marketplace/page-kind.ts'
import type { RecordSchema } from './empty-value.ts'
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

/** What is compared when a record is looked at again and again. Fields are paths: `sales_rank[0].rank`, `products[].price`. */
export interface RecordWatch {
  /** Fields that are compared unless others are named. */
  readonly fields: readonly string[]
  /** Fields whose words change by themselves, such as dates of delivery: compared only where they are named. */
  readonly moving: readonly string[]
  /** Texts that count by themselves ("Only 3 left"): their numbers are compared only where the field is named. */
  readonly counting: readonly string[]
  /** Field that says which place of delivery the page is for. Absent: undefined, none does. */
  readonly place?: string
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
  /** Whether a page says that none follows. Default: only a page without rows ends the record. */
  isLast?(page: Value): boolean
}

/** Rows that a page loads later, with a request that only the page itself names. They can be asked for by a parameter. */
interface RestOfRows {
  /** Parameter that asks for them: true or false. */
  readonly param: string
  /** Field of a row that names it: what is loaded later replaces the row of the page with the same value. */
  readonly rowKey: string
}

/** How a record is found by a GTIN that its page prints. */
interface RecordLookup {
  /** Record that lists what may have the GTIN, with the GTIN as its query. */
  readonly record: string
  /** What the list names: the query of its record, and its title. Order: of the list. */
  candidates(list: object): readonly { readonly query: string; readonly title: string }[]
}

/** Codes of the errors that a retrieval of the record ends with. */
export interface RecordErrors {
  /** The marketplace answered that there is no such page. */
  readonly notFound: string
  /** The page is of something else than was asked for. */
  readonly mismatch: string
  /** No session was shown what was asked for. Absent: undefined, the record asks for nothing that a session can lack. */
  readonly withheld?: string
  /** No page prints the code that was asked for, or several do. Absent: undefined, the record is not found by a code. */
  readonly unconfirmed?: string
}

/** The codes that definitions name. A code that a definition may have, and does not name, has the type of any text. */
type Named<Code> = Code extends string ? (string extends Code ? never : Code) : never

/** The codes of a definition's errors. */
export type CodesOf<Errors> = Errors extends RecordErrors
  ? { [Key in keyof Errors]-?: Named<Errors[Key]> }[keyof Errors]
  : never

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
  Asked extends object = object,
  Given = InferOutput<ObjectSchema<Entries, undefined>>,
  Value = InferOutput<Schema>,
> {
  /** Its name on the wire: the path, the endpoint of a batch, the charge, the map of a marketplace. */
  readonly name: Name
  /** Kinds of pages that it is read from. Each kind belongs to one record, which is read where none is named. */
  readonly kinds: readonly PageKind[]
  /** Kinds that belong to other records, and that it is read from too where it is named. Default: none. */
  readonly sharedKinds?: readonly PageKind[]
  /** Fields, in the order of the wire, with the only text about each. */
  readonly schema: Schema
  /** Name of the schema in the description of the interface. */
  readonly schemaName: string
  /** Absent: null, the record is one thing. */
  readonly rows: RecordRows | null
  /** Fields that are shown, of the record or of a row, where nobody asks for others. */
  readonly mainFields: readonly string[]
  /** What a watch compares. Default: the main fields, of the record or of every row. */
  readonly watch?: RecordWatch
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
  /** Whether another attempt can bring the right page after a wrong one. Default: false. */
  readonly isMismatchRetried?: boolean | undefined
  /** Record of the page that pages of this record are parts of: its header shows the place of delivery, and it names the family of a product. Default: undefined, they are whole pages. */
  readonly mainPage?: string | undefined
  /** Default: undefined, it is not found by a GTIN. */
  readonly lookup?: RecordLookup | undefined
  /** Default: undefined, a page holds all of its rows. */
  readonly rest?: RestOfRows | undefined
  readonly texts: RecordTexts
  /** Mistakes between parameters that are right one by one, by the name of the parameter. */
  findConflicts(given: Partial<Given>, links: LinkRules): Readonly<Record<string, string>>
  /** Parameters that the address of a page means, where it is passed as the query. Absent: null, it is the address of another page. Default: undefined, addresses are not read. */
  readonly readAddress?: ((address: URL, owner: LinkOwner) => Readonly<Record<string, unknown>> | null) | undefined
  /** Completes the parameters that were given. Those that all records share pass through. */
  complete(given: Given): Params
  /** Address of a page. `page`: from 1. */
  address(marketplace: LinkOwner, params: Params & { readonly language: string | null }, page: number): string
  /** What the page has to show. `page`: from 1. */
  asked(params: Params, page: number): Asked
  /** Whether a page is of use only in a session that is shown reviews. `fields`: those that are wanted; null, all. Default: undefined, none is. */
  needsReviews?(params: Params, fields: readonly string[] | null): boolean
  /** Names that the file of a saved page consists of, by its address: first the query. Absent: null, it is the address of another page. */
  savedAs(marketplace: LinkOwner, address: URL): readonly string[] | null
}

/** Any record. Its functions take what the definition itself has parsed or extracted. */
export type AnyRecord = RecordDefinition<string, ParamEntries, RecordSchema, object>

/** Whether parameters ask for the rows that a page loads later, too. */
export function asksForRest({ rest }: Pick<AnyRecord, 'rest'>, params: object): boolean {
  return rest !== undefined && (params as Readonly<Record<string, unknown>>)[rest.param] === true
}

/** The most pages that parameters ask for, with those that are loaded later. */
export function countPages(record: Pick<AnyRecord, 'pages' | 'rest'>, params: object): number {
  const count = record.pages?.range(params).count ?? 1
  return asksForRest(record, params) ? 2 * count : count
}

/** Declares a record. */
export function defineRecord<
  const Name extends string,
  Entries extends ParamEntries,
  Schema extends RecordSchema,
  Params extends object,
  const Literals extends Pick<AnyRecord, 'kinds' | 'sharedKinds' | 'errors'>,
  Asked extends object,
>(definition: RecordDefinition<Name, Entries, Schema, Params, Asked> & Literals): typeof definition {
  return definition
}
