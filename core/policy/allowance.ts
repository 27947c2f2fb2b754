/** What a workspace may spend in a calendar month (UTC). */
interface Allowance {
  readonly includedCredits: number
  /** Whether it pays for more than that; else it is stopped there. */
  readonly payAsYouGo: boolean
}

/** What a workspace has spent of a calendar month (UTC), and what its requests in flight may spend yet. */
export interface Account {
  readonly usedCredits: number
  readonly reservedCredits: number
}

export const EMPTY_ACCOUNT: Account = { usedCredits: 0, reservedCredits: 0 }

/**
 * Sets aside the most that a request can cost, before its work begins, so that
 * requests at the same time can't spend the same credits. What is free is
 * always granted.
 */
export function reserveCredits(
  account: Account,
  allowance: Allowance,
  credits: number,
): Account | 'insufficient_credits' {
  const { usedCredits, reservedCredits } = account
  const isCovered = usedCredits + reservedCredits + credits <= allowance.includedCredits
  if (credits > 0 && !isCovered && !allowance.payAsYouGo) return 'insufficient_credits'
  return { usedCredits, reservedCredits: reservedCredits + credits }
}

/** Turns what was set aside into what was spent, which may be less. */
export function settleCredits(account: Account, reserved: number, spent: number): Account {
  return { usedCredits: account.usedCredits + spent, reservedCredits: account.reservedCredits - reserved }
}

/** Gives back what was set aside: nothing was spent. */
export function releaseCredits(account: Account, reserved: number): Account {
  return settleCredits(account, reserved, 0)
}
