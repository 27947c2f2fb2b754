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
