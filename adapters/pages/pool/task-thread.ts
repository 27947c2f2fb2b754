import { once } from 'node:events'
import type { ResourceLimits, TransferListItem, Worker } from 'node:worker_threads'
import type { Reply } from './serve-tasks.ts'
import { besides, startThread } from './start-thread.ts'
import { threadTimeMs } from './thread-time.ts'

interface TaskThreadOptions {
  /** Module whose default export does a task, and returns its result. */
  readonly work: URL
  /** Absent: null, no limits. */
  readonly resourceLimits: ResourceLimits | null
}

interface RunOptions {
  readonly transferList: readonly TransferListItem[]
  /**
   * Processor time of the task, where the system counts it by thread (Linux), so that a busy machine is not the fault
   * of the task. Elsewhere the time since the thread got it. Unit: ms; `Infinity`: no limit.
   */
  readonly timeLimitMs: number
}

/** Nearly all tasks end within this time, and reading the processor time of a thread would cost each of them. Unit: ms. */
const UNTIMED_MS = 100

/** A task took too long. Its thread was ended. */
export class TaskTimeout extends Error {}

/** How a task ends: with the reply of its thread, or before, together with the thread. */
type Outcome<Result> = Reply<Result> | { readonly kill: Error }

const ENTRY = besides(import.meta.url, 'serve-tasks')

const closedError = (): Error => new Error('The thread was closed.')

/** A thread that does one task at a time. A task that exceeds a limit ends it; `start` starts it again. */
export class TaskThread<Task, Result> {
  private readonly options: TaskThreadOptions
  /** Absent: null, the thread was not started, or has ended. */
  private worker: Promise<Worker> | null = null
  /** Ends the task that runs with an outcome. Absent: null, none runs. */
  private end: ((outcome: Outcome<Result>) => void) | null = null
  /** Of the thread that was started last, for its processor time. Absent: null, the system does not count it. */
  private name: string | null = null
  private isClosed = false

  constructor(options: TaskThreadOptions) {
    this.options = options
  }

  /** Starts the thread unless it runs. Rejects: when the module does not load. */
  start(): Promise<Worker> {
    this.worker ??= this.startWorker()
    return this.worker
  }

  /**
   * Does a task. The thread must have ended its last one.
   *
   * Rejects: with a `TaskTimeout`; with the error of the task, or the one that ended the thread,
   * such as `ERR_WORKER_OUT_OF_MEMORY`.
   */
  async run(task: Task, { transferList, timeLimitMs }: RunOptions): Promise<Result> {
    const worker = await this.start()
    if (this.isClosed) throw closedError()
    const ended = new Promise<Outcome<Result>>((resolve) => (this.end = resolve))
    const unlimit = this.limitTime(timeLimitMs)
    // An idle thread does not keep the process alive.
    worker.ref()
    try {
      worker.postMessage(task, transferList)
      const outcome = await ended
      if ('result' in outcome) return outcome.result
      if ('error' in outcome) throw outcome.error
      this.worker = null
      void worker.terminate()
      throw outcome.kill
    } finally {
      unlimit()
      this.end = null
      if (this.worker !== null) worker.unref()
    }
  }

  /** Ends the thread. A task that runs rejects. Resolves when the thread has ended. */
  async close(): Promise<void> {
    this.isClosed = true
    this.end?.({ kill: closedError() })
    const worker = await this.worker?.catch(() => null)
    worker?.ref()
    await worker?.terminate()
  }

  /** Ends the task that runs when it has taken its time. Returns how to lift the limit. */
  private limitTime(timeLimitMs: number): () => void {
    if (timeLimitMs === Infinity) return () => undefined
    const untimedMs = Math.min(UNTIMED_MS, timeLimitMs / 2)
    const begin = (): void => {
      const startMs = threadTimeMs(this.name)
      const check = (): void => {
        const nowMs = threadTimeMs(this.name)
        // The thread has ended by itself, which says why.
        if (startMs !== null && nowMs === null) return
        const leftMs = startMs === null || nowMs === null ? 0 : startMs + timeLimitMs - untimedMs - nowMs
        if (leftMs <= 0) this.end?.({ kill: new TaskTimeout() })
        // A thread takes at least as long as its processor time.
        else timer = setTimeout(check, Math.max(leftMs, 1))
      }
      timer = setTimeout(check, timeLimitMs - untimedMs)
    }
    let timer = setTimeout(begin, untimedMs)
    return () => clearTimeout(timer)
  }

  private async startWorker(): Promise<Worker> {
    const { work, resourceLimits } = this.options
    const worker = startThread(ENTRY, { work: work.href }, resourceLimits === null ? {} : { resourceLimits })
    try {
      const [name] = (await once(worker, 'message')) as [string | null]
      this.name = name
    } catch (error) {
      this.worker = null
      throw error
    }
    const started = this.worker
    const end = (outcome: Outcome<Result>): void => {
      // What a thread that was ended still sends belongs to no task.
      if (this.worker === started) this.end?.(outcome)
    }
    const forget = (error: unknown): void => {
      end({ error })
      if (this.worker === started) this.worker = null
    }
    // A thread can fail between tasks. An error that persists appears again with the next task.
    worker.on('error', forget).on('exit', () => forget(new Error('The thread has ended.')))
    // One listener for all tasks: adding and removing one for each costs more than the rest of this side's work.
    worker.on('message', (reply: Reply<Result>) => end(reply)).unref()
    return worker
  }
}
