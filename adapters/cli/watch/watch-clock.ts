import { setTimeout as sleep } from 'node:timers/promises'

/** The clock of a watch. */
export interface WatchClock {
  /** Unit: ms since 1970. */
  nowMs(): number
  /** Waits until a time. Rejects: when the signal is aborted. */
  sleepUntil(ms: number, signal: AbortSignal): Promise<void>
}

/** Longest sleep at a time: clocks are set, and machines sleep. Unit: ms. */
const LONGEST_SLEEP_MS = 60_000

/** The clock of the machine. */
export const machineClock: WatchClock = {
  nowMs: () => Date.now(),
  sleepUntil: async (ms, signal) => {
    for (let left = ms - Date.now(); left > 0; left = ms - Date.now()) {
      await sleep(Math.min(left, LONGEST_SLEEP_MS), undefined, { signal })
    }
  },
}
