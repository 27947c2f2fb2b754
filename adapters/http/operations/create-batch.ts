import type { H3Event, HTTPResponse } from 'h3'
import {
  ENDPOINTS,
  errorBody,
  pathOf,
  toErrorBody,
  toTimestamp,
  type BatchParams,
  type ParsedParams,
} from '../../../core/contract/index.ts'
import { records } from '../../../core/index.ts'
import {
  allowanceOf,
  canPay,
  costOf,
  findStorageProblem,
  maxPendingItems,
  PENDING_RETRY_MS,
  retryAfterSeconds,
  STORAGE_RETRY_MS,
} from '../../../core/policy/index.ts'
import type { RetrievalRequest } from '../../fetch/parse-request.ts'
import type { Caller } from '../../store/keys.ts'
import { batchCreatedExample, batchRequestExample } from '../openapi/examples/batch.ts'
import { because, FREE, jsonAnswer, REPLAYED, refuse, refuseForNow, refuseWith } from '../route/answers.ts'
import { stateOf } from '../route/hooks.ts'
import { isJsonType } from '../route/json-type.ts'
import { mountBase } from '../route/mount-base.ts'
import { readJson, type JsonReading } from '../route/read-json.ts'
import type { Service } from '../route/deps.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
import { findDeliverMistakes, toStoredDeliver } from './find-deliver-mistakes.ts'
import { findKeyMistakes, idempotencyParameter, readIdempotencyKey } from './idempotency-key.ts'
import { parseItems, toIdempotency } from './same-body.ts'

const idempotencyKey = idempotencyParameter(
  'Names this batch for a day, within the workspace and its live or its sandbox keys: the same key and body give the first answer again, with the secret.',
)

/** Form: "a or b", "a, b, or c". */
const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' })

export const createBatch = defineOperation('createBatch', 'batch', {
  tags: ['batch'],
  summary: `Many ${ALTERNATIVES.format(records.map(({ texts }) => texts.plural))}`,
  description:
    'Takes 1 to 1,000 items, all of them or none. They are worked on in runs, dealt over all batches in turn; each that succeeds is charged as a request of its own. Costs nothing by itself, and is refused with 402 when the credits of the month do not suffice for any of the items.',
  parameters: [idempotencyKey],
  requestBody: jsonBody(
    'The items, the URL that is notified when they are done, and the bucket that their results are written to. At most 8 MiB, 32 levels and 100,000 values.',
    'BatchRequest',
    { batch: { summary: 'Two products', value: batchRequestExample } },
  ),
  success: answered(201, {
    description:
      'The batch was created. Store the secret: only the same idempotency key and body give this answer again, for a day, with `Svc-Replayed: true`.',
    schema: 'BatchCreated',
    headers: ['Location'],
    rareHeaders: ['Svc-Replayed'],
    examples: { created: { summary: 'A new batch', value: batchCreatedExample } },
  }),
  errors: [
    'invalid_params',
    'insufficient_credits',
    'idempotency_conflict',
    'unsupported_media_type',
    'quota_exceeded',
    'not_implemented',
  ],
  handler: answerCreation,
})

/** Enough for 1,000 items of the longest keywords and references, with every character escaped as `\\u00e9`. Unit: bytes. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Creates a batch, all of it or nothing. The same idempotency key and body give the same batch again. */
async function answerCreation(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const key = readIdempotencyKey(event)
  const parsed = await parseCreation(service, await readJson(event, { maxBytes: MAX_BODY_BYTES }), key)
  if (!parsed.ok) return refuseWith(toErrorBody(parsed))
  const { params } = parsed
  const requests = parseItems(service, params)
  const refusal = (await refuseUnpaid(service, caller, requests)) ?? (await refuseStorage(service, caller))
  const maxPending = maxPendingItems(caller.mode)
  const secret = service.secrets.create()
  const created = await service.store.batches.create({
    id: service.newId(),
    workspaceId: caller.workspace.id,
    keyId: caller.keyId,
    mode: caller.mode,
    endpoint: params.endpoint,
    createdAtMs: service.epochMs(),
    sealedSecret: service.secrets.seal(secret),
    webhookUrl: params.webhook_url,
    metadata: params.metadata,
    ...toStoredDeliver(service, params.deliver),
    inputs: params.items.map((item) => JSON.stringify(item)),
    idempotency:
      key === null
        ? null
        : toIdempotency(key, params, requests, {
            webhook_url: params.webhook_url,
            metadata: params.metadata,
            deliver: params.deliver,
          }),
    // A batch that was created before is answered again, also when no other may be created.
    maxPending: refusal === null ? maxPending : 0,
  })
  if (created === 'idempotency_conflict') return refuse(created)
  if (created === 'pending_items_exceeded') return refusal ?? refusePending(maxPending ?? 0)
  const { batch, isNew } = created
  const facts = {
    id: batch.id,
    status: 'pending',
    total_count: batch.progress.totalCount,
    created_at: toTimestamp(batch.createdAtMs),
  }
  // The first answer may never have arrived, so that it is given again as it was, with its secret.
  const known = isNew ? secret : service.secrets.open(batch.sealedSecret)
  if (known === null) {
    const message = 'a batch exists, and can be answered again only with the master key that it was created with'
    service.log.error({ request: stateOf(event).id, batch: batch.id }, message)
    return refuseForNow('sealed')
  }
  const poll_url = mountBase(event, ENDPOINTS.createBatch.path) + pathOf(ENDPOINTS.getBatch, { id: batch.id })
  const record = { ...facts, webhook_signature_secret: known, poll_url }
  return jsonAnswer(201, record, { ...FREE, Location: poll_url, ...(!isNew && REPLAYED) })
}

/** Refuses more batches while the store is nearly full, or the workspace stores as much as it may. Absent: null, there is room. */
export async function refuseStorage({ store }: Service, { workspace, mode }: Caller): Promise<HTTPResponse | null> {
  if (!(await store.storage.hasRoom())) {
    return refuse('unavailable', { 'Retry-After': ROOM_RETRY_SECONDS, ...because('store_full') })
  }
  const problem = findStorageProblem(await store.storage.usage(workspace.id, mode))
  if (problem === null) return null
  const seconds = String(retryAfterSeconds(STORAGE_RETRY_MS))
  return refuseWith(errorBody('quota_exceeded', { message: problem }), { 'Retry-After': seconds })
}

/** Refuses a batch when not even its cheapest item could be paid. Absent: null, one could. */
async function refuseUnpaid(
  { store, epochMs }: Service,
  { workspace, mode }: Caller,
  requests: readonly RetrievalRequest[],
): Promise<HTTPResponse | null> {
  const cheapest = Math.min(...requests.map(({ maxPages, service }) => costOf(mode, maxPages, service)))
  if (cheapest === 0) return null
  const usedCredits = await store.ledger.usedCredits(workspace.id, epochMs())
  return canPay(usedCredits, allowanceOf(workspace), cheapest) ? null : refuse('insufficient_credits')
}

/** How long a caller waits while the store is nearly full. Unit: s. */
const ROOM_RETRY_SECONDS = '60'

function refusePending(maxPending: number): HTTPResponse {
  const seconds = retryAfterSeconds(PENDING_RETRY_MS)
  const message = `The sandbox keys of a workspace can have ${maxPending} items of batches without a result, and would have more. Retry after ${seconds} s, when more of them have one.`
  return refuseWith(errorBody('quota_exceeded', { message }), { 'Retry-After': String(seconds) })
}

/** Finds all mistakes at once: in the header, the body, and the URL of the webhook. */
async function parseCreation(
  service: Service,
  body: JsonReading,
  key: string | null,
): Promise<ParsedParams<BatchParams>> {
  const { contract, checkWebhookUrl } = service
  const parsed: ParsedParams<BatchParams> = body.ok
    ? contract.parseBatch(body.value)
    : { ok: false, details: [{ param: 'body', message: body.problem }], roadmap: [] }
  const inBucket = parsed.ok ? await findDeliverMistakes(service, parsed.params.deliver) : []
  const details = [...(parsed.ok ? [] : parsed.details), ...findKeyMistakes(key), ...inBucket]
  const url = body.ok ? readWebhookUrl(body.value) : null
  const problem = url === null ? null : await checkWebhookUrl(url)
  if (problem !== null) details.push({ param: 'webhook_url', message: problem })
  return details.length === 0 ? parsed : { ok: false, details, roadmap: parsed.ok ? [] : parsed.roadmap }
}

function readWebhookUrl(body: unknown): string | null {
  const url = typeof body === 'object' && body !== null && 'webhook_url' in body ? body.webhook_url : null
  return typeof url === 'string' ? url : null
}
