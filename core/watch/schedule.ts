/** Least interval of a watch. Unit: ms. */
export const MIN_INTERVAL_MS = 15 * 60_000
/** Greatest interval of a watch. Unit: ms. */
export const MAX_INTERVAL_MS = 30 * 86_400_000

/** A watch whose runs see nothing looks less often, up to this interval. Unit: ms. */
const MAX_FAILING_MS = 24 * 3_600_000

/** Runs without one record after which a watch fails. */
export const FAILING_RUNS = 3

/** A number of a text, from 0 to 2^32 - 1, evenly spread. FNV-1a with a last mixing step. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Where in the interval the looks at an item are, so that the items of a watch are spread over it. Unit: ms. */
function spreadOf(item: string, everyMs: number): number {
  return Math.floor((hashOf(item) / 0x1_0000_0000) * everyMs)
}

/** The next regular look at an item after a time. Looks that were missed are not made up for. Unit: ms since 1970. */
export function nextLookMs(item: string, everyMs: number, nowMs: number): number {
  const spread = spreadOf(item, everyMs)
  return Math.floor((nowMs - spread) / everyMs + 1) * everyMs + spread
}

/** How the runs of a watch go. JSON. */
export interface RunHealth {
  /** Runs in a row that saw nothing. */
  readonly failed: number
  readonly isFailing: boolean
}

/** The health of a watch whose last run had a record, or that has not run yet. */
export const HEALTHY: RunHealth = { failed: 0, isFailing: false }

/** What a run means for a watch. `event`: once at the beginning and once at the end of a failure; null otherwise. */
export function afterRun(
  { failed, isFailing }: RunHealth,
  sawSomething: boolean,
): { readonly health: RunHealth; readonly event: 'watch.failing' | 'watch.recovered' | null } {
  if (sawSomething) return { health: HEALTHY, event: isFailing ? 'watch.recovered' : null }
  const isNow = failed + 1 >= FAILING_RUNS
  return { health: { failed: failed + 1, isFailing: isNow }, event: isNow && !isFailing ? 'watch.failing' : null }
}

/** Interval of a watch, twice as long with each run that fails while it is failing. Unit: ms. */
export function intervalOf(everyMs: number, { failed, isFailing }: RunHealth): number {
  if (!isFailing) return everyMs
  const longer = everyMs * 2 ** Math.min(failed - FAILING_RUNS + 1, 16)
  return Math.max(everyMs, Math.min(longer, MAX_FAILING_MS))
}
