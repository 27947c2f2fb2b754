/** Interval at which the last use of a key is written. Unit: ms. */
const WRITE_MS = 60_000
/** Keys whose last write is remembered. */
const MAX_KEYS = 10_000

/** When this process has last written the use of each key: most requests write nothing. */
export class LastUses {
  private readonly writtenAtMs = new Map<string, number>()

  /** Whether a use is written now. True at most once in the interval. */
  isDue(keyId: string, nowMs: number): boolean {
    const atMs = this.writtenAtMs.get(keyId)
    if (atMs !== undefined && atMs <= nowMs && nowMs - atMs < WRITE_MS) return false
    if (this.writtenAtMs.size >= MAX_KEYS) this.writtenAtMs.clear()
    this.writtenAtMs.set(keyId, nowMs)
    return true
  }
}
