import { intervalOf, nextLookMs, parseDuration, type RunHealth, type WatchTerms } from '../../../core/index.ts'
import { loadWithPackages } from '../../load-packages.ts'

/** When the items of a watch are looked at. */
export interface WatchSchedule {
  /** Time between two looks at an item while the watch is healthy; of a cron line, between its next two times. Unit: ms. */
  readonly everyMs: number
  /** The next regular look at an item after a time. `key`: names the item; items are spread by it. Unit: ms since 1970. */
  readonly nextMs: (key: string, health: RunHealth) => number
}

/** A cron line that has no time to come is looked at as seldom as possible. */
const FALLBACK_MS = 30 * 86_400_000

/**
 * The schedule of a watch after a time. Looks that were missed are not made up for.
 *
 * Rejects: with a `MissingPackageError`, for a cron line.
 */
export async function scheduleOf(
  { every, cron, timezone }: Pick<WatchTerms, 'every' | 'cron' | 'timezone'>,
  nowMs: number,
): Promise<WatchSchedule> {
  if (cron === null) {
    const everyMs = parseDuration(every ?? '') ?? FALLBACK_MS
    return { everyMs, nextMs: (key, health) => nextLookMs(key, intervalOf(everyMs, health), nowMs) }
  }
  const line = await openLine(cron, timezone)
  const after = (ms: number): number => line.nextRun(new Date(ms))?.getTime() ?? ms + FALLBACK_MS
  const first = after(nowMs)
  const everyMs = after(first) - first
  const nextMs: WatchSchedule['nextMs'] = (_, health) =>
    health.isFailing ? after(nowMs + intervalOf(everyMs, health) - everyMs) : first
  return { everyMs, nextMs }
}

/** Times of a cron line that are compared with the least interval, and the span of time in which they are looked for. */
const CHECKED_TIMES = 200
const CHECKED_MS = 400 * 86_400_000

/**
 * The least time between two of the next times of a cron line, by the clock on the wall: where the clocks change, two
 * looks are an hour closer once a year, which no line can avoid. Unit: ms. A mistake is a text that follows the name
 * of the parameter.
 *
 * `enoughMs`: a lesser gap ends the search.
 *
 * Rejects: with a `MissingPackageError`.
 */
export async function cronGapMs(cron: string, nowMs: number, enoughMs: number): Promise<number | string> {
  const line = await openLine(cron, null).catch((error: unknown) => {
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  })
  if (line === null) return 'must be a cron line of five fields, such as "0 */6 * * *"'
  let [before, gapMs] = [line.nextRun(new Date(nowMs)), Infinity]
  const untilMs = (before?.getTime() ?? nowMs) + CHECKED_MS
  for (let times = 1; times < CHECKED_TIMES && before !== null && gapMs >= enoughMs; times++) {
    const next = line.nextRun(before)
    if (next !== null) gapMs = Math.min(gapMs, next.getTime() - before.getTime())
    before = next === null || next.getTime() > untilMs ? null : next
  }
  return gapMs === Infinity ? 'must be a cron line that has times to come' : gapMs
}

/** Loads what reads cron lines. Rejects: with a `MissingPackageError`. */
export const loadCron = () => loadWithPackages('A watch with a cron line', () => import('croner'))

/** Throws: a `TypeError` or `RangeError`, for a line that can't be read. */
async function openLine(cron: string, timezone: string | null) {
  const { Cron } = await loadCron()
  return new Cron(cron, { timezone: timezone ?? 'UTC', mode: '5-part' })
}

/** Whether a text names a time zone of the tz database, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
