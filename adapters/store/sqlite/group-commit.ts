interface Waiting {
  readonly task: () => unknown
  readonly resolve: (outcome: never) => void
  readonly reject: (error: unknown) => void
}

/** A write blocks this thread: of the time, writes take one part in so many at most. */
const SHARE = 4
/** What a transaction costs besides its tasks is more than theirs: they wait so long for others. Unit: ms. */
const LEAST_GAP_MS = 5

/**
 * Does writes that come at the same time in one transaction, since a disk confirms
 * many as fast as one: those of a turn of the event loop when there are few,
 * and under load those that come while the others of the process have their turn.
 */
export class GroupCommit {
  private waiting: Waiting[] = []
  /** When the next transaction may begin. Unit: ms, of `performance.now`. */
  private nextMs = 0
  private readonly transaction: (work: () => readonly unknown[]) => readonly unknown[]

  /** @param transaction Does all of some work, or throws, and has done nothing of it. */
  constructor(transaction: (work: () => readonly unknown[]) => readonly unknown[]) {
    this.transaction = transaction
  }

  /** Resolves when what the task has written is on disk, with what it returned. A task that throws undoes all of its group. */
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

  /** Writes what waits at once. */
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
      this.nextMs = end + Math.max(LEAST_GAP_MS, (SHARE - 1) * (end - start))
    }
    for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome as never)
  }
}
