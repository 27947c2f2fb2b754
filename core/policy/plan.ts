import { ShelfmarkError } from '../errors.ts'
import { CREDITS_PER_REQUEST } from './cost.ts'

export const PLAN_NAMES = ['free', 'vibe', 'pro', 'custom'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

/** What a workspace pays for, and what each of its keys may do. */
interface Plan {
  /** Unit: US cents a calendar month. */
  readonly monthlyUsdCents: number
  /** Requests of the price list that a calendar month includes. */
  readonly includedRequests: number
  /** Requests in flight at the same time. */
  readonly concurrency: number
  /** Requests a second that a key may go on with for ever. */
  readonly sustainedPerSecond: number
  /** Requests a second that a rested key may go on with for 3 seconds. */
  readonly burstPerSecond: number
}

/** What is agreed with a workspace on the plan `custom`; its burst is twice its sustained rate. Absent: undefined, the plan's own. */
export type PlanOverrides = Partial<Omit<Plan, 'burstPerSecond'>>

/** Price of requests beyond those included, where a workspace pays as it goes. Unit: US cents per 1,000 requests. */
export const PAY_AS_YOU_GO_USD_CENTS = 90

const FREE = {
  monthlyUsdCents: 0,
  includedRequests: 1000,
  concurrency: 50,
  sustainedPerSecond: 2,
  burstPerSecond: 10,
}
const VIBE = {
  monthlyUsdCents: 1900,
  includedRequests: 25_000,
  concurrency: 100,
  sustainedPerSecond: 10,
  burstPerSecond: 40,
}
const PRO = {
  monthlyUsdCents: 4900,
  includedRequests: 75_000,
  concurrency: 200,
  sustainedPerSecond: 25,
  burstPerSecond: 60,
}
const CUSTOM = {
  monthlyUsdCents: 10_000,
  includedRequests: 200_000,
  concurrency: 300,
  sustainedPerSecond: 50,
  burstPerSecond: 100,
}

export const PLANS: Readonly<Record<PlanName, Plan>> = { free: FREE, vibe: VIBE, pro: PRO, custom: CUSTOM }

/** Least and most that can be agreed on. */
const RANGES: Readonly<Record<keyof PlanOverrides, readonly [number, number]>> = {
  monthlyUsdCents: [CUSTOM.monthlyUsdCents, 200_000],
  includedRequests: [CUSTOM.includedRequests, 1_000_000_000],
  concurrency: [CUSTOM.concurrency, 1000],
  sustainedPerSecond: [CUSTOM.sustainedPerSecond, 500],
}

/**
 * Plan of a workspace, with what is agreed with it. Overrides of another plan than `custom` wait for a change to it.
 *
 * Throws: `invalid_argument`, when an override is no whole number or out of its range, whatever the plan.
 */
export function resolvePlan(workspace: { readonly plan: PlanName; readonly overrides: PlanOverrides }): Plan {
  const { plan, overrides } = workspace
  for (const [name, value] of Object.entries(overrides)) requireInRange(name, value)
  if (plan !== 'custom') return PLANS[plan]
  const agreed = { ...CUSTOM, ...overrides }
  return { ...agreed, burstPerSecond: 2 * agreed.sustainedPerSecond }
}

/** Credits that a calendar month of a plan includes. */
export function includedCredits(plan: Plan): number {
  return plan.includedRequests * CREDITS_PER_REQUEST
}

function requireInRange(name: string, value: number): void {
  const range = Object.hasOwn(RANGES, name) ? RANGES[name as keyof PlanOverrides] : undefined
  if (range === undefined) throw new ShelfmarkError('invalid_argument', `A plan has no ${name} that can be agreed on.`)
  const [least, most] = range
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new ShelfmarkError('invalid_argument', `${name} is ${value}: it must be a whole number, ${least} to ${most}.`)
}
