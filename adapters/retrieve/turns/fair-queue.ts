import { leftEarly, type Lane, type Payer, type Release } from './turns.ts'

export interface FairQueueOptions {
  /** Turns at the same time in each lane. */
  readonly limits: Readonly<Record<Lane, number>>
  /** Time between the starts of two turns, in all lanes together. Unit: ms. Default: 0. */
  readonly minTimeMs?: number
}

interface Waiting {
  readonly begin: () => void
}

/**
 * Turns that are dealt over payers in turn, and for each payer in the order of its requests. While
 * a payer waits, no other payer gets two turns of its lane.
 *
 * The interval is measured on a clock that can't be set.
 */
export class FairQueue {
  private readonly limits: Readonly<Record<Lane, number>>
  private readonly minTimeMs: number
  private readonly running: Record<Lane, number> = { requests: 0, batches: 0 }
  /** Order: of the next turns. A payer that had a turn goes to the end. */
  private readonly payers = new Map<string, { readonly lane: Lane; readonly waiting: Set<Waiting> }>()
  private nextMs = -Infinity
  private timer: NodeJS.Timeout | undefined

  constructor({ limits, minTimeMs = 0 }: FairQueueOptions) {
    this.limits = limits
    this.minTimeMs = minTimeMs
  }

  /** Waits for a turn. Rejects: with a `NoTurnError`, as soon as the signal is aborted. */
  take({ lane, workspaceId }: Payer, signal: AbortSignal): Promise<Release> {
    if (signal.aborted) return Promise.reject(leftEarly())
    const name = `${lane} ${workspaceId}`
    return new Promise((resolve, reject) => {
      const payer = this.payers.get(name) ?? { lane, waiting: new Set() }
      const leave = (): void => {
        payer.waiting.delete(entry)
        if (payer.waiting.size === 0 && this.payers.get(name) === payer) this.payers.delete(name)
        reject(leftEarly())
      }
      const entry: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve(this.begin(lane))
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      payer.waiting.add(entry)
      this.payers.set(name, payer)
      this.deal()
    })
  }

  /** Begins all turns that are free. */
  private deal(): void {
    for (let name = this.findNext(); name !== null; name = this.findNext()) {
      const waitMs = this.nextMs - performance.now()
      if (waitMs > 0) {
        this.dealLater(waitMs)
        return
      }
      this.beginFirst(name)
    }
  }

  private dealLater(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.deal()
    }, Math.ceil(ms))
  }

  /** First payer whose lane has a free turn. Absent: null, no turn is free, or nobody waits. */
  private findNext(): string | null {
    for (const [name, { lane }] of this.payers) if (this.running[lane] < this.limits[lane]) return name
    return null
  }

  /** Begins the turn of a payer's first request. If it has more, it goes to the end. */
  private beginFirst(name: string): void {
    const payer = this.payers.get(name)
    const [first] = payer?.waiting ?? []
    if (payer === undefined || first === undefined) return
    this.payers.delete(name)
    payer.waiting.delete(first)
    if (payer.waiting.size > 0) this.payers.set(name, payer)
    this.nextMs = performance.now() + this.minTimeMs
    first.begin()
  }

  private begin(lane: Lane): Release {
    this.running[lane]++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.running[lane]--
      this.deal()
    }
  }
}
