/** What a receiver must take of a body within each time limit. Unit: bytes. */
const LEAST_BYTES = 100_000

/**
 * Time limits of an attempt, all of the same length: one to connect, one for each 100 kB of the
 * body, and one from its last byte to the end of the answer. So a large body may take as long as
 * it needs, and a receiver that has stopped is noticed.
 */
export class AttemptClock {
  private readonly limitMs: number
  private readonly onLate: () => void
  private timer: NodeJS.Timeout
  /** Bytes that were taken within the current limit. */
  private taken = 0

  /** Starts the limit to connect. `onLate`: called when a limit ends. */
  constructor(limitMs: number, onLate: () => void) {
    this.limitMs = limitMs
    this.onLate = onLate
    this.timer = setTimeout(onLate, limitMs)
  }

  /** The next part begins: the first bytes of the body, more of it, or the answer. */
  begin(): void {
    clearTimeout(this.timer)
    this.taken = 0
    this.timer = setTimeout(this.onLate, this.limitMs)
  }

  /** The operating system has taken bytes of the body from this process. */
  take(bytes: number): void {
    this.taken += bytes
    if (this.taken >= LEAST_BYTES) this.begin()
  }

  end(): void {
    clearTimeout(this.timer)
  }
}
