import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'

export interface Pace {
  /** Runs work when its turn has come. */
  schedule<T>(work: () => Promise<T>): Promise<T>
}

interface LocalPaceOptions {
  /** Time between the starts of two turns. Unit: ms. */
  readonly minTimeMs: number
  /** Turns at the same time. Absent: null, there is no limit. */
  readonly concurrency: number | null
}

/**
 * Pace of one process, on a clock that can't be set. bottleneck uses that of the system: after a
 * jump ahead and back, its next turn would be as far in the future as the jump.
 */
export function localPace({ minTimeMs, concurrency }: LocalPaceOptions): Pace {
  const turns = new PQueue({ concurrency: concurrency ?? Infinity })
  let nextMs = -Infinity
  const waitForStart = async (): Promise<void> => {
    const waitMs = Math.max(0, nextMs - performance.now())
    nextMs = performance.now() + waitMs + minTimeMs
    if (waitMs > 0) await sleep(waitMs)
  }
  return {
    schedule: (work) =>
      turns.add(async () => {
        await waitForStart()
        return work()
      }),
  }
}
