import { standardPrefix, timestampOf, toSignedBody, type SignedBody, type WebhookMessage } from './signed-body.ts'
import { standardKeys } from './standard-keys.ts'

/** Body of a request, as it arrived. */
export type WebhookBody = Uint8Array | ArrayBuffer | string

/**
 * Signs a body: HMAC-SHA256 of its bytes. The key is the secret as it is spelled,
 * with its prefix.
 *
 * `message`: adds the headers of Standard Webhooks, with two signatures: the first under the bytes that the
 * secret encodes, as libraries verify it. Default: null, they are not added.
 * Rejects: for an empty secret.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 *
 * @example
 * ```ts
 * import { signWebhook } from 'shelfmark/webhook'
 *
 * const message = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', sentAtMs: Date.now() }
 * const { headers } = await signWebhook('{"status":"complete"}', `whsec_${'A'.repeat(43)}=`, message)
 * console.log(headers)
 * ```
 */
export async function signWebhook(
  body: WebhookBody,
  secret: string,
  message: WebhookMessage | null = null,
): Promise<SignedBody> {
  const bytes = toBytes(body)
  const sign = async (key: string | Bytes, data: Bytes): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(key, 'sign'), data))
  const hex = Array.from(await sign(secret, bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const signed = message && withPrefix(message.id, timestampOf(message), bytes)
  const standard = signed === null ? [] : await Promise.all(standardKeys(secret).map((key) => sign(key, signed)))
  const standardBase64 = standard.map((signature) => btoa(String.fromCharCode(...signature)))
  return toSignedBody({ hex, standardBase64, contentLength: bytes.length }, message)
}

/** Headers of a request: those of `node:http`, or of `fetch`. */
export type WebhookHeaders =
  | {
      /** Value of a header. Absent: null. */
      readonly get: (name: string) => string | null
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** How the time of a request is checked. */
export interface VerifyOptions {
  /** Most time between `webhook-timestamp` and now, in both directions. It does not apply to `X-SVC-Signature` alone. Unit: ms. Default: 300,000. */
  readonly toleranceMs?: number | undefined
  /** Unit: ms since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined
}

/** Clocks of sender and receiver may differ, and a request takes time. Unit: ms. */
const TOLERANCE_MS = 5 * 60_000

/**
 * Verifies that the service sent a body: its signature must match the `webhook_signature_secret` of the batch.
 *
 * `header`: all headers of the request, or the header `X-SVC-Signature` alone. With all
 * headers, the `webhook-signature` of Standard Webhooks is verified, and a request that
 * is older than the tolerance is refused: nobody can send a recorded one again. The
 * header alone has no time.
 *
 * Pass the body byte for byte as it arrived: one that was parsed and printed again
 * has another signature. The comparison takes constant time. It never rejects: a
 * header that is missing, repeated or malformed gives `false`, and so does an empty secret.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from 'shelfmark/webhook'
 *
 * export async function receive(request: Request, secret: string): Promise<Response> {
 *   const isVerified = await verifyWebhook(await request.arrayBuffer(), request.headers, secret)
 *   return new Response(null, { status: isVerified ? 204 : 401 })
 * }
 * ```
 */
export async function verifyWebhook(
  rawBody: WebhookBody,
  header: string | readonly string[] | WebhookHeaders | null | undefined,
  secret: string,
  options: VerifyOptions = {},
): Promise<boolean> {
  // Programs without types may pass a body that their framework has parsed.
  if (!isBody(rawBody) || typeof secret !== 'string' || secret === '') return false
  if (typeof header === 'string') return await verifyOwn(toBytes(rawBody), header, secret)
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return false
  return await verifyStandard(toBytes(rawBody), header as WebhookHeaders, secret, options)
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

async function verifyOwn(body: Bytes, header: string, secret: string): Promise<boolean> {
  const hex = SIGNATURE.exec(header)?.[1]
  if (hex === undefined) return false
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return await crypto.subtle.verify('HMAC', await importKey(secret, 'verify'), signature, body)
}

const SECONDS = /^[0-9]{1,12}$/
/** One of a list that is separated by spaces. Form: version 1, and 32 bytes in base64. */
const STANDARD_SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/
/** A sender uses few keys at the same time. More entries are ignored: each costs a pass over the body. */
const MAX_SIGNATURES = 20

async function verifyStandard(
  body: Bytes,
  headers: WebhookHeaders,
  secret: string,
  { toleranceMs = TOLERANCE_MS, now = Date.now }: VerifyOptions,
): Promise<boolean> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  )
  if (!id || !timestamp || !signatures || !SECONDS.test(timestamp)) return false
  if (Math.abs(now() - Number(timestamp) * 1000) > toleranceMs) return false
  const keys = await Promise.all(standardKeys(secret).map((key) => importKey(key, 'verify')))
  const signed = withPrefix(id, timestamp, body)
  for (const entry of signatures.split(' ', MAX_SIGNATURES)) {
    const base64 = STANDARD_SIGNATURE.exec(entry)?.[1]
    if (base64 === undefined) continue
    const signature = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

/** Absent: null, the header is missing or repeated. */
function readHeader(headers: WebhookHeaders, name: string): string | null {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

/** Bytes that WebCrypto takes: not those of a memory that threads share. */
type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

function isBody(body: unknown): body is WebhookBody {
  return typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer
}

function toBytes(body: WebhookBody): Bytes {
  if (typeof body === 'string') return encoder.encode(body)
  const bytes = ArrayBuffer.isView(body) ? body : new Uint8Array(body)
  return isUnshared(bytes) ? bytes : new Uint8Array(bytes)
}

function isUnshared(bytes: Uint8Array): bytes is Bytes {
  return bytes.buffer instanceof ArrayBuffer
}

function withPrefix(id: string, timestamp: string, body: Bytes): Bytes {
  const prefix = encoder.encode(standardPrefix(id, timestamp))
  const whole = new Uint8Array(prefix.length + body.length)
  whole.set(prefix)
  whole.set(body, prefix.length)
  return whole
}

async function importKey(secret: string | Bytes, usage: 'sign' | 'verify') {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage])
}
