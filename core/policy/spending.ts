import { ShelfmarkError } from '../error/shelfmark-error.ts'
import { CREDITS_PER_REQUEST } from './plan.ts'

/** Largest spending cap. Unit: credits. */
const MAX_SPENDING_CAP = 1_000_000_000_000

/** Shares of a spending cap that are reported when they are reached. Unit: percent. */
export const SPENDING_THRESHOLDS = [80, 100] as const

export type SpendingThreshold = (typeof SPENDING_THRESHOLDS)[number]

/** Thresholds that a workspace has reached. 100: no request can be charged any more. */
export function reachedThresholds(usedCredits: number, capCredits: number): readonly SpendingThreshold[] {
  const isUsedUp = usedCredits + CREDITS_PER_REQUEST > capCredits
  return SPENDING_THRESHOLDS.filter(
    (percent) => isUsedUp || (percent < 100 && usedCredits * 100 >= capCredits * percent),
  )
}

/** Throws: `invalid_argument`, unless the cap is a whole number of credits, or null: there is none. */
export function requireSpendingCap(credits: number | null): void {
  if (credits === null || (Number.isInteger(credits) && credits >= 0 && credits <= MAX_SPENDING_CAP)) return
  const message = `Invalid spending cap ${credits}. Use a whole number of credits from 0 to ${MAX_SPENDING_CAP}, or null for none.`
  throw new ShelfmarkError('invalid_argument', message)
}
