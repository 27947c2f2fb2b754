import type { HeaderProfile } from '../source/request-headers.ts'
import type { SessionStore } from './session-store.ts'

/** How long sessions of visitors live, and when they are used. */
export interface SessionSettings {
  /** Whether pages without a place come in sessions too. */
  readonly isAlwaysOn: boolean
  /** Pages after which a session ends. */
  readonly maxPages: number
  /** Age at which a session ends. Unit: ms. */
  readonly maxAgeMs: number
}

/** The defaults. */
export const SESSION_SETTINGS: SessionSettings = { isAlwaysOn: false, maxPages: 200, maxAgeMs: 6 * 3_600_000 }

/** What a source with sessions is opened with. */
export interface SessionsOptions {
  /** Default: `SESSION_SETTINGS`. */
  readonly settings?: SessionSettings | undefined
  /** Browsers of new visitors. */
  readonly profiles: readonly HeaderProfile[]
  /** Where processes share sessions. Default: null, each has its own. */
  readonly store?: SessionStore | null | undefined
  /** Gets each failure of that store. */
  readonly onProblem?: ((error: unknown) => void) | undefined
  /** Unit: ms since 1970. Default: the clock of the system. */
  readonly epochMs?: (() => number) | undefined
  /** Gives a number from 0 to 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Gives an id that no other session has. Default: a random one. */
  readonly newId?: (() => string) | undefined
}
