import type { RuleState, Streak } from './rule-step.ts'
import type { Context } from './seen-record.ts'

/** What is known of one value of an item. */
export interface ValueState {
  readonly run: Streak
  /** Time of the last point in this series. Absent: that of the begin of the run. Unit: ms since 1970. */
  readonly pointMs?: number
  /** By the key of the rule. */
  readonly rules: Readonly<Record<string, RuleState>>
}

/** The looks of one context: their values are compared with each other. */
export interface SeriesState {
  /** From 1, in the order in which the contexts were first seen. */
  readonly number: number
  readonly context: Context
  /** Paths whose lists were seen: an entry of theirs that is not known is new. */
  readonly known: readonly string[]
  readonly values: Readonly<Record<string, ValueState>>
  /** Time of the last look that saw the page. Absent: there was none, or an earlier version wrote the state. Unit: ms since 1970. */
  readonly seenMs?: number
}

/** What is known of one item of a watch, as JSON: `JSON.parse(JSON.stringify(state))` is the same state. */
export interface WatchState {
  /** Time of the last look, seen or not. Absent: null, there was none. Unit: ms since 1970. */
  readonly lastMs: number | null
  /** Number of series so far. */
  readonly count: number
  /** Order: the last one that was seen first. */
  readonly series: readonly SeriesState[]
}

/** The state of an item before its first look. */
export const NEW_WATCH_STATE: WatchState = { lastMs: null, count: 0, series: [] }

/** Contexts of an item that are remembered. An item whose page switches between two places keeps both series. */
export const MAX_SERIES = 4

/** Values of a series that are remembered, with those of entries that left their lists. */
export const MAX_VALUES = 1000
