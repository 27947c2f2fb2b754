import { afterRun, HEALTHY } from './schedule.ts'
import type { WatchControl } from './watch-terms.ts'

/** What a watch has counted so far. The numbers only rise. */
export interface WatchCounts {
  readonly looks: number
  readonly seen: number
  readonly credits: number
}

/** The control of a watch that begins. `month`: of that time, `YYYY-MM`. */
export function newControl(nowMs: number, month: string): WatchControl {
  return {
    paused: null,
    health: HEALTHY,
    windowMs: nowMs,
    looksBefore: 0,
    seenBefore: 0,
    month,
    creditsBefore: 0,
  }
}

/** Events of the health of a watch. */
export type HealthEvent = 'watch.failing' | 'watch.recovered'

/**
 * The control of a watch before its next run: looks of the last window are judged when an interval has passed, and a
 * watch that is failing recovers with its first success. A new month has its own credits, and ends a pause for them.
 *
 * `everyMs`: the interval of the watch while it is healthy. `month`: that of the time.
 */
export function nextControl(
  control: WatchControl,
  { looks, seen, credits }: WatchCounts,
  { nowMs, everyMs, month }: { readonly nowMs: number; readonly everyMs: number; readonly month: string },
): { readonly control: WatchControl; readonly event: HealthEvent | null } {
  const isNewMonth = control.month !== month
  const current = isNewMonth
    ? { ...control, month, creditsBefore: credits, paused: control.paused === 'credits' ? null : control.paused }
    : control
  const hasSeen = seen > control.seenBefore
  const isOver = nowMs >= control.windowMs + everyMs && looks > control.looksBefore
  if (!isOver && !(control.health.isFailing && hasSeen)) return { control: current, event: null }
  const { health, event } = afterRun(control.health, hasSeen)
  return { control: { ...current, health, windowMs: nowMs, looksBefore: looks, seenBefore: seen }, event }
}

/** Credits that a watch may still spend in the month of its control. `most`: null, any number. */
export function creditsLeftOf(
  { creditsBefore }: Pick<WatchControl, 'creditsBefore'>,
  { credits }: Pick<WatchCounts, 'credits'>,
  most: number | null,
): number {
  return most === null ? Infinity : Math.max(0, most - (credits - creditsBefore))
}
