interface Waiting<Entry, Outcome> {
  readonly entry: Entry
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes entries that come at the same time together, since a disk confirms
 * many as fast as one: all those of a turn of the event loop in one transaction.
 */
export class GroupCommit<Entry, Outcome> {
  private waiting: Waiting<Entry, Outcome>[] = []
  private readonly write: (entries: readonly Entry[]) => readonly Outcome[]

  /** @param write Writes all, and gives the outcome of each in order; or throws, and has written none. */
  constructor(write: (entries: readonly Entry[]) => readonly Outcome[]) {
    this.write = write
  }

  /** Resolves when the entry is written. Rejects as `write` throws. */
  add(entry: Entry): Promise<Outcome> {
    if (this.waiting.length === 0) setImmediate(() => this.flush())
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject })
    })
  }

  /** Writes what waits at once. */
  flush(): void {
    if (this.waiting.length === 0) return
    const group = this.waiting
    this.waiting = []
    let outcomes: readonly Outcome[]
    try {
      outcomes = this.write(group.map(({ entry }) => entry))
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome)
  }
}
