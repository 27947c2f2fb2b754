import type { H3Event } from 'h3'
import type { HeaderValues } from './answers.ts'

/** Headers that a page may send, besides those that every page may. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id'

/** How long a browser keeps the answer to a preflight. Unit: s. */
const PREFLIGHT_SECONDS = '600'

/** Headers that let pages of some origins read an answer. Origins are compared whole. */
export function corsHeaders({ req }: H3Event, origins: ReadonlySet<string>): HeaderValues {
  if (origins.size === 0) return {}
  const vary = { Vary: 'Origin' }
  const origin = req.headers.get('origin')
  if (origin === null || !origins.has(origin)) return vary
  const answer = { ...vary, 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': '*' }
  if (req.method !== 'OPTIONS' || !req.headers.has('access-control-request-method')) return answer
  return {
    ...answer,
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  }
}
