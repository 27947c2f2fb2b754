import { DAY_MS } from './day.ts'
import { allowanceOf, CREDITS_PER_REQUEST, PAY_AS_YOU_GO_USD_CENTS, resolvePlan } from './plan.ts'

/** What a workspace owes for a month. */
export interface Statement {
  /** Unit: US cents. */
  readonly planUsdCents: number
  readonly includedCredits: number
  readonly usedCredits: number
  /** Used credits that the plan does not include. */
  readonly beyondCredits: number
  /** Unit: US cents, rounded. */
  readonly beyondUsdCents: number
  /** Unit: US cents. */
  readonly totalUsdCents: number
}

const REQUESTS_PER_PRICE = 1000

/** The statement of a month in which a workspace used some credits, by the terms that it has now. */
export function statementOf(workspace: Parameters<typeof allowanceOf>[0], usedCredits: number): Statement {
  const { monthlyUsdCents: planUsdCents } = resolvePlan(workspace)
  const { includedCredits } = allowanceOf(workspace)
  const beyondCredits = Math.max(0, usedCredits - includedCredits)
  const beyondUsdCents = Math.round(
    (beyondCredits * PAY_AS_YOU_GO_USD_CENTS) / (CREDITS_PER_REQUEST * REQUESTS_PER_PRICE),
  )
  const totalUsdCents = planUsdCents + beyondUsdCents
  return { planUsdCents, includedCredits, usedCredits, beyondCredits, beyondUsdCents, totalUsdCents }
}

/** Whole days whose pace a forecast continues. */
export const PACE_DAYS = 7

/** Credits that a month will have used at its end, if it goes on as on the last whole days. `leftMs`: until its end. */
export function forecastCredits(usedCredits: number, creditsOfPace: number, leftMs: number): number {
  return Math.round(usedCredits + (creditsOfPace / PACE_DAYS) * (leftMs / DAY_MS))
}
