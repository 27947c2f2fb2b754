const MINUTE_MS = 60_000
const WAITS_MS = [1, 2, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)
export function afterAttempt(
  delivery: { attempts: number; lastError: string | null },
  outcome: { readonly ok: true } | { readonly ok: false; readonly error: string },
  nowMs: number,
) {
  const attempts = delivery.attempts + 1
  if (outcome.ok)
    return {
      status: 'delivered' as const,
      attempts,
      nextAtMs: null,
      lastError: delivery.lastError,
      deliveredAtMs: nowMs,
    }
  const wait = WAITS_MS[delivery.attempts]
  return {
    status: wait === undefined ? ('failed' as const) : ('retrying' as const),
    attempts,
    nextAtMs: wait === undefined ? null : nowMs + wait,
    lastError: outcome.error,
    deliveredAtMs: null,
  }
}
