import * as v from 'valibot'
import { describeChoice } from '../error/similar.ts'
import type { RecordName } from '../records/index.ts'
import { batchParamsSchema, MAX_BATCH_ITEMS } from './batch-record.ts'
import { parseDeliver, type DeliverParams } from './deliver.ts'
import { BATCH_ENDPOINTS, recordOf, type BatchEndpoint } from './endpoints.ts'
import { findMisspelled } from './misspelled.ts'
import { isMetadata, METADATA_RULE, type Metadata } from './metadata.ts'
import {
  REFERENCE,
  referenceSchema,
  ROADMAP_PARAMS,
  type ParamDetail,
  type ParamRefusal,
  type ParsedParams,
} from './params.ts'

/** An item as it was submitted. */
type ItemInput = Readonly<Record<string, unknown>>

/** A checked request for a batch. Its items are checked too. They keep the members that the interface knows and `reference`, as submitted; others, and those that are null, are dropped. */
export interface BatchParams {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ItemInput[]
  /** An address; nothing has checked yet that it is public. Absent: null, no webhook. */
  readonly webhook_url: string | null
  /** Empty: none was given. */
  readonly metadata: Metadata
  /** Absent: null, results are only read. */
  readonly deliver: DeliverParams | null
}

/** How the items of an endpoint are parsed, as the endpoint parses its query. */
interface ItemParser {
  readonly parse: (item: ItemInput) => ParsedParams<unknown>
  /** Names of the parameters. */
  readonly members: readonly string[]
}

/** By the name of the record. */
export type ItemParsers = ReadonlyMap<RecordName, ItemParser>

/** Members of the body. */
const MEMBERS: readonly string[] = Object.keys(batchParamsSchema.entries)

/** Parses the JSON body of a batch with the parsers of its items. */
export function parseBatch(body: unknown, parsers: ItemParsers): ParsedParams<BatchParams> {
  if (!isObject(body)) return { ok: false, details: [{ param: 'body', message: 'must be a JSON object' }], roadmap: [] }
  const { items, webhook_url = null } = body
  const metadata: unknown = body['metadata'] ?? {}
  const endpoint = BATCH_ENDPOINTS.find((name) => name === body['endpoint'])
  const details: ParamDetail[] = []
  const refuse = (param: string, rule: string): void => {
    details.push({ param, message: body[param] === undefined ? 'is required' : rule })
  }
  if (endpoint === undefined) refuse('endpoint', describeChoice(body['endpoint'], BATCH_ENDPOINTS))
  if (!isItemList(items)) {
    const count = Array.isArray(items) ? `, and has ${items.length}` : ''
    refuse('items', `must be a list of 1 to ${MAX_BATCH_ITEMS} items${count}`)
  }
  if (webhook_url !== null && typeof webhook_url !== 'string') refuse('webhook_url', 'must be an https address')
  details.push(...findMisspelled(body, MEMBERS))
  if (!isMetadata(metadata)) refuse('metadata', METADATA_RULE)
  const deliver = parseDeliver(body['deliver'])
  if (!deliver.ok) details.push(...deliver.details)
  const parser = endpoint === undefined ? undefined : parsers.get(recordOf(endpoint))
  const refused = isItemList(items) ? refuseItems(items, parser) : NOTHING
  if (!deliver.ok || details.length + refused.details.length + refused.roadmap.length > 0) {
    return { ok: false, details: [...details, ...refused.details], roadmap: refused.roadmap }
  }
  const members = parser?.members ?? []
  const kept = (items as readonly ItemInput[]).map((item) => keepMembers(item, [...members, REFERENCE]))
  return { ok: true, params: { endpoint, items: kept, webhook_url, metadata, deliver: deliver.deliver } as BatchParams }
}

type Refused = Pick<ParamRefusal, 'details' | 'roadmap'>

const NOTHING: Refused = { details: [], roadmap: [] }

/** Mistakes in items, each with the index of its item. `parser`: undefined for an unknown endpoint, whose parameters are unknown too. */
function refuseItems(items: readonly unknown[], parser: ItemParser | undefined): Refused {
  const details: ParamDetail[] = []
  const roadmap = new Set<string>()
  for (const [index, item] of items.entries()) {
    const path = `items[${index}]`
    if (!isObject(item)) {
      details.push({ param: path, message: 'must be an object' })
      continue
    }
    const reference = v.safeParse(v.nullish(referenceSchema), item[REFERENCE], { abortPipeEarly: true })
    if (!reference.success) details.push({ param: `${path}.${REFERENCE}`, message: reference.issues[0].message })
    const parsed = parser?.parse(item)
    if (parsed === undefined || parsed.ok) continue
    details.push(...parsed.details.map(({ param, message }) => ({ param: `${path}.${param}`, message })))
    for (const name of parsed.roadmap) roadmap.add(name)
  }
  return { details, roadmap: ROADMAP_PARAMS.filter((name) => roadmap.has(name)) }
}

/** The members of an object that have one of the names, in the order of the names. Those that are null are dropped. */
export function keepMembers(item: ItemInput, names: readonly string[]): ItemInput {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(item, name) ? item[name] : null
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
}

function isObject(value: unknown): value is ItemInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isItemList(items: unknown): items is readonly unknown[] {
  return Array.isArray(items) && items.length >= 1 && items.length <= MAX_BATCH_ITEMS
}
