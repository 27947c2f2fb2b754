import type { SeenValue } from './read-values.ts'
import type { ContextMember, SeenRecord } from './seen-record.ts'
import type { Point } from './series.ts'
import type { WatchState } from './watch-state.ts'

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
  /** The selector that gave `before`. Absent: null, there is no value, nobody knows, or a rule compares with an older one. */
  readonly winnerBefore: string | null
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
  /** Values that differ from the last ones, seen once or more. A value of another series differs, also with the same number. */
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
  /** Whether several fields came from other selectors at once: the page has another layout, and what it now shows or hides may be no change. */
  readonly isOtherLayout: boolean
  /** Watched fields that the page could not give. */
  readonly unseen: readonly string[]
  /** When a value that is not confirmed yet should be looked at again, once. Absent: null, at the next regular look. Unit: ms since 1970. */
  readonly againMs: number | null
}
