import { createHash } from 'node:crypto'
import { toErrorBody, toTimestamp, type BatchParams, type ParsedParams } from '../../core/contract/index.ts'
import { contract } from '../contract.ts'
import type { Idempotency } from '../store/batches.ts'
import type { Caller } from '../store/keys.ts'
import { FREE, jsonAnswer, type Answer } from './answer.ts'
import { refuse, refuseWith } from './refuse.ts'
import type { ServiceRequest } from './request.ts'
import type { Service } from './service.ts'

/** 1,000 items of the longest keywords, in the widest spelling, fit in. Unit: bytes. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

const JSON_MEDIA_TYPE = /^application\/json\s*(?:;|$)/i
/** Visible characters of ASCII. */
const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,255}$/

/** Creates a batch, all of it or nothing; the same idempotency key and body give the same one again. */
export async function answerCreation(service: Service, request: ServiceRequest, caller: Caller): Promise<Answer> {
  if (!JSON_MEDIA_TYPE.test(request.headers.get('content-type') ?? '')) return refuse('unsupported_media_type')
  const parsed = await parseCreation(service, request)
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
    idempotency: readIdempotency(request, params),
  })
  if (created === 'idempotency_conflict') return refuse(created)
  const { batch, isNew } = created
  const facts = {
    id: batch.id,
    status: batch.progress.status,
    total_count: batch.progress.totalCount,
    created_at: toTimestamp(batch.createdAtMs),
  }
  const poll_url = `${request.path}/${batch.id}`
  // The secret is shown to who creates the batch, this once.
  return isNew
    ? jsonAnswer(201, { ...facts, webhook_signature_secret: secret, poll_url }, FREE)
    : jsonAnswer(200, { ...facts, poll_url }, FREE)
}

/** Everything that is wrong is said at once: with the header, the body, and the address of the webhook. */
async function parseCreation(
  { checkWebhookUrl }: Service,
  request: ServiceRequest,
): Promise<ParsedParams<BatchParams>> {
  const text = await request.readText(MAX_BODY_BYTES)
  const body = parseJson(text)
  const parsed: ParsedParams<BatchParams> =
    body === undefined
      ? { ok: false, details: [{ param: 'body', message: 'must be JSON' }], roadmap: [] }
      : contract.parseBatch(body)
  const key = request.headers.get('idempotency-key')
  const details = parsed.ok ? [] : [...parsed.details]
  if (key !== null && !IDEMPOTENCY_KEY.test(key)) {
    details.push({ param: 'Idempotency-Key', message: 'must be 1 to 255 visible characters of ASCII' })
  }
  const url = readWebhookUrl(body)
  const problem = url === null ? null : await checkWebhookUrl(url)
  if (problem !== null) details.push({ param: 'webhook_url', message: problem })
  return details.length === 0 ? parsed : { ok: false, details, roadmap: parsed.ok ? [] : parsed.roadmap }
}

function readWebhookUrl(body: unknown): string | null {
  const url = typeof body === 'object' && body !== null && 'webhook_url' in body ? body.webhook_url : null
  return typeof url === 'string' ? url : null
}

/** Absent: undefined, it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Bodies that mean the same are the same, however they are spaced. */
function readIdempotency(
  { headers }: ServiceRequest,
  { endpoint, items, webhook_url }: BatchParams,
): Idempotency | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  const body = JSON.stringify({ endpoint, items, webhook_url })
  return { key, bodyHash: createHash('sha256').update(body).digest('base64url') }
}
