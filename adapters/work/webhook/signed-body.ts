/** One attempt at a delivery, as the headers of Standard Webhooks name it. */
export interface WebhookMessage {
  /** Id of the batch, or of the event: the same for all attempts. */
  readonly id: string
  /** When the attempt was made. Unit: ms since 1970. */
  readonly sentAtMs: number
}

/** The signature of a body, and the headers that carry it. */
export interface SignedBody {
  /** Form: 64 lower-case hexadecimal digits. */
  readonly signature: string
  /** Unit: bytes. */
  readonly contentLength: number
  /** Headers that a receiver verifies the body with, in their spelling on the wire. */
  readonly headers: Readonly<Record<string, string>>
}

/** HMAC-SHA256 of a body. */
interface Digests {
  /** Of the body alone, in hexadecimal, under the secret as it is spelled. */
  readonly hex: string
  /** Of `standardPrefix` and the body, in base64: one for each of `standardKeys`. Empty: there is no message. */
  readonly standardBase64: readonly string[]
  /** Length of the body. Unit: bytes. */
  readonly contentLength: number
}

/** What the signature of Standard Webhooks covers before the body. Unit of `timestamp`: seconds since 1970. */
export function standardPrefix(id: string, timestamp: string): string {
  return `${id}.${timestamp}.`
}

/** Form of the header `webhook-timestamp`: seconds since 1970. */
export function timestampOf({ sentAtMs }: WebhookMessage): string {
  return String(Math.floor(sentAtMs / 1000))
}

export function toSignedBody(
  { hex, standardBase64, contentLength }: Digests,
  message: WebhookMessage | null,
): SignedBody {
  const own = { 'X-SVC-Signature': `sha256=${hex}` }
  if (message === null) return { signature: hex, contentLength, headers: own }
  const standard = {
    'webhook-id': message.id,
    'webhook-timestamp': timestampOf(message),
    'webhook-signature': standardBase64.map((signature) => `v1,${signature}`).join(' '),
  }
  return { signature: hex, contentLength, headers: { ...own, ...standard } }
}
