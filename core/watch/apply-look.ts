import type { HeldFields } from './drift-tally.ts'
import type { ConfirmedChange, Look, LookResult } from './look-result.ts'
import type { WatchPlan } from './plan-watch.ts'
import { readValues } from './read-values.ts'
import { contextOf, findDifference, type ContextMember, type SeenRecord } from './seen-record.ts'
import { stepValues } from './step-values.ts'
import { tellOnce } from './tell-once.ts'
import { MAX_SERIES, MAX_VALUES, type SeriesState, type ValueState, type WatchState } from './watch-state.ts'

/** Pause before the second look at a value that is not confirmed. Unit: ms. */
export const SECOND_LOOK_MS = 10 * 60_000

/** What is known besides the look. */
export interface ApplyOptions {
  /** Watched fields whose changes wait while another selector gives them, because many items have it: see `addDrift`. Default: none. */
  readonly held?: HeldFields | undefined
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
  const others = state.series.filter(({ number }) => number !== series.number)
  const stepped = stepValues({ plan, series, others, values, atMs, held: options.held ?? new Map() })
  const next: SeriesState = {
    ...series,
    // A page that was cut has shown nothing.
    ...(stepped.unseen.size < plan.fields.paths.length ? { seenMs: atMs } : {}),
    known: plan.fields.paths.flatMap(({ text }) =>
      series.known.includes(text) || !stepped.unseen.has(text) ? [text] : [],
    ),
    values: Object.fromEntries(withoutOldest([...stepped.states])),
  }
  const tell = (change: ConfirmedChange) => tellOnce(change, plan, next, others)
  return {
    state: { lastMs: atMs, count, series: [next, ...others].slice(0, MAX_SERIES) },
    points: stepped.points,
    changes: stepped.changes.flatMap((change) => tell(change) ?? []),
    alerts: stepped.alerts.flatMap(({ rule, change: own }) => {
      const change = tell(own)
      return change === null ? [] : [{ rule, change }]
    }),
    incomparable,
    series: series.number,
    drifted: [...stepped.drifted],
    kept: [...stepped.kept],
    isOtherLayout: stepped.isOtherLayout,
    unseen: [...stepped.unseen],
    againMs: stepped.needsSecondLook ? atMs + SECOND_LOOK_MS : null,
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
    isOtherLayout: false,
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
  const [last] = all
  const own = contextOf(seen, plan.definition)
  // A search without results says nothing about the currency and the layout of its cards.
  const isEmpty = plan.track !== null && own.layout === null
  const context =
    isEmpty && last !== undefined ? { ...own, currency: last.context.currency, layout: last.context.layout } : own
  const known = all.find((series) => findDifference(series.context, context) === null)
  if (known !== undefined) return { series: known, incomparable: null, count }
  const series: SeriesState = { number: count + 1, context, known: [], values: {} }
  return { series, incomparable: last === undefined ? null : findDifference(last.context, context), count: count + 1 }
}
