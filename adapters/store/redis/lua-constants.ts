import { printAbortedMembers } from '../../../core/contract/index.ts'
import {
  BATCH_RECORD_BYTES,
  BURST_SECONDS,
  CLOCK_TOLERANCE_MS,
  CREDITS_PER_REQUEST,
  DAY_MS,
  IDEMPOTENCY_MS,
  KEPT_ATTEMPTS,
  LATELY_MS,
  MAX_ACTIVE_KEYS,
  MAX_REFERENCES_PER_DAY,
  PLANS,
  RECENT_MS,
  TOKEN_MILLIS,
  USAGE_DAYS,
  WATCH_RECORD_BYTES,
  WEBHOOK_RECORD_BYTES,
} from '../../../core/policy/index.ts'
import { RUN_PAUSE_MS, WATCH_EVENT_PREFIX, WATCH_ROW_BYTES } from '../watches.ts'

/** A value of a placeholder in Lua. */
export type LuaConstant = number | string | Readonly<Record<string, number | string>>

const INCLUDED_REQUESTS = Object.fromEntries(
  Object.entries(PLANS).map(([name, { includedRequests }]) => [name, includedRequests]),
)

/** Constants that scripts name as `{{NAME}}`. Each is defined once, in TypeScript. */
export const LUA_CONSTANTS: Readonly<Record<string, LuaConstant>> = {
  BATCH_RECORD_BYTES,
  BURST_SECONDS,
  CLOCK_TOLERANCE_MS,
  CREDITS_PER_REQUEST,
  IDEMPOTENCY_MS,
  INCLUDED_REQUESTS,
  KEPT_ATTEMPTS,
  LATELY_MS,
  MAX_ACTIVE_KEYS,
  MAX_REFERENCES_PER_DAY,
  RECENT_MS,
  RUN_PAUSE_MS,
  TOKEN_MILLIS,
  WATCH_EVENT_PREFIX,
  WATCH_RECORD_BYTES,
  WATCH_ROW_BYTES,
  WEBHOOK_RECORD_BYTES,
  /** JSON that follows the item in an aborted result. A script adds what precedes it. */
  ABORTED_TAIL: `,${printAbortedMembers()}}`,
  /** Time for which a key without activity is remembered, beyond its last lease and the refill of its bucket. */
  IDLE_MS: 60_000,
  /** Workspaces, and origins of a workspace, that one claim of webhooks looks at. */
  LANES_PER_CLAIM: 256,
  /** Items of a table that `unpack` spreads into the arguments of one command. Its stack holds some thousands. */
  MAX_UNPACKED_ITEMS: 500,
  MS_PER_SECOND: 1000,
  /** Time for which usage by reference is kept: to the end of its day, and a day more, because clocks differ. */
  REFERENCES_MS: (USAGE_DAYS + 2) * DAY_MS,
  US_PER_MS: 1000,
}
