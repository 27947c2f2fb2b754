import type { ServiceErrorCode } from '../../../core/contract/index.ts'
import type { HeaderName } from '../openapi/headers.ts'

/** Errors of every request about batches. */
export const BATCH_ERRORS: readonly ServiceErrorCode[] = [
  'invalid_params',
  'unauthorized',
  'revoked',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
]

export const BATCH_HEADERS: readonly HeaderName[] = ['Svc-Request-Id', 'Svc-Cost', 'Svc-Concurrency', 'Svc-Rps']
