import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { openSqliteStore } from '../../adapters/store/sqlite/open-sqlite-store.ts'
import type { Store } from '../../adapters/store/store.ts'

/** Opens a store: the folder of an embedded one, or the URL of a Redis. The times of callers count. */
export function openStore(address: string, epochMs: () => number): Promise<Store> {
  return address.startsWith('redis:')
    ? openRedisStore({ url: address, prefix: 'bench', epochMs, clock: 'caller', reservationLeaseMs: 5000 })
    : openSqliteStore({ directory: address, epochMs })
}

/** Simulated time passes this much faster. */
const SPEED = 3600

/** A clock that begins at a time of the simulated marketplace. `startedMs`: when that was. */
export function fastClock(beginMs: number, startedMs: number): () => number {
  return () => Math.round(beginMs + (Date.now() - startedMs) * SPEED)
}
