const SLOTS = 2048

interface Entry<Value> {
  readonly text: string
  readonly value: Value
}

/**
 * Values by texts that were cut out of a page, few and often asked for: to
 * compare such a text takes half the time of hashing it.
 */
export class TextMap<Value> {
  private readonly entries = new Map<string, Entry<Value>>()
  /** The last one asked for of those that share a slot. */
  private readonly recent: (Entry<Value> | undefined)[] = []

  constructor() {
    this.recent.length = SLOTS
  }

  get(text: string): Value | undefined {
    const slot = slotOf(text)
    let entry = this.recent[slot]
    if (entry === undefined || entry.text !== text) {
      entry = this.entries.get(text)
      this.recent[slot] = entry
    }
    return entry?.value
  }

  set(text: string, value: Value): void {
    this.entries.set(text, { text, value })
  }
}

/** By its length and five of its characters. */
function slotOf(text: string): number {
  const { length } = text
  if (length === 0) return 0
  const quarter = length >> 2
  const outer = text.charCodeAt(0) * 31 + text.charCodeAt(length - 1) * 7
  const inner = text.charCodeAt(quarter) * 61 + text.charCodeAt(length - 1 - quarter) * 257
  return (length * 517 + outer + inner + text.charCodeAt(length >> 1) * 131) % SLOTS
}
