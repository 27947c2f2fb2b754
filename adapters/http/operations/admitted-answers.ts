import type { ServiceErrorCode } from '../../../core/contract/index.ts'
import type { HeaderName } from '../openapi/headers.ts'

/** Errors of every operation that needs a key. Those with parameters or a path of their own have more. */
export const ADMITTED_ERRORS: readonly ServiceErrorCode[] = [
  'unauthorized',
  'revoked',
  'forbidden_address',
  'forbidden_scope',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** Headers of the answers of these operations. A retrieval has more. */
export const ADMITTED_HEADERS: readonly HeaderName[] = [
  'Svc-Request-Id',
  'Svc-Cost',
  'Svc-Concurrency',
  'Svc-Rps',
  'RateLimit-Policy',
  'RateLimit',
]
