const PAUSE_MS = 1000
const ENTRIES_PER_STEP = 100

/**
 * Writes that the store refused, and that must be done once it works again. They are repeated
 * until they succeed, or the process ends.
 */
export class Backlog<Entry> {
  private readonly write: (entries: readonly Entry[]) => Promise<unknown>
  private readonly pauseMs: number
  private waiting: Entry[] = []
  private timer: NodeJS.Timeout | null = null
  private isClosed = false

  /** `write`: has no effect on entries that were written before. `pauseMs`: time between attempts. Default: 1000. */
  constructor(write: (entries: readonly Entry[]) => Promise<unknown>, pauseMs = PAUSE_MS) {
    this.write = write
    this.pauseMs = pauseMs
  }

  get entries(): readonly Entry[] {
    return this.waiting
  }

  add(entry: Entry): void {
    this.waiting.push(entry)
    this.schedule()
  }

  /** Ends the attempts. Returns the entries that are left. */
  close(): readonly Entry[] {
    this.isClosed = true
    if (this.timer !== null) clearTimeout(this.timer)
    return this.waiting
  }

  private schedule(): void {
    if (this.isClosed || this.timer !== null || this.waiting.length === 0) return
    this.timer = setTimeout(() => void this.attempt(), this.pauseMs).unref()
  }

  private async attempt(): Promise<void> {
    while (this.waiting.length > 0 && !this.isClosed) {
      const step = this.waiting.slice(0, ENTRIES_PER_STEP)
      // A failure of any kind: the store is still down, and the next attempt follows.
      const isWritten = await this.write(step).then(
        () => true,
        () => false,
      )
      if (!isWritten) break
      this.waiting = this.waiting.slice(step.length)
    }
    this.timer = null
    this.schedule()
  }
}
