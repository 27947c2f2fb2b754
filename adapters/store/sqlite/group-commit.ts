interface Waiting<Entry, Outcome> {
  readonly entry: Entry
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** A write blocks this thread: of the time, writes take one part in so many at most. */
const SHARE = 4

/**
 * Writes entries that come at the same time together, since a disk confirms
 * many as fast as one: those of a turn of the event loop when there are few,
 * and under load those that come while the others of the process have their turn.
 */
export class GroupCommit<Entry, Outcome> {
  private waiting: Waiting<Entry, Outcome>[] = []
  /** When the next write may begin. Unit: ms, of `performance.now`. */
  private nextMs = 0
  private readonly write: (entries: readonly Entry[]) => readonly Outcome[]

  /** @param write Writes all, and gives the outcome of each in order; or throws, and has written none. */
  constructor(write: (entries: readonly Entry[]) => readonly Outcome[]) {
    this.write = write
  }

  /** Resolves when the entry is written. Rejects as `write` throws. */
  add(entry: Entry): Promise<Outcome> {
    if (this.waiting.length === 0) this.schedule()
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject })
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
    let outcomes: readonly Outcome[]
    const start = performance.now()
    try {
      outcomes = this.write(group.map(({ entry }) => entry))
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    } finally {
      const end = performance.now()
      this.nextMs = end + (SHARE - 1) * (end - start)
    }
    for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome)
  }
}
