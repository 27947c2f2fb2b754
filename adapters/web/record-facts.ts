import * as v from 'valibot'
import { ALL_REASONS, describeReason, ERRORS, recordEndpoint } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, records, type RecordName } from '../../core/index.ts'
import { toMethodName } from '../client/create-client.ts'
import type { SandboxExample } from '../sandbox/record/simulated-record.ts'
import { findSimulatedRecord } from '../sandbox/server/records.ts'

/** What the pages for browsers know of a record. */
export interface RecordFacts {
  readonly name: RecordName
  /** Kinds of pages that belong to it. */
  readonly kinds: readonly string[]
  /** Kinds of pages of other records that it is read from too. */
  readonly sharedKinds: readonly string[]
  /** "Product" */
  readonly title: string
  /** "products" */
  readonly plural: string
  /** Path of its endpoint. */
  readonly path: string
  /** Name of its method of the client. */
  readonly method: string
  /** Field that holds its rows. Absent: null, it is one thing. */
  readonly rowsField: string | null
  /** Whether it is meant where none is named. */
  readonly isDefault: boolean
  /** Whether it is asked for with an ASIN. */
  readonly isOfProduct: boolean
  /** What it is asked for with, in a sentence. */
  readonly queryHint: string
  /** Whether its query can be empty. */
  readonly takesNothing: boolean
  /** Whether it is asked for with any words. */
  readonly takesWords: boolean
  /** Simulated pages that show what there is to see. */
  readonly examples: readonly SandboxExample[]
}

/** Facts of all records. The build puts them into the bundles: the definitions themselves are large. */
export const recordFacts: readonly RecordFacts[] = records.map((record) => ({
  name: record.name,
  kinds: record.kinds,
  sharedKinds: 'sharedKinds' in record ? record.sharedKinds : [],
  title: record.texts.tool.title,
  plural: record.texts.plural,
  path: recordEndpoint(record.name).path,
  method: toMethodName(record.name),
  rowsField: record.rows?.field ?? null,
  isDefault: record.name === DEFAULT_RECORD.name,
  isOfProduct: record.isOfProduct,
  queryHint: record.texts.tool.query.description,
  takesNothing: v.is(record.params.query, ''),
  takesWords: v.is(record.params.query, 'two words'),
  examples: findSimulatedRecord(record.name)?.examples ?? [],
}))

/** What each error of the interface means, and each reason for one. */
export const outcomeTexts: Readonly<Record<'errors' | 'reasons', Readonly<Record<string, string>>>> = {
  errors: Object.fromEntries(Object.entries(ERRORS).map(([code, { description }]) => [code, description])),
  reasons: Object.fromEntries(ALL_REASONS.map((reason) => [reason, describeReason(reason) ?? ''])),
}
