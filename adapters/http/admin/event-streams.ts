/** Streams at a time: windows of the dashboard that are shown, and programs. */
const MAX_STREAMS = 100

/** Streams of events that are open. They would last as long as their clients like, and end before the server does. */
export class EventStreams {
  private readonly most: number
  private readonly open = new Set<AbortController>()
  private isEnded = false

  constructor(most = MAX_STREAMS) {
    this.most = most
  }

  /** Begins a stream: `signal` ends it, and `release` must be called when it has ended. Absent: null, there are too many, or the server ends. */
  begin(): { readonly signal: AbortSignal; readonly release: () => void } | null {
    if (this.isEnded || this.open.size >= this.most) return null
    const ender = new AbortController()
    this.open.add(ender)
    const release = (): void => {
      this.open.delete(ender)
      ender.abort()
    }
    return { signal: ender.signal, release }
  }

  /** Ends all streams, and lets no other begin. */
  end(): void {
    this.isEnded = true
    for (const ender of this.open) ender.abort()
  }
}
