import { setTimeout as sleep } from 'node:timers/promises'

export interface Repetition {
  /** Ends after the round that runs. */
  readonly stop: () => Promise<void>
}

/**
 * Does something again and again, with a pause after each round. `pauseMs`: how
 * long the next pause is. A round that fails is reported, and the next comes all the same.
 */
export function repeat(
  round: () => Promise<void>,
  pauseMs: () => number,
  onError: (error: unknown) => void,
): Repetition {
  const end = new AbortController()
  const run = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await round().catch(onError)
      await sleep(pauseMs(), undefined, { signal: end.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: async () => {
      end.abort()
      await running
    },
  }
}
