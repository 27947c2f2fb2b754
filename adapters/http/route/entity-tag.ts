import { createHash } from 'node:crypto'
import type { H3Event } from 'h3'

/** Tags of files in memory, which are sent again. */
const known = new WeakMap<Uint8Array, string>()

/** `ETag` of a body. It is weak, because a compressed answer has the same. */
export function entityTag(body: string | Uint8Array): string {
  if (typeof body === 'string') return digest(body)
  const tag = known.get(body) ?? digest(body)
  known.set(body, tag)
  return tag
}

function digest(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
}

/** Whether the client has the version of this tag (RFC 9110, 13.1.2). */
export function isCurrent({ req }: H3Event, tag: string): boolean {
  const tags = (req.headers.get('if-none-match') ?? '').split(',').map((entry) => entry.trim())
  return tags.some((one) => one === '*' || toOpaque(one) === toOpaque(tag))
}

function toOpaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
