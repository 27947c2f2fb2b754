/** Entries that a cache holds before it starts anew. */
const MAX_ENTRIES = 10_000

/** Keeps in memory what was read. What is not there is asked for again. */
export class Cache<Value> {
  private readonly entries = new Map<string, Value>()

  get(key: string, read: () => Value | null): Value | null {
    const known = this.entries.get(key)
    if (known !== undefined) return known
    const value = read()
    if (value === null) return null
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear()
    this.entries.set(key, value)
    return value
  }

  clear(): void {
    this.entries.clear()
  }
}
