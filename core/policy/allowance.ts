/** Credits that a workspace can spend in a calendar month (UTC). */
export interface Allowance {
  readonly includedCredits: number
  /** Whether the workspace pays for requests beyond that. Otherwise they are refused. */
  readonly payAsYouGo: boolean
  /** Credits beyond which every request is refused. Absent: null, there is no such limit. */
  readonly capCredits: number | null
}

/** Credits that a workspace has spent in a calendar month (UTC), and those that its requests in flight have reserved. */
export interface Account {
  readonly usedCredits: number
  readonly reservedCredits: number
}

export const EMPTY_ACCOUNT: Account = { usedCredits: 0, reservedCredits: 0 }

/**
 * Reserves the most that a request can cost, before its work begins, so that
 * parallel requests can't spend the same credits. Free requests are always
 * granted.
 */
export function reserveCredits(
  account: Account,
  allowance: Allowance,
  credits: number,
): Account | 'insufficient_credits' {
  const { usedCredits, reservedCredits } = account
  const { includedCredits, payAsYouGo, capCredits } = allowance
  const spent = usedCredits + reservedCredits + credits
  const isCovered = (payAsYouGo || spent <= includedCredits) && (capCredits === null || spent <= capCredits)
  if (credits > 0 && !isCovered) return 'insufficient_credits'
  return { usedCredits, reservedCredits: reservedCredits + credits }
}

/** Included credits that are neither used nor reserved, within the cap. Negative: as far as the workspace pays as it goes. */
export function creditsLeft({ usedCredits, reservedCredits }: Account, allowance: Allowance): number {
  const { includedCredits, capCredits } = allowance
  return Math.min(includedCredits, capCredits ?? includedCredits) - usedCredits - reservedCredits
}

/** Whether a workspace that has used some credits could pay a cost, if nothing were reserved. */
export function canPay(usedCredits: number, allowance: Allowance, credits: number): boolean {
  return reserveCredits({ usedCredits, reservedCredits: 0 }, allowance, credits) !== 'insufficient_credits'
}

/** Replaces a reservation by what was spent, which can be less. */
export function settleCredits(account: Account, reserved: number, spent: number): Account {
  return { usedCredits: account.usedCredits + spent, reservedCredits: account.reservedCredits - reserved }
}

/** Ends a reservation without a charge. */
export function releaseCredits(account: Account, reserved: number): Account {
  return settleCredits(account, reserved, 0)
}

/** Days for which callers can read what they were charged. */
export const USAGE_DAYS = 90

/**
 * References, by endpoint, of a workspace and a UTC day whose usage is kept apart. What others of that day cost counts
 * with what has no reference: otherwise, a reference of its own for every item would fill the store.
 */
export const MAX_REFERENCES_PER_DAY = 1000
