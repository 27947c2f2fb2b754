import { FairQueue, type FairQueueOptions } from './fair-queue.ts'
import { leftEarly, type Lane, type Payer, type Release } from '../../pages/pool/line.ts'
import type { Turns } from './turns.ts'

/** Limits of the fetches from one marketplace. */
export interface Pacing {
  /** Fetches at the same time. Default: no limit. */
  readonly concurrency?: Readonly<Record<Lane, number>> | undefined
  /** Time between the starts of two fetches, in all lanes together. Unit: ms. Default: 0. */
  readonly minTimeMs?: number | undefined
  /** Opens the pace of a marketplace, which processes may share. Default: this process has a pace of its own. */
  readonly openPace?: OpenPace | undefined
}

/** The turns of one marketplace. */
export type Pace = Pick<FairQueue, 'take'>
export type OpenPace = (domain: string, options: Required<FairQueueOptions>) => Pace

const NO_LIMITS: Readonly<Record<Lane, number>> = { requests: Infinity, batches: Infinity }

/** Turns at each marketplace. Marketplaces do not wait for each other. */
export class Pacer implements Turns {
  private readonly paces = new Map<string, Pace>()
  private readonly pacing: Pacing

  constructor(pacing: Pacing) {
    this.pacing = pacing
  }

  async take(domain: string, payer: Payer, signal: AbortSignal): Promise<Release> {
    if (signal.aborted) throw leftEarly()
    const pace = this.paces.get(domain) ?? this.open(domain)
    this.paces.set(domain, pace)
    return await pace.take(payer, signal)
  }

  private open(domain: string): Pace {
    const { concurrency: limits = NO_LIMITS, minTimeMs = 0, openPace } = this.pacing
    const options = { limits, minTimeMs }
    return openPace === undefined ? new FairQueue(options) : openPace(domain, options)
  }
}
