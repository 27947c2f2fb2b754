import { StoreError } from '../store-error.ts'

interface Waiting {
  readonly task: () => unknown
  readonly resolve: (outcome: never) => void
  readonly reject: (error: unknown) => void
}

export interface GroupCommitOptions {
  /** Runs work in a transaction: completely, or it throws and undoes all of it. */
  readonly write: (work: () => readonly unknown[]) => readonly unknown[]
  /** Waits until all that was written is on disk. Rejects: that is not known. */
  readonly sync: () => Promise<void>
}

/** A task was written, and it is not known whether its writes are on disk: they are visible until a power cut. */
export class UnsyncedError extends StoreError {
  /** What the task returned. */
  readonly outcome: unknown

  constructor(outcome: unknown, cause: Error) {
    super('unavailable', `What was written may not be on disk: ${cause.message}`, { cause })
    this.outcome = outcome
  }
}

/** A transaction blocks this thread. They may take at most one in this many parts of its time. */
const TIME_SHARE = 4
/** Minimum pause after a transaction. Its fixed cost exceeds that of its tasks, so tasks wait for others. Unit: ms. */
const MIN_PAUSE_MS = 5

/**
 * Puts concurrent writes into one transaction: a disk confirms many as fast as one.
 *
 * Under light load, a group holds the writes of one turn of the event loop. Under heavy load,
 * it holds the writes that arrive during the pause after the last transaction. The thread works on while the disk writes.
 */
export class GroupCommit {
  private waiting: Waiting[] = []
  /** Earliest start of the next transaction. Unit: ms of `performance.now`. */
  private nextMs = 0
  private readonly options: GroupCommitOptions

  constructor(options: GroupCommitOptions) {
    this.options = options
  }

  /**
   * Resolves with the task's return value when its writes are on disk. A task that throws undoes its whole group.
   *
   * Rejects: nothing was written; with an `UnsyncedError`, it was.
   */
  add<Outcome>(task: () => Outcome): Promise<Outcome> {
    if (this.waiting.length === 0) this.schedule()
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, resolve, reject })
    })
  }

  private schedule(): void {
    const waitMs = this.nextMs - performance.now()
    if (waitMs > 1) setTimeout(() => this.flush(), waitMs)
    else setImmediate(() => this.flush())
  }

  /** Writes the waiting tasks now. They resolve later, when they are on disk. */
  flush(): void {
    if (this.waiting.length === 0) return
    const group = this.waiting
    this.waiting = []
    let outcomes: readonly unknown[]
    const start = performance.now()
    try {
      outcomes = this.options.write(() => group.map(({ task }) => task()))
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    } finally {
      const end = performance.now()
      this.nextMs = end + Math.max(MIN_PAUSE_MS, (TIME_SHARE - 1) * (end - start))
    }
    void this.settle(group, outcomes)
  }

  private async settle(group: readonly Waiting[], outcomes: readonly unknown[]): Promise<void> {
    try {
      await this.options.sync()
    } catch (error) {
      for (const [index, { reject }] of group.entries()) reject(new UnsyncedError(outcomes[index], error as Error))
      return
    }
    for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as never)
  }
}
