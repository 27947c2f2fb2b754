import type { H3Event, HTTPResponse } from 'h3'
import { ITEMS_PER_REQUEST, resolvePlan } from '../../../core/policy/index.ts'
import type { Owner } from '../../store/keys.ts'
import { refuseRate } from './admit.ts'
import type { Service } from './deps.ts'

const LIMIT = 'Too many items of watches are written for this workspace.'

/**
 * Counts items that a request writes, for all keys of the workspace together: so many count as a request, at the rate of
 * the plan. Absent: null, they may be written.
 */
export async function refuseItems(
  event: H3Event,
  service: Service,
  { workspace }: Pick<Owner, 'workspace'>,
  items: number,
): Promise<HTTPResponse | null> {
  const { limiter, epochMs } = service
  const requests = Math.ceil(items / ITEMS_PER_REQUEST)
  if (requests === 0) return null
  const admission = await limiter.admit(`items ${workspace.id}`, resolvePlan(workspace), epochMs(), requests)
  if (!admission.ok) return refuseRate(LIMIT, admission.retryAfterMs, event, service)
  await limiter.release(admission.slot)
  return null
}
