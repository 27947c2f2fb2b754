/** Sessions of a workspace that may give no record, at once. */
const MAX_UNPRODUCTIVE = 60
/** One of them is forgotten in this time. Unit: ms. */
const FORGET_MS = 60_000

/**
 * A workspace's share of visits that make sessions. A page that is no record is free, and a session takes up to seven
 * requests at the shop: only sessions whose first page gave no record count, and each record takes one of them off, so
 * that who pays for one product in thousands of places is never slowed down.
 */
export class PlaceShares {
  private readonly epochMs: () => number
  /** By workspace: sessions that gave no record, as the time at which the last of them is forgotten. Unit: ms since 1970. */
  private readonly endsMs = new Map<string, number>()

  constructor(epochMs: () => number) {
    this.epochMs = epochMs
  }

  /** Whether a workspace may have another session made. `owner`: empty, nobody shares the pool. */
  hasLeft(owner: string): boolean {
    return this.endOf(owner) - this.epochMs() <= (MAX_UNPRODUCTIVE - 1) * FORGET_MS
  }

  /** Notes what the first page of a session was, or a later one that is a record. */
  note(owner: string, isRecord: boolean): void {
    if (owner === '') return
    const endMs = this.endOf(owner) + (isRecord ? -FORGET_MS : FORGET_MS)
    if (endMs > this.epochMs()) this.endsMs.set(owner, endMs)
    else this.endsMs.delete(owner)
  }

  private endOf(owner: string): number {
    return Math.max(this.endsMs.get(owner) ?? 0, this.epochMs())
  }
}
