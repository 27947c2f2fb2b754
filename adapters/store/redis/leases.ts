import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

const RENEW = loadScript('renew')

/** The slot and the reservation of a request end this time after the death of its process. Unit: ms. */
export const REQUEST_LEASE_MS = 30_000

/** Most that a request may last: 10 pages of 45 s, and its answer. After that, its leases are not renewed. Unit: ms. */
const LONGEST_REQUEST_MS = 600_000
/** A lease lasts this number of renewal intervals. */
const RENEWALS_PER_LEASE = 6
/** Leases that one step renews. Other commands wait until the step ends. */
const RENEWED_PER_STEP = 500

interface HeldLease {
  /** Name of the sorted set that the member is in, without the prefix. */
  readonly set: string
  readonly member: string
  /** Number of the last renewal before it was taken. */
  readonly after: number
}

/**
 * Leases in Redis of the requests that this process works on. One timer renews them all, and
 * only while there are any. Most requests end before their first renewal.
 */
export class Leases {
  readonly leaseMs: number
  private readonly connection: Pick<Connection, 'run'>
  private readonly intervalMs: number
  /** By member. Order: as taken. */
  private readonly held = new Map<string, HeldLease>()
  private renewals = 0
  private timer: NodeJS.Timeout | null = null

  constructor(connection: Pick<Connection, 'run'>, leaseMs: number) {
    this.connection = connection
    this.leaseMs = leaseMs
    this.intervalMs = leaseMs / RENEWALS_PER_LEASE
  }

  /** Renews a lease that was taken now, until `end`. `member`: no other one of this process has this name. */
  begin(set: string, member: string): void {
    this.held.set(member, { set, member, after: this.renewals })
    this.schedule()
  }

  end(member: string): void {
    this.held.delete(member)
  }

  endAll(): void {
    this.held.clear()
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }

  private schedule(): void {
    if (this.timer !== null || this.held.size === 0) return
    this.timer = setTimeout(() => void this.renew(), this.intervalMs).unref()
  }

  private async renew(): Promise<void> {
    this.renewals++
    const due = this.findDue()
    for (let from = 0; from < due.length; from += RENEWED_PER_STEP) {
      const step = due.slice(from, from + RENEWED_PER_STEP).flatMap(({ set, member }) => [set, member])
      // If the store is unavailable, the next renewal follows before the lease ends.
      await this.connection.run(RENEW, [this.leaseMs, ...step]).catch(() => undefined)
    }
    this.timer = null
    this.schedule()
  }

  /** Leases that were taken before the last renewal, without those of requests that last too long. */
  private findDue(): readonly HeldLease[] {
    const due: HeldLease[] = []
    for (const lease of this.held.values()) {
      const age = this.renewals - lease.after
      if (age * this.intervalMs > LONGEST_REQUEST_MS) this.held.delete(lease.member)
      else if (age > 1) due.push(lease)
    }
    return due
  }
}
