import { ShelfmarkError } from '../error/shelfmark-error.ts'
import type { Allowance } from './allowance.ts'
import type { KeyMode } from './api-key.ts'

export const PLAN_NAMES = ['free', 'vibe', 'pro', 'custom', 'unlimited'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

/** Price and included requests of a workspace, and the limits of each of its keys. */
interface Plan {
  /** Unit: US cents a calendar month. */
  readonly monthlyUsdCents: number
  /** Requests of the price list that a calendar month includes. */
  readonly includedRequests: number
  /** Requests in flight at the same time. */
  readonly concurrency: number
  /** Requests a second that a key can sustain. */
  readonly sustainedPerSecond: number
  /** Requests a second that a key can sustain for 3 seconds, after a time without requests. */
  readonly burstPerSecond: number
  /** Results and inputs of batches that are kept for a workspace. Unit: bytes as stored. */
  readonly storedBytes: number
}

const MB = 1_000_000

/** Terms of a workspace on the plan `custom`. Its burst is twice its sustained rate. Default: those of the plan. */
export type PlanOverrides = Partial<Omit<Plan, 'burstPerSecond'>>

/** Pay-as-you-go price of requests beyond those included. Unit: US cents per 1,000 requests. */
export const PAY_AS_YOU_GO_USD_CENTS = 90

/** Credits of one request of the price list. */
export const CREDITS_PER_REQUEST = 5

const FREE = {
  monthlyUsdCents: 0,
  includedRequests: 1000,
  concurrency: 50,
  sustainedPerSecond: 2,
  burstPerSecond: 10,
  storedBytes: 200 * MB,
}
const VIBE = {
  monthlyUsdCents: 1900,
  includedRequests: 25_000,
  concurrency: 100,
  sustainedPerSecond: 10,
  burstPerSecond: 40,
  storedBytes: 2000 * MB,
}
const PRO = {
  monthlyUsdCents: 4900,
  includedRequests: 75_000,
  concurrency: 200,
  sustainedPerSecond: 25,
  burstPerSecond: 60,
  storedBytes: 10_000 * MB,
}
const CUSTOM = {
  monthlyUsdCents: 10_000,
  includedRequests: 200_000,
  concurrency: 300,
  sustainedPerSecond: 50,
  burstPerSecond: 100,
  storedBytes: 40_000 * MB,
}

/** For an own server: more than a process can answer. Nothing is paid, and usage is still counted in credits. */
const UNLIMITED = {
  monthlyUsdCents: 0,
  includedRequests: 1_000_000_000,
  concurrency: 5000,
  sustainedPerSecond: 1000,
  burstPerSecond: 2000,
  storedBytes: 10_000_000 * MB,
}

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: FREE,
  vibe: VIBE,
  pro: PRO,
  custom: CUSTOM,
  unlimited: UNLIMITED,
}

/** Plans whose keys can be restricted to IP addresses. */
export const ADDRESS_LIST_PLANS: ReadonlySet<PlanName> = new Set(['pro', 'custom', 'unlimited'])

/** Minimum and maximum of the terms. */
const RANGES: Readonly<Record<keyof PlanOverrides, readonly [number, number]>> = {
  monthlyUsdCents: [CUSTOM.monthlyUsdCents, 200_000],
  includedRequests: [CUSTOM.includedRequests, 1_000_000_000],
  concurrency: [CUSTOM.concurrency, 5000],
  sustainedPerSecond: [CUSTOM.sustainedPerSecond, 500],
  storedBytes: [CUSTOM.storedBytes, 10_000_000 * MB],
}

/** Terms that were agreed with earlier versions, and limit nothing now. */
const IGNORED_TERMS: ReadonlySet<string> = new Set(['pendingItems'])

/**
 * Plan of a workspace with its overrides. Overrides have no effect on other plans than `custom`.
 *
 * Throws: `invalid_argument`, on any plan, for an override that is not an integer in its range.
 */
export function resolvePlan(workspace: { readonly plan: PlanName; readonly overrides: PlanOverrides }): Plan {
  const { plan, overrides } = workspace
  const terms = Object.entries(overrides).filter(([name]) => !IGNORED_TERMS.has(name))
  for (const [name, value] of terms) requireInRange(name, value)
  if (plan !== 'custom') return PLANS[plan]
  const agreed: typeof CUSTOM = { ...CUSTOM, ...Object.fromEntries(terms) }
  return { ...agreed, burstPerSecond: 2 * agreed.sustainedPerSecond }
}

/** Items of sandbox keys without a result that a workspace may have, because they cost nothing. */
const SANDBOX_PENDING_ITEMS = 1000

/** Items without a result that a workspace may have from keys of a mode. Absent: null, any number. */
export function maxPendingItems(mode: KeyMode): number | null {
  return mode === 'test' ? SANDBOX_PENDING_ITEMS : null
}

/** Credits that a calendar month of a plan includes. */
export function includedCredits(plan: Plan): number {
  return plan.includedRequests * CREDITS_PER_REQUEST
}

/** Credits that a workspace can spend in a month. */
export function allowanceOf(
  workspace: Parameters<typeof resolvePlan>[0] &
    Pick<Allowance, 'payAsYouGo'> & { readonly spendingCap: Allowance['capCredits'] },
): Allowance {
  const { payAsYouGo, spendingCap: capCredits } = workspace
  return { includedCredits: includedCredits(resolvePlan(workspace)), payAsYouGo, capCredits }
}

function requireInRange(name: string, value: number): void {
  const range = Object.hasOwn(RANGES, name) ? RANGES[name as keyof PlanOverrides] : undefined
  if (range === undefined)
    throw new ShelfmarkError('invalid_argument', `Unknown override "${name}". Use ${Object.keys(RANGES).join(', ')}.`)
  const [least, most] = range
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new ShelfmarkError('invalid_argument', `Invalid ${name} ${value}. Use an integer from ${least} to ${most}.`)
}
