import { covers, type FieldPath } from './field-path.ts'
import type { PlannedRule, WatchPlan } from './plan-watch.ts'
import { readValues, type Reading, type SeenValue, type Values } from './read-values.ts'
import { firstState, stepRule, type RuleState, type Run } from './rule-step.ts'
import { deltaOf, isSame, percentOf } from './same-value.ts'
import { contextOf, findDifference, type ContextMember, type SeenRecord } from './seen-record.ts'
import type { Point } from './series.ts'
import { MAX_SERIES, MAX_VALUES, type SeriesState, type ValueState, type WatchState } from './watch-state.ts'

/** One look at an item. */
export interface Look {
  /** Unit: ms since 1970. */
  readonly atMs: number
  /** Absent: null, the page could not be had or read: "not seen" says nothing about any value. */
  readonly seen: SeenRecord | null
}

/** A change that enough looks in a row have shown. */
export interface ConfirmedChange {
  readonly field: string
  readonly before: SeenValue
  readonly after: SeenValue
  /** Absent: null, one of the values is not a number. */
  readonly delta: number | null
  readonly percent: number | null
  /** When `after` was first seen. Unit: ms since 1970. */
  readonly sinceMs: number
  /** The selector that gave `after`. Absent: null, there is no value, or nobody knows. */
  readonly winner: string | null
  /** Whether another selector gave it than the value before. */
  readonly drift: boolean
}

/** An alert: a rule and the change that it waited for. */
export interface Alert {
  /** Position among the rules of the plan. Absent: null, the watch has no rules, and every change is an alert. */
  readonly rule: number | null
  readonly change: ConfirmedChange
}

/** What a look gave. */
export interface LookResult {
  readonly state: WatchState
  /** Values that differ from the last ones of their series, seen once or more. */
  readonly points: readonly Point[]
  /** Every change that was confirmed at this look, whether a rule waited for it or not. */
  readonly changes: readonly ConfirmedChange[]
  readonly alerts: readonly Alert[]
  /** Why a new series begins: the first member of the context that differs. Absent: null, the series goes on, or is the first. */
  readonly incomparable: ContextMember | null
  /** Number of the series. Absent: null, the item was not seen. */
  readonly series: number | null
  /** Watched fields that another selector gave than at the last look, or none any more, whether the value changed or not. */
  readonly drifted: readonly string[]
  /** Watched fields that the same selector gave as at the last look. */
  readonly kept: readonly string[]
  /** Watched fields that the page could not give. */
  readonly unseen: readonly string[]
  /** When a value that is not confirmed yet should be looked at again, once. Absent: null, at the next regular look. Unit: ms since 1970. */
  readonly againMs: number | null
}

/** Pause before the second look at a value that is not confirmed. Unit: ms. */
export const SECOND_LOOK_MS = 10 * 60_000

export interface ApplyOptions {
  /** Watched fields whose changes wait while another selector gives them, because many items have it: see `addDrift`. Default: none. */
  readonly held?: ReadonlySet<string> | undefined
}

/**
 * Takes the state of an item one look further. Pure: the same state and look always give the same result. A look that
 * is not later than the last one changes nothing, so that a look that is given twice has no effect.
 *
 * @example
 * ```ts
 * import { applyLook, definitions, NEW_WATCH_STATE, planWatch } from 'shelfmark'
 * import { extractPage } from 'shelfmark/pages'
 *
 * const planned = planWatch(definitions.product, { rules: [{ field: 'price', when: 'below', value: 20 }] })
 * if (planned.ok) {
 *   const { state, alerts } = applyLook(planned.plan, NEW_WATCH_STATE, { atMs: Date.now(), seen: extractPage(bytes) })
 *   console.log(alerts, JSON.stringify(state)) // the state of the next look
 * }
 * ```
 */
export function applyLook(
  plan: WatchPlan,
  state: WatchState,
  { atMs, seen }: Look,
  options: ApplyOptions = {},
): LookResult {
  if (state.lastMs !== null && atMs <= state.lastMs) return nothing(state)
  if (seen === null || seen.record === null) return nothing({ ...state, lastMs: atMs })
  const { series, incomparable, count } = findSeries(plan, state, seen)
  const values = readValues(seen, plan.definition, plan.fields.paths)
  const visit = new Visit(plan, series, values, atMs, options.held ?? new Set())
  visit.run()
  const next: SeriesState = {
    ...series,
    known: plan.fields.paths.flatMap(({ text }) =>
      series.known.includes(text) || !visit.unseen.has(text) ? [text] : [],
    ),
    values: Object.fromEntries(withoutOldest([...visit.values])),
  }
  const others = state.series.filter(({ number }) => number !== series.number)
  return {
    state: { lastMs: atMs, count, series: [next, ...others].slice(0, MAX_SERIES) },
    points: visit.points,
    changes: visit.changes,
    alerts: visit.alerts,
    incomparable,
    series: series.number,
    drifted: [...visit.drifted],
    kept: [...visit.kept],
    unseen: [...visit.unseen],
    againMs: visit.isAgain ? atMs + SECOND_LOOK_MS : null,
  }
}

/** Without the entries that left their lists longest ago, where there are too many to keep. */
function withoutOldest(values: readonly (readonly [string, ValueState])[]): readonly (readonly [string, ValueState])[] {
  const extra = values.length - MAX_VALUES
  if (extra <= 0) return values
  const gone = values
    .filter(([, { run }]) => run.isMissing)
    .toSorted(([, left], [, right]) => left.run.sinceMs - right.run.sinceMs)
  const dropped = new Set(gone.slice(0, extra))
  return values.filter((value) => !dropped.has(value))
}

function nothing(state: WatchState): LookResult {
  return {
    state,
    points: [],
    changes: [],
    alerts: [],
    incomparable: null,
    series: null,
    drifted: [],
    kept: [],
    unseen: [],
    againMs: null,
  }
}

/** The series of the context that a record was seen in. A context that is not remembered begins one. */
function findSeries(
  plan: WatchPlan,
  { series: all, count }: WatchState,
  seen: SeenRecord,
): { readonly series: SeriesState; readonly incomparable: ContextMember | null; readonly count: number } {
  const context = contextOf(seen, plan.definition)
  const known = all.find((series) => findDifference(series.context, context) === null)
  if (known !== undefined) return { series: known, incomparable: null, count }
  const [last] = all
  const series: SeriesState = { number: count + 1, context, known: [], values: {} }
  return { series, incomparable: last === undefined ? null : findDifference(last.context, context), count: count + 1 }
}

/** A path of a value inside of an entry. */
const OF_ENTRY = /\](?:\.[a-z_0-9]+)*$/

/** The values of one look, each taken a step further. */
class Visit {
  readonly values = new Map<string, ValueState>()
  readonly points: Point[] = []
  readonly changes: ConfirmedChange[] = []
  readonly alerts: Alert[] = []
  readonly drifted = new Set<string>()
  readonly kept = new Set<string>()
  readonly unseen = new Set<string>()
  isAgain = false
  private readonly plan: WatchPlan
  private readonly series: SeriesState
  private readonly seen: Values
  private readonly atMs: number
  private readonly held: ReadonlySet<string>

  constructor(plan: WatchPlan, series: SeriesState, seen: Values, atMs: number, held: ReadonlySet<string>) {
    this.plan = plan
    this.series = series
    this.seen = seen
    this.atMs = atMs
    this.held = held
  }

  run(): void {
    const { fields } = this.plan
    // A path without entries of its own, such as sales_rank[0].rank, is a value also where the page has no such entry.
    for (const { text } of fields.paths) if (this.seen.read(text) === null) this.unseen.add(text)
    const single = fields.paths.flatMap(({ text }) => (OF_ENTRY.test(text) && !text.includes('[]') ? [text] : []))
    for (const path of new Set([...this.seen.found.keys(), ...single, ...Object.keys(this.series.values)])) {
      const field = fields.find(path)
      if (field !== undefined) this.visit(path, field)
    }
  }

  private visit(path: string, field: FieldPath): void {
    const known = this.series.values[path]
    const reading = this.seen.read(path)
    if (reading === null) {
      if (known !== undefined) this.values.set(path, known)
      return
    }
    const before = known ?? this.newEntry(path, field)
    const after = this.step(path, field, before, reading)
    if (path === field.text || !this.isForgotten(path, after)) this.values.set(path, after)
  }

  /** An entry of a list that was seen without it. Absent: undefined, this is the first look at the value. */
  private newEntry(path: string, { text }: FieldPath): ValueState | undefined {
    if (path === text || !this.series.known.includes(text)) return undefined
    const run: Run = { value: null, sinceMs: this.atMs, count: 1, winner: null, isMissing: true }
    return { run, rules: {} }
  }

  private step(path: string, field: FieldPath, before: ValueState | undefined, reading: Reading): ValueState {
    const comparison = this.plan.fields.comparisonOf(path)
    const isLonger = before !== undefined && isSame(before.run.value, reading.value, comparison)
    const run: Run = isLonger
      ? { ...before.run, count: before.run.count + 1, winner: reading.winner, isMissing: reading.isMissing }
      : { ...reading, sinceMs: this.atMs, count: 1 }
    if (!isLonger) this.addPoint(path, reading)
    if (before !== undefined && before.run.winner !== null && !reading.isMissing) {
      const sources = before.run.winner === reading.winner ? this.kept : this.drifted
      sources.add(field.text)
    }
    const rules: Record<string, RuleState> = {}
    for (const [index, planned] of this.plan.steps.entries()) {
      if (planned.path !== null && !covers(planned.path, path)) continue
      const old = before === undefined ? undefined : (before.rules[planned.key] ?? firstState(planned.rule, before.run))
      rules[planned.key] = this.apply(path, field, index - 1, planned, old, run)
    }
    return { run, rules }
  }

  /** `index`: position among the rules; -1, the rule for every change. */
  private apply(
    path: string,
    field: FieldPath,
    index: number,
    { rule }: PlannedRule,
    old: RuleState | undefined,
    run: Run,
  ): RuleState {
    if (old === undefined) return firstState(rule, run)
    const comparison = this.plan.fields.comparisonOf(path)
    const isHeld = this.held.has(field.text)
    const { state, settledFrom, firedFrom, drift, isPending } = stepRule(rule, old, run, {
      atMs: this.atMs,
      comparison,
      isHeld,
    })
    if (isPending && run.count === 1) this.isAgain = true
    if (index < 0 && settledFrom !== undefined) {
      const change = toChange(path, settledFrom, state, drift)
      this.changes.push(change)
      if (this.plan.rules.length === 0) this.alerts.push({ rule: null, change })
    }
    if (index >= 0 && firedFrom !== undefined) {
      this.alerts.push({ rule: index, change: toChange(path, firedFrom, state, drift) })
    }
    return state
  }

  /** Whether nothing is left to know of an entry: it left its list, and every rule is as it would be for a new one. */
  private isForgotten(path: string, { run, rules }: ValueState): boolean {
    if (!run.isMissing || !OF_ENTRY.test(path)) return false
    return this.plan.steps.every(({ key, rule }) => {
      const state = rules[key]
      if (state === undefined) return true
      const { settled, base, firedMs, armed, lows } = state
      const isCool = firedMs === null || this.atMs >= firedMs + rule.cooldownMs
      return settled === null && base === null && isCool && lows.length === 0 && armed === firstState(rule, run).armed
    })
  }

  private addPoint(path: string, { value, winner }: Reading): void {
    this.points.push({ field: path, series: this.series.number, atMs: this.atMs, value, winner })
  }
}

function toChange(field: string, before: SeenValue, state: RuleState, drift: boolean): ConfirmedChange {
  const { settled: after, sinceMs, winner } = state
  return {
    field,
    before,
    after,
    delta: deltaOf(before, after),
    percent: percentOf(before, after),
    sinceMs,
    winner: after === null ? null : winner,
    drift,
  }
}
