/** What happens to sessions of places: `proven`, a page showed the place for the first time; `lost`, one showed another place, or a gate, after that; `refused`, the shop did not change the place, or sent a refusal. */
export type SessionEvent = 'made' | 'proven' | 'refused' | 'lost'

/** Sessions since the start, by marketplace and event. */
export type SessionCounts = Readonly<Record<string, Readonly<Record<SessionEvent, number>>>>

/** Counts of a process. */
export class SessionCounter {
  private readonly counts = new Map<string, Record<SessionEvent, number>>()

  add(domain: string, event: SessionEvent): void {
    const own = this.counts.get(domain) ?? { made: 0, proven: 0, refused: 0, lost: 0 }
    own[event]++
    this.counts.set(domain, own)
  }

  read(): SessionCounts {
    return Object.fromEntries([...this.counts].map(([domain, counts]) => [domain, { ...counts }]))
  }
}
