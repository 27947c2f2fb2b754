import { afterAttempt, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { Connection } from '../../redis/connection.ts'
import type { DeliveryClaim, Lease } from '../batches.ts'
import { toBatch } from './batch-fields.ts'
import { CLAIM_DELIVERIES, REDELIVER, WRITE_DELIVERY } from './scripts/delivery.ts'

export async function claimDeliveries(
  connection: Connection,
  most: number,
  { nowMs, leaseMs }: Lease,
): Promise<DeliveryClaim[]> {
  const reply = await connection.run<string[]>(CLAIM_DELIVERIES, [most, nowMs, leaseMs])
  const claims: DeliveryClaim[] = []
  for (let i = 0; i < reply.length; i += 2) {
    claims.push({ batchId: reply[i] ?? '', attempt: Number(reply[i + 1]) + 1 })
  }
  return claims
}

export async function endAttempt(
  connection: Connection,
  { batchId, attempt }: DeliveryClaim,
  outcome: AttemptOutcome,
  nowMs: number,
): Promise<void> {
  const fields = await connection.ask((redis) => redis.hgetall(connection.name('batch', batchId)))
  const { delivery } = toBatch(fields)
  if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return
  const after = afterAttempt(delivery, outcome, nowMs)
  const changes = {
    delivery_status: after.status,
    delivery_attempts: after.attempts,
    delivery_error: after.lastError ?? '',
    delivered_at_ms: after.deliveredAtMs ?? '',
  }
  // Whoever has written meanwhile has ended this attempt, or begun anew: then nothing is written.
  const known = [batchId, delivery.attempts, delivery.nextAtMs, after.nextAtMs ?? '']
  await connection.run(WRITE_DELIVERY, [...known, ...Object.entries(changes).flat()])
}

export function redeliver(
  connection: Connection,
  batchId: string,
  nowMs: number,
): Promise<'due' | 'not_ended' | 'no_webhook'> {
  return connection.run(REDELIVER, [batchId, nowMs])
}
