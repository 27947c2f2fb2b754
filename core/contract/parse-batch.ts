import { BATCH_ENDPOINTS, MAX_BATCH_ITEMS, type BatchEndpoint } from './batch-record.ts'
import { parseProductParams, parseSearchParams, type ParamRefusal, type ParsedParams } from './parse-params.ts'
import { ROADMAP_PARAMS } from './roadmap.ts'

/** An item as it is submitted. */
type ItemInput = Readonly<Record<string, unknown>>

/** A batch as it is asked for, checked; its items are checked too, and kept as they were submitted. */
export interface BatchParams {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ItemInput[]
  /** An address yet to be checked for being public. Absent: null, nobody is to be told. */
  readonly webhook_url: string | null
}

/** Each item is read as the synchronous endpoint reads its query. */
const PARSERS: Readonly<Record<BatchEndpoint, (item: ItemInput) => ParsedParams<unknown>>> = {
  'market.product': parseProductParams,
  'market.search': parseSearchParams,
}

/** A batch of a body of JSON: all of it, or what is wrong with any part. Unknown members are ignored. */
export function parseBatch(body: unknown): ParsedParams<BatchParams> {
  if (!isObject(body)) return { ok: false, details: [{ param: 'body', message: 'must be a JSON object' }], roadmap: [] }
  const { items, webhook_url = null } = body
  const endpoint = BATCH_ENDPOINTS.find((name) => name === body['endpoint'])
  const details: Detail[] = []
  const refuse = (param: string, rule: string): void => {
    details.push({ param, message: body[param] === undefined ? 'is required' : rule })
  }
  if (endpoint === undefined) refuse('endpoint', `must be one of: ${BATCH_ENDPOINTS.join(', ')}`)
  if (!isItemList(items)) refuse('items', `must be a list of 1 to ${MAX_BATCH_ITEMS} items`)
  if (webhook_url !== null && typeof webhook_url !== 'string') refuse('webhook_url', 'must be an https address')
  const refused = isItemList(items) ? refuseItems(endpoint, items) : NOTHING
  if (details.length + refused.details.length + refused.roadmap.length > 0) {
    return { ok: false, details: [...details, ...refused.details], roadmap: refused.roadmap }
  }
  return { ok: true, params: { endpoint, items, webhook_url } as BatchParams }
}

type Refused = Pick<ParamRefusal, 'details' | 'roadmap'>
type Detail = ParamRefusal['details'][number]

const NOTHING: Refused = { details: [], roadmap: [] }

/** What is wrong with items, each parameter with the place of its item. Of an unknown endpoint nobody knows the parameters. */
function refuseItems(endpoint: BatchEndpoint | undefined, items: readonly unknown[]): Refused {
  const details: Detail[] = []
  const roadmap = new Set<string>()
  for (const [index, item] of items.entries()) {
    const place = `items[${index}]`
    if (!isObject(item)) {
      details.push({ param: place, message: 'must be an object' })
      continue
    }
    const parsed = endpoint === undefined ? null : PARSERS[endpoint](item)
    if (parsed === null || parsed.ok) continue
    details.push(...parsed.details.map(({ param, message }) => ({ param: `${place}.${param}`, message })))
    for (const name of parsed.roadmap) roadmap.add(name)
  }
  return { details, roadmap: ROADMAP_PARAMS.filter((name) => roadmap.has(name)) }
}

function isObject(value: unknown): value is ItemInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isItemList(items: unknown): items is readonly unknown[] {
  return Array.isArray(items) && items.length >= 1 && items.length <= MAX_BATCH_ITEMS
}
