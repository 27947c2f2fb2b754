import type { H3Event } from 'h3'

/** It is not h3's `requireContentType`, which answers 400 or 422 to a type that is missing or malformed. */
const JSON_MEDIA_TYPE = /^application\/json\s*(?:;|$)/i

/** Whether the body of a request says that it is JSON. */
export function isJsonType({ req }: H3Event): boolean {
  return JSON_MEDIA_TYPE.test(req.headers.get('content-type') ?? '')
}
