import {
  BATCH_ENDPOINTS,
  findMisspelled,
  parseWatchTerms,
  everyRule,
  recordOf,
  TERM_MEMBERS,
  WITHOUT_MEANING,
  type BatchParams,
  type ParsedParams,
} from '../../../core/contract/index.ts'
import { requireRecord, type WatchTerms } from '../../../core/index.ts'
import { costOf, leastIntervalOf, type KeyMode } from '../../../core/policy/index.ts'
import { findAskedGtin, type RetrievalRequest } from '../../fetch/parse-request.ts'
import { cronGapMs, isTimeZone } from '../../work/watch/watch-schedule.ts'
import { MissingPackageError } from '../../load-packages.ts'
import type { Caller } from '../../store/keys.ts'
import type { Watch } from '../../store/watches.ts'
import type { Service } from '../route/deps.ts'
import type { JsonReading } from '../route/read-json.ts'
import { parseItems } from './same-body.ts'

type Body = Readonly<Record<string, unknown>>

interface Detail {
  readonly param: string
  readonly message: string
}

/** A watch that is asked for, checked. */
export interface WatchRequest {
  readonly endpoint: BatchParams['endpoint']
  readonly items: BatchParams['items']
  readonly terms: WatchTerms
  /** Absent: null, no webhook. */
  readonly webhookUrl: string | null
}

/** A change of a watch, checked. Absent: undefined, it stays. */
export interface WatchChange {
  readonly terms: WatchTerms
  readonly webhookUrl: string | null | undefined
  readonly status: 'active' | 'paused' | undefined
}

const CREATION_MEMBERS = ['endpoint', 'items', 'webhook_url', ...TERM_MEMBERS]
const CHANGED_ELSEWHERE: Readonly<Record<string, string>> = {
  endpoint: 'can not be changed: create another watch',
  items: 'are changed with POST and DELETE of items',
}
const CHANGE_MEMBERS = ['status', 'webhook_url', ...TERM_MEMBERS]

/** Finds all mistakes at once: in the items, the terms, and the URL of the webhook. */
export async function parseWatch(
  service: Service,
  caller: Caller,
  reading: JsonReading,
): Promise<ParsedParams<WatchRequest>> {
  const body = toBody(reading)
  if ('problem' in body) return refused([{ param: 'body', message: body.problem }])
  const { endpoint, items, webhook_url = null } = body.value
  const parsed = service.contract.parseBatch({ endpoint, items, webhook_url })
  const requests = parsed.ok ? parseItems(service, parsed.params) : []
  const known = BATCH_ENDPOINTS.find((name) => name === endpoint)
  const definition = known === undefined ? null : requireRecord(recordOf(known))
  const { terms, details } = parseWatchTerms(body.value, { definition, leastMs: leastIntervalOf(caller.workspace) })
  const all = [
    ...(parsed.ok ? findMeaningless(parsed.params.items) : parsed.details),
    ...findGtins(requests),
    ...findBudgetMistake(terms, caller.mode, requests),
    ...(await findOwnMistakes(service, caller, body.value, terms, details)),
    ...findMisspelled(body.value, CREATION_MEMBERS),
  ]
  if (!parsed.ok || all.length > 0) return { ok: false, details: all, roadmap: parsed.ok ? [] : parsed.roadmap }
  return { ok: true, params: { ...parsed.params, terms, webhookUrl: parsed.params.webhook_url } }
}

/** Parses items that are added to a watch. */
export function parseWatchItems(
  service: Service,
  reading: JsonReading,
  { endpoint, mode, terms }: Pick<Watch, 'endpoint' | 'mode' | 'terms'>,
): ParsedParams<BatchParams['items']> {
  const body = toBody(reading)
  if ('problem' in body) return refused([{ param: 'body', message: body.problem }])
  const parsed = service.contract.parseBatch({ endpoint, items: body.value['items'], webhook_url: null })
  if (!parsed.ok) return { ...parsed, details: [...parsed.details, ...findMisspelled(body.value, ['items'])] }
  const all = [
    ...findMeaningless(parsed.params.items),
    ...findBudgetMistake(terms, mode, parseItems(service, parsed.params)),
    ...findMisspelled(body.value, ['items']),
  ]
  return all.length > 0 ? refused(all) : { ok: true, params: parsed.params.items }
}

/** Parses a change of a watch. */
export async function parseWatchChange(
  service: Service,
  caller: Caller,
  reading: JsonReading,
  watch: Pick<Watch, 'id' | 'endpoint' | 'itemCount' | 'mode' | 'terms'>,
): Promise<ParsedParams<WatchChange>> {
  const body = toBody(reading)
  if ('problem' in body) return refused([{ param: 'body', message: body.problem }])
  const definition = requireRecord(recordOf(watch.endpoint))
  const rules = { definition, leastMs: leastIntervalOf(caller.workspace) }
  const { terms, details } = parseWatchTerms(body.value, rules, watch.terms)
  const { status, webhook_url: url } = body.value
  const fixed = ['endpoint', 'items'].flatMap((param) =>
    body.value[param] === undefined ? [] : [{ param, message: CHANGED_ELSEWHERE[param] ?? '' }],
  )
  const isStatus = status === undefined || status === 'active' || status === 'paused'
  const all = [
    ...fixed,
    ...(isStatus ? [] : [{ param: 'status', message: 'must be active or paused' }]),
    ...(url === undefined || url === null || typeof url === 'string'
      ? []
      : [{ param: 'webhook_url', message: 'must be an https address' }]),
    ...(await findOwnMistakes(service, caller, body.value, terms, details)),
    ...findBudgetMistake(terms, watch.mode, await itemsOf(service, watch, terms)),
    ...findMisspelled(body.value, CHANGE_MEMBERS),
  ]
  if (all.length > 0 || !isStatus) return refused(all)
  const webhookUrl = typeof url === 'string' || url === null ? url : undefined
  return { ok: true, params: { terms, status, webhookUrl } }
}

function refused(details: readonly Detail[]): ParsedParams<never> {
  return { ok: false, details, roadmap: [] }
}

export function toBody(reading: JsonReading): { readonly value: Body } | { readonly problem: string } {
  if (!reading.ok) return { problem: reading.problem }
  const { value } = reading
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'must be a JSON object' }
  return { value: value as Body }
}

function findMeaningless(items: BatchParams['items']): readonly Detail[] {
  return items.flatMap((item, index) =>
    WITHOUT_MEANING.flatMap((name) =>
      item[name] === undefined || item[name] === false
        ? []
        : [{ param: `items[${index}].${name}`, message: 'has no meaning in a watch' }],
    ),
  )
}

/** A look does not search: a GTIN may belong to another product tomorrow, and each look would cost the search too. */
function findGtins(requests: readonly RetrievalRequest[]): readonly Detail[] {
  return requests.flatMap((request, index) => {
    const gtin = findAskedGtin(request)
    if (gtin === null) return []
    const message = `must be an ASIN in a watch: GET /api/v1/market/product?query=${gtin} finds it`
    return [{ param: `items[${index}].query`, message }]
  })
}

/** The items of a watch, parsed, where a change of its budget asks for them. */
async function itemsOf(
  service: Service,
  {
    id,
    endpoint,
    itemCount,
    terms: { max_credits_per_month: before },
  }: Pick<Watch, 'id' | 'endpoint' | 'itemCount' | 'terms'>,
  { max_credits_per_month: most }: WatchTerms,
): Promise<readonly RetrievalRequest[]> {
  if (most === null || most === before) return []
  const items = await service.store.watches.listItems(id, 0, itemCount)
  return parseItems(service, {
    endpoint,
    items: items.map(({ input }) => JSON.parse(input) as BatchParams['items'][number]),
  })
}

/** A budget that does not pay for one look at each item would never let the watch see that item. */
function findBudgetMistake(
  { max_credits_per_month: most }: WatchTerms,
  mode: KeyMode,
  items: readonly RetrievalRequest[],
): readonly Detail[] {
  const dearest = items.reduce((cost, { maxPages, service }) => Math.max(cost, costOf(mode, maxPages, service)), 0)
  // What is no number of credits is a mistake of the terms.
  if (!Number.isSafeInteger(most) || Number(most) < 1 || Number(most) >= dearest) return []
  return [{ param: 'max_credits_per_month', message: `must pay for a look at the dearest item: ${dearest} credits` }]
}

/** Mistakes in the terms, with those that only the service can find: times of a cron line, a time zone, an address. */
export async function findOwnMistakes(
  { epochMs, checkWebhookUrl }: Service,
  { workspace }: Caller,
  body: Body,
  { cron, timezone }: WatchTerms,
  found: readonly Detail[],
): Promise<readonly Detail[]> {
  const details = [...found]
  const hasMistake = (name: string): boolean => found.some(({ param }) => param === name)
  if (typeof timezone === 'string' && !hasMistake('timezone') && !isTimeZone(timezone)) {
    details.push({ param: 'timezone', message: 'must be the name of a time zone, such as Europe/Berlin' })
  } else if (typeof cron === 'string' && !hasMistake('cron') && !hasMistake('timezone')) {
    const message = await findCronMistake(cron, leastIntervalOf(workspace), epochMs())
    if (message !== null) details.push({ param: 'cron', message })
  }
  const url = body['webhook_url']
  const problem = typeof url === 'string' ? await checkWebhookUrl(url) : null
  if (problem !== null) details.push({ param: 'webhook_url', message: problem })
  return details
}

async function findCronMistake(cron: string, leastMs: number, nowMs: number): Promise<string | null> {
  try {
    const gap = await cronGapMs(cron, nowMs, leastMs)
    if (typeof gap === 'string') return gap
    return gap >= leastMs ? null : `must not have times closer than every: ${everyRule(leastMs)}`
  } catch (error) {
    if (error instanceof MissingPackageError) return 'needs a package that this server does not have: use every'
    throw error
  }
}
