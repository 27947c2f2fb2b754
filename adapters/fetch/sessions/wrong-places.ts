/** Pages in a row that showed another place, after which a further session is of no use. */
const MAX_IN_ROW = 4
/** Then each request makes one attempt, for this time; after it, one more as a trial. Unit: ms. */
const COOLING_MS = 5 * 60_000
/** The oldest give way. */
const MAX_GROUPS = 2000

/** Pages of a group that showed another place. */
interface WrongPages {
  readonly inRow: number
  readonly lastAtMs: number
}

/**
 * Remembers which places a marketplace drops: each attempt with a new session takes four requests, and a batch for
 * such a place would make thousands. A page that shows the place ends it, and so does time.
 */
export class WrongPlaces {
  private readonly epochMs: () => number
  /** By group. Order: by last refusal. */
  private readonly groups = new Map<string, WrongPages>()

  constructor(epochMs: () => number) {
    this.epochMs = epochMs
  }

  /** Notes what a page of a group showed. */
  note(group: string, place: 'shown' | 'other'): void {
    const before = this.groups.get(group)
    this.groups.delete(group)
    if (place === 'shown') return
    this.groups.set(group, { inRow: (before?.inRow ?? 0) + 1, lastAtMs: this.epochMs() })
    for (const oldest of this.groups.keys()) {
      if (this.groups.size <= MAX_GROUPS) return
      this.groups.delete(oldest)
    }
  }

  /** Whether the last pages of a group all showed another place, a short while ago. */
  isRefused(group: string): boolean {
    const { inRow = 0, lastAtMs = 0 } = this.groups.get(group) ?? {}
    return inRow >= MAX_IN_ROW && this.epochMs() - lastAtMs < COOLING_MS
  }
}
