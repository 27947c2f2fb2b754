import { createHash } from 'node:crypto'
import type { H3Event, HTTPResponse } from 'h3'
import {
  toErrorBody,
  toTimestamp,
  type BatchParams,
  type ParsedParams,
  type ServiceErrorCode,
} from '../../../core/contract/index.ts'
import type { KeyKind } from '../../../core/policy/index.ts'
import { contract } from '../../contract.ts'
import type { Idempotency } from '../../store/batches.ts'
import type { Caller } from '../../store/keys.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { batchAgainExample, batchCreatedExample, batchRequestExample } from '../openapi/examples/batch.ts'
import { success } from '../openapi/responses.ts'
import { schemaRef } from '../openapi/schemas.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer, refuse, refuseWith } from '../route/answers.ts'
import { mountBase } from '../route/mount-base.ts'
import { readJson, type JsonReading } from '../route/read-json.ts'
import { pathOf, type Operation } from '../route/route.ts'
import type { Service } from '../route/deps.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { getBatch } from './batches.ts'

const ERRORS: readonly ServiceErrorCode[] = [
  ...ADMITTED_ERRORS,
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'quota_exceeded',
  'not_implemented',
]

/** Visible characters of ASCII. */
const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,255}$/

const idempotencyKey: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this batch for a day, within the workspace and its live or its sandbox keys: the same key and body give the batch that was created first, without its secret.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
}

export const createBatch: Operation<Service> = {
  method: 'POST',
  path: '/api/v1/market/batch',
  operationId: 'createBatch',
  tags: ['batch'],
  summary: 'Many products or searches',
  description:
    'Takes 1 to 1,000 items, all of them or none. They are worked on in runs, dealt over all batches in turn; each that succeeds is charged as a request of its own. Costs nothing by itself.',
  security: anyKey,
  parameters: [idempotencyKey],
  requestBody: {
    description:
      'The items, and the URL that is notified when they are done. At most 3 MiB, 32 levels and 100,000 values.',
    required: true,
    content: {
      'application/json': {
        schema: schemaRef('BatchRequest'),
        examples: { batch: { summary: 'Two products and a webhook', value: batchRequestExample } },
      },
    },
  },
  answers: {
    success: {
      ...success(201, {
        description: 'The batch was created. Store the secret: it is shown only once.',
        schema: 'BatchCreated',
        headers: ADMITTED_HEADERS,
        examples: { created: { summary: 'A new batch', value: batchCreatedExample } },
      }),
      ...success(200, {
        description: 'The batch that the same idempotency key created before.',
        schema: 'BatchAgain',
        headers: ADMITTED_HEADERS,
        examples: { again: { summary: 'A batch that was there', value: batchAgainExample } },
      }),
    },
    errors: ERRORS,
  },
  handler: admitted(answerCreation),
}

/** Enough for 1,000 items of the longest keywords, with every character escaped. Unit: bytes. */
const MAX_BODY_BYTES = 3 * 1024 * 1024

/** It is not h3's `requireContentType`, which answers 400 or 422 to a type that is missing or malformed. */
const JSON_MEDIA_TYPE = /^application\/json\s*(?:;|$)/i

/** Creates a batch, all of it or nothing. The same idempotency key and body give the same batch again. */
async function answerCreation(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  const { headers } = event.req
  if (!JSON_MEDIA_TYPE.test(headers.get('content-type') ?? '')) return refuse('unsupported_media_type')
  const key = headers.get('idempotency-key')
  const parsed = await parseCreation(service, await readJson(event, { maxBytes: MAX_BODY_BYTES }), key)
  if (!parsed.ok) return refuseWith(toErrorBody(parsed))
  const { params } = parsed
  const secret = service.secrets.create()
  const created = await service.store.batches.create({
    id: service.newId(),
    workspaceId: caller.workspace.id,
    keyId: caller.keyId,
    kind: caller.kind,
    endpoint: params.endpoint,
    createdAtMs: service.now(),
    sealedSecret: service.secrets.seal(secret),
    webhookUrl: params.webhook_url,
    inputs: params.items.map((item) => JSON.stringify(item)),
    idempotency: key === null ? null : toIdempotency(key, caller.kind, params),
  })
  if (created === 'idempotency_conflict') return refuse(created)
  const { batch, isNew } = created
  const facts = {
    id: batch.id,
    status: batch.progress.status,
    total_count: batch.progress.totalCount,
    created_at: toTimestamp(batch.createdAtMs),
  }
  const poll_url = mountBase(event, createBatch.path) + pathOf(getBatch, { id: batch.id })
  // Only the answer that creates the batch shows the secret.
  return isNew
    ? jsonAnswer(201, { ...facts, webhook_signature_secret: secret, poll_url }, FREE)
    : jsonAnswer(200, { ...facts, poll_url }, FREE)
}

/** Finds all mistakes at once: in the header, the body, and the URL of the webhook. */
async function parseCreation(
  { checkWebhookUrl }: Service,
  body: JsonReading,
  key: string | null,
): Promise<ParsedParams<BatchParams>> {
  const parsed: ParsedParams<BatchParams> = body.ok
    ? contract.parseBatch(body.value)
    : { ok: false, details: [{ param: 'body', message: body.problem }], roadmap: [] }
  const details = parsed.ok ? [] : [...parsed.details]
  if (key !== null && !IDEMPOTENCY_KEY.test(key)) {
    details.push({ param: 'Idempotency-Key', message: 'must be 1 to 255 visible characters of ASCII' })
  }
  const url = body.ok ? readWebhookUrl(body.value) : null
  const problem = url === null ? null : await checkWebhookUrl(url)
  if (problem !== null) details.push({ param: 'webhook_url', message: problem })
  return details.length === 0 ? parsed : { ok: false, details, roadmap: parsed.ok ? [] : parsed.roadmap }
}

function readWebhookUrl(body: unknown): string | null {
  const url = typeof body === 'object' && body !== null && 'webhook_url' in body ? body.webhook_url : null
  return typeof url === 'string' ? url : null
}

/**
 * Bodies with the same parameters are the same, regardless of their white space. Live and sandbox keys have
 * names apart: a sandbox key begins with its kind and a space, which no key of a caller contains.
 */
function toIdempotency(name: string, kind: KeyKind, { endpoint, items, webhook_url }: BatchParams): Idempotency {
  const body = JSON.stringify({ endpoint, items, webhook_url })
  const key = kind === 'live' ? name : `${kind} ${name}`
  return { key, bodyHash: createHash('sha256').update(body).digest('base64url') }
}
