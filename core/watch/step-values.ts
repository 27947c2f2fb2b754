import type { HeldFields } from './drift-tally.ts'
import { covers, type FieldPath } from './field-path.ts'
import type { Alert, ConfirmedChange } from './look-result.ts'
import { OtherSeries } from './other-series.ts'
import type { PlannedRule, WatchPlan } from './plan-watch.ts'
import type { ObservedValue, SeenValue, Values } from './read-values.ts'
import { firstState, stepRule, type RuleState, type Streak } from './rule-step.ts'
import { deltaOf, isSame, percentOf } from './same-value.ts'
import type { Point } from './series.ts'
import type { SeriesState, ValueState } from './watch-state.ts'

/** A look at an item that gave a record, and the state of the item before it. */
interface LookInput {
  readonly plan: WatchPlan
  /** The series that the look belongs to. */
  readonly series: SeriesState
  /** The other series of the item. */
  readonly others: readonly SeriesState[]
  readonly values: Values
  readonly atMs: number
  readonly held: HeldFields
}

/** What a look did to the values of its series. */
export interface SteppedValues {
  /** State of each value after the look, by its path. */
  readonly states: ReadonlyMap<string, ValueState>
  readonly points: readonly Point[]
  readonly changes: readonly ConfirmedChange[]
  readonly alerts: readonly Alert[]
  /** Fields with a value from another selector than at the last look, or from none. */
  readonly drifted: ReadonlySet<string>
  /** Fields with a value from the same selector as at the last look. */
  readonly kept: ReadonlySet<string>
  /** Watched paths that the page could not give. */
  readonly unseen: ReadonlySet<string>
  /** Whether several values came from other selectors at once. */
  readonly isOtherLayout: boolean
  /** Whether a value was seen for the first time, and a rule waits for it to be confirmed. */
  readonly needsSecondLook: boolean
}

/** Applies a look to every value that the plan watches. */
export function stepValues(input: LookInput): SteppedValues {
  return new ValueStepper(input).stepAll()
}

/** A path to a value in an entry of a list or map. */
const IN_ENTRY = /\](?:\.[a-z_0-9]+)*$/

class ValueStepper {
  private readonly input: LookInput
  private readonly others: OtherSeries
  private readonly sources: SourceChanges
  private readonly points: Point[] = []
  private readonly changes: ConfirmedChange[] = []
  private readonly alerts: Alert[] = []
  private readonly drifted = new Set<string>()
  private readonly kept = new Set<string>()
  private needsSecondLook = false

  constructor(input: LookInput) {
    this.input = input
    this.others = new OtherSeries(input.series, input.others)
    this.sources = countSourceChanges(input.series, input.values)
  }

  stepAll(): SteppedValues {
    const { plan, series, values } = this.input
    const { paths } = plan.fields
    const states = new Map<string, ValueState>()
    // A path to one entry, such as sales_rank[0].rank, has a value (null) also on a page without the entry.
    const toOneEntry = paths.flatMap(({ text }) => (IN_ENTRY.test(text) && !text.includes('[]') ? [text] : []))
    const before = [...Object.keys(series.values), ...this.others.pathsWithLastPoint()]
    for (const path of new Set([...values.found.keys(), ...toOneEntry, ...before])) {
      const field = plan.fields.find(path)
      const state = field === undefined ? undefined : this.stepPath(path, field)
      if (state !== undefined) states.set(path, state)
    }
    const { points, changes, alerts, drifted, kept, needsSecondLook } = this
    const unseen = new Set(paths.flatMap(({ text }) => (values.read(text) === null ? [text] : [])))
    const { isOtherLayout } = this.sources
    return { states, points, changes, alerts, drifted, kept, unseen, isOtherLayout, needsSecondLook }
  }

  /** State of a value after the look. Absent: undefined, nothing has to be remembered. */
  private stepPath(path: string, field: FieldPath): ValueState | undefined {
    const { series, values } = this.input
    const observed = values.read(path)
    if (observed === null) return series.values[path]
    const before = series.values[path] ?? this.stateOfNewEntry(path, field)
    const after = this.stepValue(path, field, before, observed)
    return path !== field.text && this.isForgettable(path, after) ? undefined : after
  }

  /** The state of an entry that its list did not have at the last look. Absent: undefined, this is the first look at the value. */
  private stateOfNewEntry(path: string, { text }: FieldPath): ValueState | undefined {
    const { series, atMs } = this.input
    if (path === text || !series.known.includes(text)) return undefined
    const run: Streak = {
      value: null,
      sinceMs: atMs,
      count: 1,
      winner: null,
      isMissing: true,
      isOfOtherLayout: false,
      isWithOtherSources: false,
      wasHeld: false,
    }
    return { run, rules: {} }
  }

  private stepValue(
    path: string,
    field: FieldPath,
    before: ValueState | undefined,
    observed: ObservedValue,
  ): ValueState {
    const { plan, series, atMs } = this.input
    const isUnchanged = before !== undefined && isSame(before.run.value, observed.value, plan.fields.comparisonOf(path))
    const run = isUnchanged ? this.extend(before.run, field, observed) : this.begin(field, observed)
    const hasPoint = !isUnchanged || this.others.hasLastPoint(path, observed)
    if (hasPoint) {
      const { value, winner } = observed
      this.points.push({ field: path, series: series.number, atMs, value, winner })
    }
    this.compareSources(field, before, observed)
    const rules = this.stepRules(path, field, before, run)
    const pointMs = hasPoint && run.sinceMs !== atMs ? atMs : isUnchanged ? before.pointMs : undefined
    return { run, rules, ...(pointMs === undefined ? {} : { pointMs }) }
  }

  /** The look shows the same value as the last one. */
  private extend(run: Streak, { text }: FieldPath, { winner, isMissing }: ObservedValue): Streak {
    return {
      ...run,
      winner,
      isMissing,
      count: run.count + 1,
      wasHeld: run.wasHeld || this.input.held.has(text),
      isWithOtherSources: run.isWithOtherSources || this.isOlderThanHold(text, run.afterMs ?? run.sinceMs),
    }
  }

  /** The look shows another value than the last one. */
  private begin({ text }: FieldPath, observed: ObservedValue): Streak {
    const { series, atMs, held } = this.input
    const afterMs = series.seenMs ?? 0
    return {
      ...observed,
      sinceMs: atMs,
      count: 1,
      isOfOtherLayout: this.sources.isOtherLayout,
      isWithOtherSources: this.sources.hasAny || this.isOlderThanHold(text, afterMs),
      wasHeld: held.has(text),
      afterMs,
    }
  }

  /** Whether a look was before the hold of a field began: its page may have had the layout before. */
  private isOlderThanHold(field: string, lookMs: number): boolean {
    const heldSinceMs = this.input.held.get(field)
    return heldSinceMs !== undefined && lookMs < heldSinceMs
  }

  private compareSources({ text }: FieldPath, before: ValueState | undefined, observed: ObservedValue): void {
    if (before === undefined || before.run.winner === null || observed.isMissing) return
    const fields = before.run.winner === observed.winner ? this.kept : this.drifted
    fields.add(text)
  }

  private stepRules(
    path: string,
    field: FieldPath,
    before: ValueState | undefined,
    run: Streak,
  ): Record<string, RuleState> {
    const rules: Record<string, RuleState> = {}
    if (field.isSilent === true) return rules
    for (const [index, planned] of this.input.plan.steps.entries()) {
      if (planned.path !== null && !covers(planned.path, path)) continue
      const { key, rule } = planned
      const old = before === undefined ? undefined : (before.rules[key] ?? firstState(rule, before.run))
      // The first step is not a rule of the caller: it confirms every change.
      rules[key] =
        old === undefined
          ? firstState(rule, run)
          : this.stepRule(path, field, index === 0 ? null : index - 1, planned, old, run)
    }
    return rules
  }

  /** `index`: position among the rules of the caller. null: the step that confirms every change. */
  private stepRule(
    path: string,
    { text }: FieldPath,
    index: number | null,
    { rule }: PlannedRule,
    old: RuleState,
    run: Streak,
  ): RuleState {
    const { plan, atMs, held } = this.input
    const { state, settledFrom, firedFrom, drift, isPending } = stepRule(rule, old, run, {
      atMs,
      comparison: plan.fields.comparisonOf(path),
      isHeld: held.has(text),
    })
    if (isPending && run.count === 1) this.needsSecondLook = true
    if (index === null && settledFrom !== undefined) {
      const change = toChange(path, settledFrom, old, state, drift)
      this.changes.push(change)
      if (plan.rules.length === 0) this.alerts.push({ rule: null, change })
    }
    if (index !== null && firedFrom !== undefined) {
      this.alerts.push({ rule: index, change: toChange(path, firedFrom, old, state, drift) })
    }
    return state
  }

  /** Whether an entry left its list, and the state of every rule is that of a new entry. */
  private isForgettable(path: string, { run, rules }: ValueState): boolean {
    if (!run.isMissing || !IN_ENTRY.test(path)) return false
    // Without this state, the other series would take its own value for the last one.
    if (this.others.hasValue(path)) return false
    return this.input.plan.steps.every(({ key, rule }) => {
      const state = rules[key]
      if (state === undefined) return true
      const { settled, base, firedMs, armed, lows } = state
      const isCool = firedMs === null || this.input.atMs >= firedMs + rule.cooldownMs
      return settled === null && base === null && isCool && lows.length === 0 && armed === firstState(rule, run).armed
    })
  }
}

/** Values that come from other selectors than at the last look. */
interface SourceChanges {
  readonly hasAny: boolean
  /** Whether they are so many that the page has another layout. */
  readonly isOtherLayout: boolean
}

/** The least that are another layout: values from other selectors, and their share of the values with a selector. */
const [LEAST_CHANGED, LEAST_SHARE] = [2, 0.25]

function countSourceChanges({ values }: SeriesState, now: Values): SourceChanges {
  let [changed, all] = [0, 0]
  for (const [path, { run }] of Object.entries(values)) {
    const winner = run.winner === null ? null : (now.read(path)?.winner ?? null)
    if (winner === null) continue
    all++
    if (winner !== run.winner) changed++
  }
  return { hasAny: changed > 0, isOtherLayout: changed >= LEAST_CHANGED && changed >= all * LEAST_SHARE }
}

function toChange(field: string, before: SeenValue, old: RuleState, state: RuleState, drift: boolean): ConfirmedChange {
  const { settled: after, sinceMs, winner } = state
  return {
    field,
    before,
    after,
    delta: deltaOf(before, after),
    percent: percentOf(before, after),
    sinceMs,
    winner: after === null ? null : winner,
    winnerBefore: before === null || !isSame(before, old.settled, 'exact') ? null : old.winner,
    drift,
  }
}
