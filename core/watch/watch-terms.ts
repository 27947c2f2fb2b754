import type { Track } from './rank/track.ts'
import type { RunHealth } from './schedule.ts'

/** What a watch of the service was asked to do, checked. */
export interface WatchTerms {
  /** Interval between two looks at an item, such as `6h`. Absent: null, `cron` says when. */
  readonly every: string | null
  /** Five fields. Absent: null, `every` says how often. */
  readonly cron: string | null
  /** Time zone of `cron`, such as `Europe/Berlin`. Absent: null, UTC. */
  readonly timezone: string | null
  /** Paths, as they were given. Absent: null, those of the record's definition. */
  readonly fields: readonly string[] | null
  /** As they were given. Empty: every confirmed change is an alert. */
  readonly rules: readonly unknown[]
  /** Looks in a row that confirm a change. */
  readonly confirm: number
  /** Absent: null, no limit. */
  readonly max_credits_per_month: number | null
  /** How long looks, points, records and events are kept, such as `1y`. */
  readonly keep: string
  /** What is tracked in searches. Absent: null, nothing; undefined, an earlier version wrote the terms. */
  readonly track?: Track | null
}

/**
 * Why a watch does not run. `key`: its key was revoked or has expired; `credits`: its own limit of the month;
 * `workspace`: the workspace can't pay a look.
 */
export type PauseReason = 'caller' | 'key' | 'credits' | 'workspace'

/** Where a watch is. Counters of the watch only rise: what was counted when a window or a month began is kept here. */
export interface WatchControl {
  /** Absent: null, it runs. */
  readonly paused: PauseReason | null
  readonly health: RunHealth
  /** Begin of the window in which looks are counted for the health. Unit: ms since 1970. */
  readonly windowMs: number
  readonly looksBefore: number
  readonly seenBefore: number
  /** Month of `creditsBefore`. Form: `YYYY-MM`, in UTC. */
  readonly month: string
  readonly creditsBefore: number
}
