import { monthOf } from './day.ts'

/**
 * Time from the end of a month until it is closed: nothing charges it or voids its charges any
 * more. Longer than idempotency keys and batches last, and than any outage that delays a void.
 *
 * Unit: ms.
 */
export const MONTH_CLOSES_MS = 7 * 86_400_000

/** The earliest month that is not closed, in UTC. All earlier ones are. Form: `YYYY-MM`. */
export function firstOpenMonth(nowMs: number): string {
  return monthOf(nowMs - MONTH_CLOSES_MS)
}
