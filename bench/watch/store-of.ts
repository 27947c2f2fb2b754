import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { START_MS } from '../../test/support/simulated-watch.ts'

/** Opens a store: the folder of an embedded one, or the URL of a PostgreSQL database. The times of callers count. */
export function openStore(address: string, epochMs: () => number): Promise<Store> {
  return address.startsWith('postgres:')
    ? openPostgresStore({ url: address, epochMs, leaseMs: 5000 })
    : openSqliteStore({ directory: address, epochMs })
}

/** Simulated time passes this much faster. A batch that is a day old ends: on a busy machine, a day must be minutes. */
const SPEED = 600

/** The shop lives this much faster than its watches, so that something happens there. */
const SHOP_SPEED = 6

/** A clock that begins at a time of the simulated marketplace. `startedMs`: when that was. */
export function fastClock(beginMs: number, startedMs: number): () => number {
  return () => Math.round(beginMs + (Date.now() - startedMs) * SPEED)
}

/** The time of the shop at a time of the watches. */
export function shopMsAt(ms: number): number {
  return START_MS + (ms - START_MS) * SHOP_SPEED
}
