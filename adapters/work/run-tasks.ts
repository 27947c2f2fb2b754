import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { clockJumps } from './clock-jumps.ts'

/** Something that is done again and again, and that no request waits for. */
export interface Task {
  /** Of the log and the metric, such as `forget_batches`. */
  readonly name: string
  /** Time between two runs; at least that between two rounds. Unit: ms. */
  readonly everyMs: number
  readonly run: (nowMs: number) => Promise<unknown>
}

export interface TaskDeps {
  readonly log: Pick<Logger, 'debug' | 'warn' | 'error'>
  /** Default: nobody counts. */
  readonly metrics?: Pick<Metrics, 'countTask'> | undefined
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** A clock that can't be set. Unit: ms. Default: `performance.now`. */
  readonly monotonicMs?: (() => number) | undefined
}

/**
 * Gives a round of tasks: those whose interval has passed run one after the other, and each is logged and counted. One
 * that fails stops no other, and runs again in the next round. A round after a jump of the clock does nothing: the next
 * one decides. Of an aborted round, no further task begins.
 */
export function createRounds(tasks: readonly Task[], deps: TaskDeps): (signal?: AbortSignal) => Promise<void> {
  const { log, epochMs, monotonicMs } = deps
  const findJump = clockJumps(epochMs, monotonicMs)
  /** When a task ran last, and did not fail. Unit: ms since 1970. */
  const doneMs = new Map<Task, number>()
  return async (signal) => {
    const jumpMs = findJump()
    if (jumpMs !== 0) {
      log.warn({ jumpMs }, 'the clock has jumped: nothing is stopped or deleted in this round')
      return
    }
    const nowMs = epochMs()
    for (const task of tasks) {
      if (signal?.aborted === true) return
      const lastMs = doneMs.get(task) ?? -Infinity
      // A clock that was set back does not end a task.
      if (nowMs < lastMs + task.everyMs && nowMs >= lastMs) continue
      if (await runTask(task, nowMs, deps)) doneMs.set(task, nowMs)
    }
  }
}

/** Returns whether the task did not fail. */
async function runTask({ name: task, run }: Task, nowMs: number, { log, metrics }: TaskDeps): Promise<boolean> {
  const startMs = performance.now()
  let isOk = true
  try {
    await run(nowMs)
    log.debug({ task, durationMs: Math.round(performance.now() - startMs) }, 'housekeeping')
  } catch (err) {
    isOk = false
    log.error({ err, task }, 'a task of the housekeeping failed')
  }
  metrics?.countTask(task, isOk)
  return isOk
}
