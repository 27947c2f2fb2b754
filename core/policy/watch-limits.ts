import type { KeyMode } from './api-key.ts'
import type { PlanName } from './plan.ts'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/** Least interval between two looks of a watch, by plan. Unit: ms. */
const LEAST_INTERVALS: Readonly<Record<PlanName, number>> = {
  free: 6 * HOUR_MS,
  vibe: HOUR_MS,
  pro: 15 * MINUTE_MS,
  custom: 15 * MINUTE_MS,
  unlimited: 15 * MINUTE_MS,
}

/** Least interval of the watches of a workspace. Unit: ms. */
export function leastIntervalOf({ plan }: { readonly plan: PlanName }): number {
  return LEAST_INTERVALS[plan]
}

/** Items that sandbox keys of a workspace may watch, because they cost nothing. */
const SANDBOX_WATCHED_ITEMS = 1000

/** Items of watches that count as a request where a request writes them. */
export const ITEMS_PER_REQUEST = 25

/** Items that a workspace may watch with keys of a mode. Absent: null, any number. */
export function maxWatchedItems(mode: KeyMode): number | null {
  return mode === 'test' ? SANDBOX_WATCHED_ITEMS : null
}
