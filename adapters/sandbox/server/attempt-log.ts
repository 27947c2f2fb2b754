import { Random } from '../random.ts'
import type { Fault } from './fault.ts'
import { isRefusal } from './fault-names.ts'

interface Attempts {
  /** All that were seen. */
  total: number
  /** Those since the last one that was fine. */
  failed: number
}

/** Addresses that are remembered; the one that was asked for longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000

/** Counts attempts at addresses, for faults that happen to some of them. */
export class AttemptLog {
  private readonly log = new Map<string, Attempts>()

  /** Which faults happen to the next attempt at an address. */
  next(address: string, faults: readonly Fault[]): Fault[] {
    if (faults.every(({ times, share }) => times === null && share === null)) return firstRefusal(faults)
    const attempts = this.log.get(address) ?? { total: 0, failed: 0 }
    const picked = pickFaults(faults, attempts, address)
    attempts.total++
    const isFine = attempts.failed >= countedAttempts(faults) && !picked.some(({ name }) => isRefusal(name))
    attempts.failed = isFine ? 0 : attempts.failed + 1
    this.remember(address, attempts)
    return picked
  }

  private remember(address: string, attempts: Attempts): void {
    this.log.delete(address)
    this.log.set(address, attempts)
    for (const oldest of this.log.keys()) {
      if (this.log.size <= MAX_ADDRESSES) break
      this.log.delete(oldest)
    }
  }
}

function pickFaults(faults: readonly Fault[], { total, failed }: Attempts, address: string): Fault[] {
  let before = 0
  const picked = faults.filter(({ name, times, share }, index) => {
    if (share !== null) return new Random(`${address}/${index}/${total}`).chance(share / 100)
    if (times === null) return true
    if (!isRefusal(name)) return failed < times
    const from = before
    before += times
    return failed >= from && failed < before
  })
  return firstRefusal(picked)
}

/** Only one answer can come in place of a page. */
function firstRefusal(faults: readonly Fault[]): Fault[] {
  const first = faults.find(({ name }) => isRefusal(name))
  return faults.filter((fault) => fault === first || !isRefusal(fault.name))
}

/** Attempts that rules count before one is fine. */
function countedAttempts(faults: readonly Fault[]): number {
  const ofRefusals = faults.reduce((sum, { name, times }) => sum + (isRefusal(name) ? (times ?? 0) : 0), 0)
  const ofDeliveries = faults.map(({ name, times }) => (isRefusal(name) ? 0 : (times ?? 0)))
  return Math.max(ofRefusals, ...ofDeliveries)
}
