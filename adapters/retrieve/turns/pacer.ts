import type Bottleneck from 'bottleneck'
import { FairQueue } from './fair-queue.ts'
import { SharedPace } from './shared-pace.ts'
import { leftEarly, type Lane, type Payer, type Release, type Turns } from './turns.ts'

/** Limits of the fetches from one marketplace. */
export interface Pacing {
  /** Fetches at the same time. Default: no limit. */
  readonly concurrency?: Readonly<Record<Lane, number>> | undefined
  /** Time between the starts of two fetches, in all lanes together. Unit: ms. Default: 0. */
  readonly minTimeMs?: number | undefined
  /**
   * Connection to a Redis over which processes share the pace; the last process to start sets it.
   * Default: this process has a pace of its own.
   */
  readonly connection?: Bottleneck.IORedisConnection | undefined
}

const NO_LIMITS: Readonly<Record<Lane, number>> = { requests: Infinity, batches: Infinity }

/** Turns at each marketplace. Marketplaces do not wait for each other. */
export class Pacer implements Turns {
  private readonly paces = new Map<string, Pick<FairQueue, 'take'>>()
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

  private open(domain: string): Pick<FairQueue, 'take'> {
    const { concurrency: limits = NO_LIMITS, minTimeMs = 0, connection } = this.pacing
    return connection === undefined
      ? new FairQueue({ limits, minTimeMs })
      : new SharedPace(domain, { limits, minTimeMs }, connection)
  }
}
