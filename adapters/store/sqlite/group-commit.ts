interface Waiting {
  readonly task: () => unknown
  readonly resolve: (outcome: never) => void
  readonly reject: (error: unknown) => void
}

/** A write blocks this thread. Writes may take at most one in this many parts of its time. */
const TIME_SHARE = 4
/** Minimum pause after a transaction. Its fixed cost exceeds that of its tasks, so tasks wait for others. Unit: ms. */
const MIN_PAUSE_MS = 5

/**
 * Puts concurrent writes into one transaction: a disk confirms many as fast as one.
 *
 * Under light load, a group holds the writes of one turn of the event loop. Under heavy load,
 * it holds the writes that arrive during the pause after the last transaction.
 */
export class GroupCommit {
  private waiting: Waiting[] = []
  /** Earliest start of the next transaction. Unit: ms of `performance.now`. */
  private nextMs = 0
  private readonly transaction: (work: () => readonly unknown[]) => readonly unknown[]

  /** @param transaction Runs work completely, or throws and undoes all of it. */
  constructor(transaction: (work: () => readonly unknown[]) => readonly unknown[]) {
    this.transaction = transaction
  }

  /** Resolves with the task's return value when its writes are on disk. A task that throws undoes its whole group. */
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

  /** Writes the waiting tasks now. */
  flush(): void {
    if (this.waiting.length === 0) return
    const group = this.waiting
    this.waiting = []
    let outcomes: readonly unknown[]
    const start = performance.now()
    try {
      outcomes = this.transaction(() => group.map(({ task }) => task()))
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    } finally {
      const end = performance.now()
      this.nextMs = end + Math.max(MIN_PAUSE_MS, (TIME_SHARE - 1) * (end - start))
    }
    for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome as never)
  }
}
