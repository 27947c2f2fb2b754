/** Maximum number of entries. */
const MAX_ENTRIES = 10_000

/** Rows in memory. A cache that is full is emptied: the rows are read again. */
export class Cache<Value> {
  private entries = new Map<string, Value>()

  /** Absent: null, there is no such row. It is looked up again the next time. */
  async get(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const { entries } = this
    const known = entries.get(key)
    if (known !== undefined) return known
    const value = await read()
    // What was read before a change goes to entries that nobody uses any more.
    if (value !== null) entries.set(key, value)
    if (entries.size > MAX_ENTRIES) this.clear()
    return value
  }

  clear(): void {
    this.entries = new Map()
  }
}
