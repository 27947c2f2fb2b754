import { BURST_SECONDS, CLOCK_TOLERANCE_MS, LATELY_MS, RECENT_MS, TOKEN_MILLIS } from '../../../core/policy/index.ts'

/** Constants that scripts name as `{{NAME}}`. Each is defined once, in TypeScript. */
export const LUA_CONSTANTS: Readonly<Record<string, number>> = {
  BURST_SECONDS,
  CLOCK_TOLERANCE_MS,
  LATELY_MS,
  RECENT_MS,
  TOKEN_MILLIS,
  /** Time for which a key without activity is remembered, beyond its last lease and the refill of its bucket. */
  IDLE_MS: 60_000,
  MS_PER_SECOND: 1000,
  US_PER_MS: 1000,
}
