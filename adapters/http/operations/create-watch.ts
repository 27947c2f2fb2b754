import type { H3Event, HTTPResponse } from 'h3'
import { ENDPOINTS, errorBody, pathOf, toErrorBody, type WatchCreated } from '../../../core/contract/index.ts'
import { newControl } from '../../../core/index.ts'
import { maxWatchedItems, monthOf } from '../../../core/policy/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { NewWatch, Watch } from '../../store/watches.ts'
import { trackedRequestExample, watchCreatedExample, watchRequestExample } from '../openapi/examples/watch.ts'
import { FREE, jsonAnswer, REPLAYED, refuse, refuseForNow, refuseWith } from '../route/answers.ts'
import { refuseItems } from '../route/count-items.ts'
import type { Service } from '../route/deps.ts'
import { stateOf } from '../route/hooks.ts'
import { isJsonType } from '../route/json-type.ts'
import { mountBase } from '../route/mount-base.ts'
import { readJson, type JsonReading } from '../route/read-json.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
import { MAX_BODY_BYTES, refuseStorage } from './create-batch.ts'
import { findKeyMistakes, idempotencyParameter, readIdempotencyKey } from './idempotency-key.ts'
import { parseWatch, type WatchRequest } from './parse-watch-body.ts'
import { parseItems, toIdempotency } from './same-body.ts'
import { printWatchHead } from '../route/print-watch.ts'

const idempotencyKey = idempotencyParameter(
  'Names this watch for a day, within the workspace and its live or its sandbox keys: the same key and body give the first answer again, with the secret, as long as the watch is there.',
)

export const createWatch = defineOperation('createWatch', 'batch', {
  tags: ['watch'],
  summary: 'Look at items again and again',
  description:
    'Takes 1 to 1,000 items, all of them or none, and looks at each at once, and then as `every` or `cron` says. A look costs what its request costs; one that fails is free. What is an alert is posted to `webhook_url`; all changes are in `changes`, all values in `series`.',
  parameters: [idempotencyKey],
  requestBody: jsonBody(
    'The items, when they are looked at, and what is an alert. At most 8 MiB, 32 levels and 100,000 values.',
    'WatchRequest',
    {
      rank: { summary: 'The rank of a product', value: trackedRequestExample },
      watch: { summary: 'Two products, and a rule', value: watchRequestExample },
    },
  ),
  success: answered(201, {
    description:
      'The watch was created. Store the secret: only the same idempotency key and body give this answer again, for a day, with `Svc-Replayed: true`.',
    schema: 'WatchCreated',
    headers: ['Location'],
    rareHeaders: ['Svc-Replayed'],
    examples: { created: { summary: 'A new watch', value: watchCreatedExample } },
  }),
  errors: ['invalid_params', 'idempotency_conflict', 'unsupported_media_type', 'quota_exceeded', 'not_implemented'],
  handler: answerCreation,
})

/** Creates a watch, all of it or nothing. The same idempotency key and body give the same watch again. */
async function answerCreation(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const key = readIdempotencyKey(event)
  const reading = await readJson(event, { maxBytes: MAX_BODY_BYTES })
  const tooMany = await refuseItems(event, service, caller, countItems(reading))
  if (tooMany !== null) return tooMany
  const parsed = await parseWatch(service, caller, reading)
  const mistakes = findKeyMistakes(key)
  if (!parsed.ok) return refuseWith(toErrorBody({ ...parsed, details: [...parsed.details, ...mistakes] }))
  if (mistakes.length > 0) return refuseWith(toErrorBody({ ok: false, details: mistakes, roadmap: [] }))
  const refusal = await refuseStorage(service, caller)
  const { params } = parsed
  const secret = service.secrets.create()
  const wanted = toNewWatch(params, service, caller, secret)
  const created = await service.store.watches.create({
    ...wanted,
    idempotency: key === null ? null : toIdempotency(key, params, parseItems(service, params), bodyOf(params)),
    // A watch that was created before is answered again, also when no other may be created.
    maxItems: refusal === null ? wanted.maxItems : 0,
  })
  if (created === 'idempotency_conflict') return refuse(created)
  if (created === 'too_many_items') return refusal ?? refuseWatched(wanted.maxItems ?? 0)
  const { isNew, watch } = created
  // The first answer may never have arrived, so that it is given again as it was, with its secret.
  const known = isNew ? secret : service.secrets.open(watch.sealedSecret)
  if (known === null) {
    const message = 'a watch exists, and can be answered again only with the master key that it was created with'
    service.log.error({ request: stateOf(event).id, watch: watch.id }, message)
    return refuseForNow('sealed')
  }
  const answer: WatchCreated = { ...printWatchHead(atCreation(wanted, watch)), webhook_signature_secret: known }
  const location = mountBase(event, ENDPOINTS.createWatch.path) + pathOf(ENDPOINTS.getWatch, { id: watch.id })
  return jsonAnswer(201, answer, { ...FREE, Location: location, ...(!isNew && REPLAYED) })
}

/** Items of a body that is not checked yet. */
function countItems(reading: JsonReading): number {
  const isObject = reading.ok && typeof reading.value === 'object' && reading.value !== null
  const items = isObject && 'items' in reading.value ? reading.value.items : null
  return Array.isArray(items) ? items.length : 0
}

function toNewWatch(
  { endpoint, items, terms, webhookUrl }: WatchRequest,
  { newId, epochMs, secrets }: Service,
  { workspace, keyId, mode }: Caller,
  secret: string,
): NewWatch {
  const nowMs = epochMs()
  return {
    id: newId(),
    workspaceId: workspace.id,
    keyId,
    mode,
    endpoint,
    createdAtMs: nowMs,
    terms,
    control: newControl(nowMs, monthOf(nowMs)),
    sealedSecret: secrets.seal(secret),
    webhookUrl,
    inputs: items.map((item) => JSON.stringify(item)),
    maxItems: maxWatchedItems(mode),
  }
}

/** A watch as it was when it was created, whatever it has seen since. */
function atCreation({ terms, control, webhookUrl }: NewWatch, watch: Watch): Watch {
  const counts = { looks: 0, seen: 0, credits: 0, lastLookMs: null, batchId: null }
  return { ...watch, ...counts, terms, control, webhookUrl, nextRunMs: watch.createdAtMs }
}

/** What a body says besides its endpoint and items. The name `watch` tells it from the body of a batch. */
function bodyOf({ terms, webhookUrl }: WatchRequest): Readonly<Record<string, unknown>> {
  return { watch: terms, webhookUrl }
}

/** Refuses items beyond those that sandbox keys may watch. */
export function refuseWatched(maxItems: number): HTTPResponse {
  const message = `The sandbox keys of a workspace can watch ${maxItems} items, and would watch more. Delete a watch first.`
  return refuseWith(errorBody('quota_exceeded', { message }), { 'Retry-After': RETRY_SECONDS })
}

/** Pause for a caller that watches too many items. Unit: s. */
const RETRY_SECONDS = '3600'
