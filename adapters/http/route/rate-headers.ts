import { bucketSize, type KeyLimits } from '../../../core/policy/index.ts'
import type { RateUse } from '../../store/limiter.ts'
import type { HeaderValues } from './answers.ts'

/**
 * The two limits of a key's rate as `RateLimit-Policy` and `RateLimit`: `burst`, the requests of any
 * second, and `sustained`, its token bucket and the time in which an empty one is full again.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers-10 of the IETF, seen in November 2026. `q`: requests of a
 * policy, `w`: its window, `r`: requests that are left, `t`: time until all are available. Unit: s.
 */
export function rateHeaders({ rps, ceiling, tokens }: RateUse, limits: KeyLimits): HeaderValues {
  const size = bucketSize(limits)
  const toFill = (missing: number): number => Math.ceil(missing / limits.sustainedPerSecond)
  return {
    'RateLimit-Policy': `"burst";q=${ceiling};w=1, "sustained";q=${size};w=${toFill(size)}`,
    RateLimit: `"burst";r=${ceiling - rps};t=1, "sustained";r=${tokens};t=${toFill(size - tokens)}`,
  }
}
