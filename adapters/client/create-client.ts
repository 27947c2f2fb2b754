import {
  ENDPOINTS,
  MAX_PAGES,
  recordEndpoint,
  type Account,
  type ReferenceUsage,
  type Usage,
} from '../../core/contract/index.ts'
import { records, type DefinitionOf, type NamedRecord, type RecordName } from '../../core/index.ts'
import type { Answer } from './answer.ts'
import { createBatches, type Batches } from './batches.ts'
import {
  createCaller,
  newIdempotencyKey,
  sleepFor,
  type CallOptions,
  type Caller,
  type ChargedCallOptions,
  type ClientOptions,
} from './caller.ts'
import { createKeys, type Keys } from './keys.ts'
import { createSchedules, type Schedules } from './schedules.ts'
import { createWatches, type Watches } from './watches.ts'
import type { Explain, Explained, FieldsQuery, RecordQuery, WithScreenshot } from './queries.ts'

/** `best_sellers` to `bestSellers`. */
type MethodName<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<MethodName<Rest>>}`
  : Name

/** Retrieves a record; several pages are one record. */
interface RecordMethod<Name extends RecordName> {
  <Field extends keyof NamedRecord<Name>>(
    query: RecordQuery<Name> & FieldsQuery<Field> & Explain,
    options?: ChargedCallOptions,
  ): Promise<Answer<Explained<Pick<NamedRecord<Name>, Field> & WithScreenshot>>>
  <Field extends keyof NamedRecord<Name>>(
    query: RecordQuery<Name> & FieldsQuery<Field>,
    options?: ChargedCallOptions,
  ): Promise<Answer<Pick<NamedRecord<Name>, Field> & WithScreenshot>>
  (
    query: RecordQuery<Name> & Explain,
    options?: ChargedCallOptions,
  ): Promise<Answer<Explained<NamedRecord<Name> & WithScreenshot>>>
  (query: RecordQuery<Name>, options?: ChargedCallOptions): Promise<Answer<NamedRecord<Name> & WithScreenshot>>
}

/** The pages of a record, a request each, as long as there are more and `pages` allows. Default of `pages`: 10. */
interface PagesMethod<Name extends RecordName> {
  (
    query: RecordQuery<Name> & Explain,
    options?: CallOptions,
  ): AsyncGenerator<Answer<Explained<NamedRecord<Name>>>, void>
  (query: RecordQuery<Name>, options?: CallOptions): AsyncGenerator<Answer<NamedRecord<Name>>, void>
}

/** Records that have several pages. */
type PagedName = {
  [Name in RecordName]: 'pages' extends keyof DefinitionOf<Name>['params'] ? Name : never
}[RecordName]

/** A method for each record, under its name, and one for the pages of those that have several: `product`, `search`, `searchPages`. */
export type RecordMethods = { readonly [Name in RecordName as MethodName<Name>]: RecordMethod<Name> } & {
  readonly [Name in PagedName as `${MethodName<Name>}Pages`]: PagesMethod<Name>
}

/**
 * A typed client of the service. Errors that pass by themselves are waited out; everything that is charged is
 * charged once, however often it is sent.
 *
 * Every call rejects with a `ServiceError`, whose `code` is documented, with a `ConnectionError`, or with the
 * reason of the signal that ended it.
 */
export interface Client extends RecordMethods {
  readonly batch: Batches
  /** Batches that are created again and again. */
  readonly schedule: Schedules
  readonly watch: Watches
  readonly keys: Keys
  /** Plan, credits, ceilings and keys. */
  account(options?: CallOptions): Promise<Answer<Account>>
  /** Charges by day, key and endpoint. `from`, `to`: days, such as `2026-05-31`. Default: the last 30 days. */
  usage(
    days?: { readonly from?: string | undefined; readonly to?: string | undefined },
    options?: CallOptions,
  ): Promise<Answer<Usage>>
  /** Charges by the references of the items of batches. A page has 100 references, or `limit` of up to 1,000. */
  usageByReference(page?: ReferenceUsageOptions, options?: CallOptions): Promise<Answer<ReferenceUsage>>
}

/** Days, and a reference or a page. */
interface ReferenceUsageOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly reference?: string | undefined
  readonly limit?: number | undefined
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * Creates a client. It opens no connection. Throws: a `TypeError` when `baseUrl` is not an http or https URL, or the key is empty.
 *
 * @example
 * ```ts
 * import { createClient } from 'shelfmark/client'
 *
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', key: process.env.SHELFMARK_KEY ?? '' })
 * const { data, meta } = await client.product({ query: 'B0SHLFX301', domain: 'de' })
 * console.log(data.title, meta.cost)
 * ```
 */
export function createClient(options: ClientOptions): Client {
  // `localhost:8080` alone is a URL too, with a scheme that can't be fetched.
  if (!/^https?:\/\//i.test(options.baseUrl) || !URL.canParse(options.baseUrl)) {
    throw new TypeError(`Invalid baseUrl "${options.baseUrl}". Give a URL such as http://127.0.0.1:8080.`)
  }
  if (options.key === '') throw new TypeError('The key is empty.')
  const call = createCaller(options)
  return {
    ...createRecordMethods(call),
    batch: createBatches(call, options.sleep ?? sleepFor),
    schedule: createSchedules(call),
    watch: createWatches(call),
    keys: createKeys(call),
    account: (settings) => call({ ...settings, endpoint: ENDPOINTS.getAccount }),
    usage: (days, settings) => call({ ...settings, endpoint: ENDPOINTS.getUsage, query: days }),
    usageByReference: (page, settings) => call({ ...settings, endpoint: ENDPOINTS.getUsageByReference, query: page }),
  }
}

/** Parameters of records that have several pages. */
interface PagesQuery {
  readonly start_page?: number | undefined
  readonly pages?: number | undefined
}

/** Name of the method of a record: `bestSellers` for `best_sellers`. */
export function toMethodName(record: string): string {
  return record.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

function createRecordMethods(call: Caller): RecordMethods {
  const methods = records.flatMap(({ name, pages, repeatable: repeated }) => {
    const method = toMethodName(name)
    const endpoint = recordEndpoint(name)
    const retrieve = (query: object, settings?: ChargedCallOptions): Promise<Answer<object>> =>
      call({ idempotencyKey: newIdempotencyKey(), ...settings, endpoint, query, repeated })
    async function* retrievePages(
      { start_page = 1, pages: count = MAX_PAGES, ...query }: PagesQuery,
      settings?: CallOptions,
    ): AsyncGenerator<Answer<object>, void> {
      const last = Math.min(start_page + count - 1, MAX_PAGES)
      for (let page = start_page; page <= last; page++) {
        const answer = await retrieve({ ...query, start_page: page, pages: 1 }, settings)
        yield answer
        if (answer.meta.hasMore !== true) return
      }
    }
    const own = [method, retrieve] as const
    return pages === null ? [own] : [own, [`${method}Pages`, retrievePages] as const]
  })
  return Object.fromEntries<unknown>(methods) as unknown as RecordMethods
}
