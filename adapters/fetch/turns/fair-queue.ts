import { Line, type Lane, type Payer, type Release } from '../../pages/pool/line.ts'
import { PoolShares } from './pool-shares.ts'
import { poolOf } from './turns.ts'

export interface FairQueueOptions {
  /** Turns at the same time in each lane. */
  readonly limits: Readonly<Record<Lane, number>>
  /** Time between the starts of two turns, in all lanes together. Unit: ms. Default: 0. */
  readonly minTimeMs?: number
}

/**
 * Turns that are dealt over payers in turn, and for each payer in the order of its requests. While
 * a payer waits, no other payer gets two turns of its lane, and none holds all of them.
 *
 * The interval is measured on a clock that can't be set.
 */
export class FairQueue {
  private readonly minTimeMs: number
  private readonly shares: Readonly<Record<Lane, PoolShares>>
  private readonly line = new Line()
  private nextMs = -Infinity
  private timer: NodeJS.Timeout | undefined

  constructor({ limits, minTimeMs = 0 }: FairQueueOptions) {
    const open = (lane: Lane): PoolShares => new PoolShares(poolOf(lane, limits[lane]))
    this.shares = { requests: open('requests'), batches: open('batches') }
    this.minTimeMs = minTimeMs
  }

  /** Waits for a turn. Rejects: with a `NoTurnError`, as soon as the signal is aborted. */
  take(payer: Payer, signal: AbortSignal): Promise<Release> {
    if (payer.workspaceId !== null) this.shares[payer.lane].ask(payer.workspaceId)
    const turn = this.line.join(payer, signal)
    this.deal()
    return turn
  }

  /** Begins all turns that are free. */
  private deal(): void {
    for (let payer = this.findNext(); payer !== null; payer = this.findNext()) {
      const waitMs = this.nextMs - performance.now()
      if (waitMs > 0) {
        this.dealLater(waitMs)
        return
      }
      this.nextMs = performance.now() + this.minTimeMs
      this.line.begin(payer, this.begin(payer))
    }
  }

  private dealLater(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.deal()
    }, Math.ceil(ms))
  }

  /** First payer that may have a turn now. Absent: null, no turn is free for anybody, or nobody waits. */
  private findNext(): Payer | null {
    for (const payer of this.line) if (this.shares[payer.lane].has(payer.workspaceId)) return payer
    return null
  }

  private begin({ lane, workspaceId }: Payer): Release {
    this.shares[lane].begin(workspaceId)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.shares[lane].end(workspaceId)
      this.deal()
    }
  }
}
