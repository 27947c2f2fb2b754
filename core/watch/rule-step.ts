import { parseDuration } from './duration.ts'
import type { SeenValue } from './read-values.ts'
import { amountOf, resolveAmount, type WatchRule } from './rule.ts'
import { isSame, type Comparison } from './same-value.ts'

/** What a rule knows of one value. JSON. */
export interface RuleState {
  /** The value that the last looks confirmed. */
  readonly settled: SeenValue
  /** When that value was first seen. Unit: ms since 1970. */
  readonly sinceMs: number
  /** Source of the last value that had one. Absent: null, none had. */
  readonly winner: string | null
  /** The value that the next alert compares with. */
  readonly base: SeenValue
  /** Time of the last alert. Absent: null, there was none. Unit: ms since 1970. */
  readonly firedMs: number | null
  /** Whether `below` or `above` can alert; whether `lowest_in` has something to alert. */
  readonly armed: boolean
  /** Lowest values before this one, each with its end: [value, ms]. For `lowest_in`; others have none. */
  readonly lows: readonly (readonly [number, number])[]
}

/** A value that the last looks in a row have shown. */
export interface Streak {
  readonly value: SeenValue
  readonly sinceMs: number
  /** Number of looks. */
  readonly count: number
  readonly winner: string | null
  /** Whether the value is that of an entry that its list does not have. */
  readonly isMissing: boolean
  /** Whether the page had another layout than before when it first showed the value. */
  readonly isOfOtherLayout: boolean
  /**
   * Whether any other value came from another selector than before when the page first showed this one, or the item was
   * last seen before the layout of the site changed.
   */
  readonly isWithOtherSources: boolean
  /** Whether changes with drift were held at one of the looks. */
  readonly wasHeld: boolean
  /** Time of the look before the first one. Absent: an earlier version wrote the run. Unit: ms since 1970. */
  readonly afterMs?: number
}

/** The state of a rule at the first look. */
export function firstState(rule: WatchRule, { value, sinceMs, winner }: Streak): RuleState {
  const state = { settled: value, sinceMs, winner, base: value, firedMs: null, lows: [] }
  return { ...state, armed: (rule.when === 'below' || rule.when === 'above') && !isBeyond(rule, value) }
}

/** What a look does to a rule. */
export interface RuleStep {
  readonly state: RuleState
  /** The change that was confirmed at this look. Absent: null, none was. */
  readonly settledFrom: SeenValue | undefined
  /** The value before, if the rule alerts. Absent: undefined, it does not. */
  readonly firedFrom: SeenValue | undefined
  /** Whether another source gave the confirmed value. */
  readonly drift: boolean
  /** Whether the value waits for more looks. */
  readonly isPending: boolean
}

export interface StepOptions {
  readonly atMs: number
  readonly comparison: Comparison
  /** Whether changes with another source wait, because many pages have one. */
  readonly isHeld: boolean
}

/** Takes a rule one look further. The same state and look always give the same step. */
export function stepRule(rule: WatchRule, before: RuleState, run: Streak, options: StepOptions): RuleStep {
  const { comparison, atMs } = options
  const isOther = !isSame(run.value, before.settled, comparison)
  const isOtherSource = before.winner !== null && !run.isMissing && run.winner !== before.winner
  // What comes or goes has no selector to compare: other values, and the other items of the site, are all that is known of the page.
  const isSuspect = run.isWithOtherSources && !run.isMissing && (run.value === null || before.settled === null)
  const drift = isOther && (isOtherSource || run.isOfOtherLayout || isSuspect)
  const needed = rule.confirm + (drift ? 1 : 0)
  const isSettled = isOther && run.count >= needed && !(drift && options.isHeld)
  if (isSettled && drift && run.wasHeld && (run.value === null || before.settled === null)) {
    return { ...QUIET, state: restart(before, run) }
  }
  const settled = isSettled ? settle(rule, before, run) : isOther ? before : keepWinner(before, run)
  const { state, fires } = evaluate(rule, settled, options, isSettled)
  return {
    state: fires ? { ...state, base: state.settled, firedMs: atMs } : state,
    settledFrom: isSettled ? before.settled : undefined,
    firedFrom: fires ? settled.base : undefined,
    drift: isSettled && drift,
    isPending: isOther && !isSettled,
  }
}

const QUIET = { settledFrom: undefined, firedFrom: undefined, drift: false, isPending: false } as const

/** The state after a value came or went with another layout of the site: not a change of the shop, but where the next one begins. */
function restart(state: RuleState, { value, sinceMs, winner }: Streak): RuleState {
  return { ...state, settled: value, base: value, sinceMs, winner: winner ?? state.winner }
}

function keepWinner(state: RuleState, { winner }: Streak): RuleState {
  return winner === null || winner === state.winner ? state : { ...state, winner }
}

function settle(rule: WatchRule, state: RuleState, run: Streak): RuleState {
  const next = { ...state, settled: run.value, sinceMs: run.sinceMs, winner: run.winner ?? state.winner }
  return rule.when === 'lowest_in' ? addLow(rule, next, state.settled, run) : next
}

/** Notes the value that ended, and whether the new one is below all of the span. */
function addLow(rule: WatchRule, next: RuleState, ended: SeenValue, { value, sinceMs }: Streak): RuleState {
  const spanMs = parseDuration(String(rule.value)) ?? 0
  const kept = next.lows.filter(
    ([low, endMs]) => endMs > sinceMs - spanMs && (typeof ended !== 'number' || low < ended),
  )
  const lows = typeof ended === 'number' ? [...kept, [ended, sinceMs] as const] : kept
  const armed = typeof value === 'number' && lows.length > 0 && lows.every(([low]) => value < low)
  return { ...next, lows, armed }
}

/** Whether a rule alerts, and its state if it does not have to wait. */
function evaluate(
  rule: WatchRule,
  state: RuleState,
  { atMs, comparison }: StepOptions,
  isSettled: boolean,
): { readonly state: RuleState; readonly fires: boolean } {
  const isTrue = holds(rule, state, comparison)
  const isCool = state.firedMs === null || atMs >= state.firedMs + rule.cooldownMs
  if (isTrue && isCool) return { state: { ...state, armed: false }, fires: true }
  if (isTrue) return { state, fires: false }
  return { state: rest(rule, state, isSettled), fires: false }
}

/** Whether what the rule waits for has happened since its last alert. */
function holds(rule: WatchRule, { settled, base, armed }: RuleState, comparison: Comparison): boolean {
  switch (rule.when) {
    case 'changes':
      return !isSame(settled, base, comparison)
    case 'becomes':
      return isSame(settled, rule.value, comparison) && !isSame(base, rule.value, comparison)
    case 'appears':
      return base === null && settled !== null
    case 'disappears':
      return base !== null && settled === null
    case 'drops_by':
    case 'rises_by':
      return hasMoved(rule, base, settled)
    case 'below':
    case 'above':
      return armed && isBeyond(rule, settled)
    case 'lowest_in':
      return armed
  }
}

/** Binary fractions: a fall from 100.1 to 90.09 is 10 %. */
const TOLERANCE = 1e-9

function hasMoved(rule: WatchRule, base: SeenValue, settled: SeenValue): boolean {
  const amount = amountOf(rule)
  if (amount === null || typeof base !== 'number' || typeof settled !== 'number') return false
  const moved = rule.when === 'drops_by' ? base - settled : settled - base
  return moved > 0 && moved + TOLERANCE >= resolveAmount(amount, base)
}

function isBeyond({ when, value }: WatchRule, settled: SeenValue): boolean {
  if (typeof value !== 'number' || typeof settled !== 'number') return false
  return when === 'below' ? settled < value : settled > value
}

/** Whether a value is so far on the other side that the rule can alert again. */
function isRearmed({ when, value, rearm }: WatchRule, settled: SeenValue): boolean {
  if (typeof value !== 'number' || typeof settled !== 'number') return false
  const distance = resolveAmount(rearm, value)
  return when === 'below' ? settled > value + distance : settled < value - distance
}

/** The state of a rule that has nothing to alert: what the next alert compares with follows the value. */
function rest(rule: WatchRule, state: RuleState, isSettled: boolean): RuleState {
  const { settled, base } = state
  switch (rule.when) {
    case 'drops_by':
      return typeof settled === 'number' && (typeof base !== 'number' || settled > base)
        ? { ...state, base: settled }
        : state
    case 'rises_by':
      return typeof settled === 'number' && (typeof base !== 'number' || settled < base)
        ? { ...state, base: settled }
        : state
    case 'below':
    case 'above':
      return { ...state, base: settled, armed: state.armed || isRearmed(rule, settled) }
    default:
      return isSettled ? { ...state, base: settled } : state
  }
}
