import { createHmac, timingSafeEqual, type Hmac } from 'node:crypto'
import { isUint8Array } from 'node:util/types'

/** One attempt at a delivery, as the headers of Standard Webhooks name it. */
export interface WebhookMessage {
  /** Id of the batch: the same for all attempts. */
  readonly id: string
  /** When the attempt was made. Unit: ms since 1970. */
  readonly sentAtMs: number
}

export interface SignedBody {
  /** Form: 64 lower-case hexadecimal digits. */
  readonly signature: string
  /** Unit: bytes. */
  readonly contentLength: number
  /** Headers that a receiver verifies the body with, in their spelling on the wire. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Signs a body: HMAC-SHA256 of its bytes. The key is the secret as it is spelled,
 * with its prefix.
 *
 * `message`: adds the headers of Standard Webhooks. Default: null, they are not added.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function signWebhook(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  secret: string,
  message: WebhookMessage | null = null,
): Promise<SignedBody> {
  const hmac = createHmac('sha256', secret)
  const id = message?.id ?? ''
  const timestamp = String(Math.floor((message?.sentAtMs ?? 0) / 1000))
  const standard = startStandardHmac(secret, id, timestamp)
  let contentLength = 0
  for await (const piece of body) {
    hmac.update(piece)
    standard.update(piece)
    contentLength += piece.length
  }
  const signature = hmac.digest('hex')
  const own = { 'X-SVC-Signature': `sha256=${signature}` }
  const more = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard.digest('base64')}`,
  }
  return { signature, contentLength, headers: message === null ? own : { ...own, ...more } }
}

/** What Standard Webhooks signs: id, time and body, separated by dots. */
function startStandardHmac(secret: string, id: string, timestamp: string): Hmac {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.`)
}

/** Headers of a request: those of `node:http`, or of `fetch`. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Most time between `webhook-timestamp` and now, in both directions. It does not apply to `X-SVC-Signature` alone. Unit: ms. Default: 300,000. */
  readonly toleranceMs?: number | undefined
  /** Unit: ms since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined
}

/** Clocks of sender and receiver may differ, and a request takes time. Unit: ms. */
const TOLERANCE_MS = 5 * 60_000

/**
 * Whether the service sent a body, keyed with the `webhook_signature_secret` of its batch.
 *
 * `header`: all headers of the request, or the header `X-SVC-Signature` alone. With all
 * headers, the `webhook-signature` of Standard Webhooks is verified, and a request that
 * is older than the tolerance is refused: nobody can send a recorded one again. The
 * header alone has no time.
 *
 * Pass the body byte for byte as it arrived: one that was parsed and printed again
 * has another signature. The comparison takes constant time. It never throws: a
 * header that is missing, repeated or malformed gives `false`, and so does an empty secret.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  header: string | readonly string[] | WebhookHeaders | null | undefined,
  secret: string,
  options: VerifyOptions = {},
): boolean {
  // Programs without types may pass a body that their framework has parsed.
  if (typeof rawBody !== 'string' && !isUint8Array(rawBody)) return false
  if (typeof secret !== 'string' || secret === '') return false
  if (typeof header === 'string') return verifyOwn(rawBody, header, secret)
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return false
  return verifyStandard(rawBody, header as WebhookHeaders, secret, options)
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

function verifyOwn(rawBody: Uint8Array | string, header: string, secret: string): boolean {
  const signature = SIGNATURE.exec(header)?.[1]
  if (signature === undefined) return false
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

const SECONDS = /^[0-9]{1,12}$/
/** One of a list that is separated by spaces. Form: version 1, and 32 bytes in base64. */
const STANDARD_SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/

function verifyStandard(
  rawBody: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string,
  { toleranceMs = TOLERANCE_MS, now = Date.now }: VerifyOptions,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  )
  if (!id || !signatures || !SECONDS.test(timestamp ?? '')) return false
  if (Math.abs(now() - Number(timestamp) * 1000) > toleranceMs) return false
  const expected = startStandardHmac(secret, id, String(timestamp)).update(rawBody).digest()
  return signatures.split(' ').some((entry) => {
    const signature = STANDARD_SIGNATURE.exec(entry)?.[1]
    return signature !== undefined && timingSafeEqual(expected, Buffer.from(signature, 'base64'))
  })
}

/** Absent: null, the header is missing or repeated. */
function readHeader(headers: WebhookHeaders, name: string): string | null {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
