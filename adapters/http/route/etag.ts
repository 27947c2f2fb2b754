import { createHash } from 'node:crypto'
import type { H3Event } from 'h3'

/** Characters of a digest in a tag: 96 bits. */
const TAG_LENGTH = 16

/** Tag of the bytes of an answer. */
export function toTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, TAG_LENGTH)}"`
}

/** Whether the client has the version of this tag. A tag that is weak is the same as one that is not. */
export function isKnown({ req }: H3Event, tag: string): boolean {
  const tags = (req.headers.get('if-none-match') ?? '').split(',').map(toStrong)
  return tags.includes(toStrong(tag)) || tags.includes('*')
}

function toStrong(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
