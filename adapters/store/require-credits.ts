import { StoreError } from './store-error.ts'

/** Throws: `invalid_charge`. */
export function requireCredits(credits: number, most: number): void {
  if (Number.isSafeInteger(credits) && credits >= 0 && credits <= most) return
  throw new StoreError('invalid_charge', `${credits} credits can't be charged: a whole number, 0 to ${most}.`)
}
