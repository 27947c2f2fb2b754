import type { HeldFields } from './drift-tally.ts'
import { covers, type FieldPath } from './field-path.ts'
import type { Alert, ConfirmedChange } from './look-result.ts'
import type { PlannedRule, WatchPlan } from './plan-watch.ts'
import type { Reading, SeenValue, Values } from './read-values.ts'
import { firstState, stepRule, type RuleState, type Run } from './rule-step.ts'
import { deltaOf, isSame, percentOf } from './same-value.ts'
import type { Point } from './series.ts'
import type { SeriesState, ValueState } from './watch-state.ts'

/** A path of a value inside of an entry. */
const OF_ENTRY = /\](?:\.[a-z_0-9]+)*$/

/** One look, and what is known before it. */
interface VisitSubject {
  readonly plan: WatchPlan
  /** The series that the look goes on with. */
  readonly series: SeriesState
  /** Those of other contexts that the item was seen in before. */
  readonly others: readonly SeriesState[]
  readonly seen: Values
  readonly atMs: number
  readonly held: HeldFields
}

/** The values of one look, each taken a step further. */
export class Visit {
  readonly values = new Map<string, ValueState>()
  readonly points: Point[] = []
  readonly changes: ConfirmedChange[] = []
  readonly alerts: Alert[] = []
  readonly drifted = new Set<string>()
  readonly kept = new Set<string>()
  readonly unseen = new Set<string>()
  readonly isOtherLayout: boolean
  /** Whether any value comes from another selector than at the last look. */
  private readonly hasMoved: boolean
  isAgain = false
  private readonly plan: WatchPlan
  private readonly series: SeriesState
  private readonly others: readonly SeriesState[]
  private readonly seen: Values
  private readonly atMs: number
  private readonly held: HeldFields

  constructor({ plan, series, others, seen, atMs, held }: VisitSubject) {
    this.plan = plan
    this.series = series
    this.others = others
    this.seen = seen
    this.atMs = atMs
    this.held = held
    const { moved, all } = countMoved(series, seen)
    this.hasMoved = moved > 0
    this.isOtherLayout = moved >= FEWEST_MOVED && moved >= all * LEAST_MOVED
  }

  run(): void {
    const { fields } = this.plan
    // A path without entries of its own, such as sales_rank[0].rank, is a value also where the page has no such entry.
    for (const { text } of fields.paths) if (this.seen.read(text) === null) this.unseen.add(text)
    const single = fields.paths.flatMap(({ text }) => (OF_ENTRY.test(text) && !text.includes('[]') ? [text] : []))
    const known = [...Object.keys(this.series.values), ...this.pathsElsewhere()]
    for (const path of new Set([...this.seen.found.keys(), ...single, ...known])) {
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
    const run: Run = {
      value: null,
      sinceMs: this.atMs,
      count: 1,
      winner: null,
      isMissing: true,
      isOfOtherLayout: false,
      isWithOtherSources: false,
      wasHeld: false,
    }
    return { run, rules: {} }
  }

  private step(path: string, field: FieldPath, before: ValueState | undefined, reading: Reading): ValueState {
    const comparison = this.plan.fields.comparisonOf(path)
    const isLonger = before !== undefined && isSame(before.run.value, reading.value, comparison)
    const heldSinceMs = this.held.get(field.text)
    const isHeld = heldSinceMs !== undefined
    const afterMs = isLonger ? (before.run.afterMs ?? before.run.sinceMs) : (this.series.seenMs ?? 0)
    // The page before the value may be of the layout that the site had before.
    const isNews = heldSinceMs !== undefined && afterMs < heldSinceMs
    const run: Run = isLonger
      ? {
          ...before.run,
          ...sourceOf(reading),
          count: before.run.count + 1,
          wasHeld: before.run.wasHeld || isHeld,
          isWithOtherSources: before.run.isWithOtherSources || isNews,
        }
      : {
          ...reading,
          sinceMs: this.atMs,
          count: 1,
          isOfOtherLayout: this.isOtherLayout,
          isWithOtherSources: this.hasMoved || isNews,
          wasHeld: isHeld,
          afterMs,
        }
    const hasPoint = !isLonger || this.isElsewhere(path, reading)
    if (hasPoint) this.addPoint(path, reading)
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
    const pointMs = hasPoint && run.sinceMs !== this.atMs ? this.atMs : isLonger ? before.pointMs : undefined
    return { run, rules, ...(pointMs === undefined ? {} : { pointMs }) }
  }

  /** Paths with a value whose last point is of another series: it must not hold any longer where this look lacks it. */
  private pathsElsewhere(): readonly string[] {
    return this.others.flatMap(({ number, values }) =>
      Object.entries(values).flatMap(([path, { run }]) =>
        run.value !== null && this.lastPoint(path)?.number === number ? [path] : [],
      ),
    )
  }

  /** Whether the last point of a value is of another series: it would hold on, though the item is back where it was. */
  private isElsewhere(path: string, { isMissing }: Reading): boolean {
    const last = this.lastPoint(path)
    if (last === null || last.number === this.series.number) return false
    return !isMissing || last.value !== null
  }

  /** The last point of a value, whatever its series. Absent: null, no point was written. */
  private lastPoint(path: string): LastPoint | null {
    if (this.others.length === 0) return null
    let last: LastPoint | null = null
    for (const { number, values } of [this.series, ...this.others]) {
      const known = values[path]
      if (known === undefined) continue
      const { run, pointMs = run.sinceMs } = known
      if (last === null || pointMs > last.atMs) last = { number, value: run.value, atMs: pointMs }
    }
    return last
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
      const change = toChange(path, settledFrom, old, state, drift)
      this.changes.push(change)
      if (this.plan.rules.length === 0) this.alerts.push({ rule: null, change })
    }
    if (index >= 0 && firedFrom !== undefined) {
      this.alerts.push({ rule: index, change: toChange(path, firedFrom, old, state, drift) })
    }
    return state
  }

  /** Whether nothing is left to know of an entry: it left its list, and every rule is as it would be for a new one. */
  private isForgotten(path: string, { run, rules }: ValueState): boolean {
    if (!run.isMissing || !OF_ENTRY.test(path)) return false
    // Another series would take its own value for the last one.
    if (this.others.some(({ values }) => (values[path]?.run.value ?? null) !== null)) return false
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

function sourceOf({ winner, isMissing }: Reading): Pick<Run, 'winner' | 'isMissing'> {
  return { winner, isMissing }
}

interface LastPoint extends Pick<Point, 'atMs' | 'value'> {
  /** Of the series. */
  readonly number: number
}

/** Fewest fields with another selector that are another layout, and their least share of those that have one. */
const [FEWEST_MOVED, LEAST_MOVED] = [2, 0.25]

/** Values that come from another selector than at the last look, of those that have one. */
function countMoved({ values }: SeriesState, seen: Values): { readonly moved: number; readonly all: number } {
  let [moved, all] = [0, 0]
  for (const [path, { run }] of Object.entries(values)) {
    const winner = run.winner === null ? null : (seen.read(path)?.winner ?? null)
    if (winner === null) continue
    all++
    if (winner !== run.winner) moved++
  }
  return { moved, all }
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
