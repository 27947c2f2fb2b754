import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { randomCharacters, type RandomBytes } from '../sources.ts'
import type { Store } from '../store.ts'
import { RedisBatches } from './batches.ts'
import { requireRedis } from './check-redis-settings.ts'
import { connectRedis } from './connect-redis.ts'
import { CHECK_WAIT_MS, Connection } from './connection.ts'
import { RedisKeys } from './keys.ts'
import { RedisLedger } from './ledger.ts'
import { loadScript } from './script.ts'
import { RedisWorkspaces } from './workspaces.ts'

const PROBE = loadScript('probe')

/** The address of a Redis, or a connection made by `connectRedis`, which the store leaves open. */
type RedisSource = { readonly url: string } | { readonly redis: Redis }

interface StoreSettings {
  /** Prefix of all names in Redis. Stores with different prefixes can share a Redis. Default: `shelfmark`. */
  readonly prefix?: string | undefined
  /** Secret that the hashes of keys depend on. It can't change while the store has keys. Default: none. */
  readonly pepper?: string | null | undefined
  /** Unit: ms since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined
  /** Default: that of `node:crypto`. */
  readonly randomBytes?: RandomBytes | undefined
  /**
   * Time after which the reservations of a dead process are released. It exceeds the longest
   * request, which is 10 pages of 45 s. Unit: ms. Default: 600,000.
   */
  readonly reservationLeaseMs?: number | undefined
}

export type RedisStoreOptions = RedisSource & StoreSettings

/**
 * Opens a store in a Redis that other processes may use at the same time. The Redis is one
 * server of version 6.2 or newer, not a cluster. `checkRedisSettings` reports the settings
 * with which it could lose data.
 *
 * Names of the data, after the prefix. `<w>`, `<k>`, `<b>`: ids of a workspace, a key, a batch.
 *
 * - `settings`: schema version, hash of the pepper, whether there are keys
 * - `probe`: time of the last probe
 * - `workspaces`: ids in order of creation. `workspace:<w>`: fields of a workspace
 * - `workspace:<w>:keys`: ids in order of creation. `workspace:<w>:active`: ids of the active keys
 * - `key:<k>`: fields of a key. `key-of:<prefix of the key>`: its id
 * - `workspace:<w>:ledger:<YYYY-MM>`: charges by id. `workspace:<w>:months`: months with charges
 * - `workspace:<w>:usage:<YYYY-MM-DD>`: sums by key and kind. `workspace:<w>:days`: days with charges
 * - `workspace:<w>:account:<YYYY-MM>`: credits used and reserved
 * - `workspace:<w>:reserved`: credits and month by reservation. `workspace:<w>:leases`: reservations by end of lease
 * - `batch:<b>`: fields of a batch. `batch:<b>:items`: items without a result.
 *   `batch:<b>:results`: results as JSON, in order of completion
 * - `waiting`: batches with unclaimed items, in the order of their turns. `tick`: the last claimed tick
 * - `claims`: `<b>:<index>` by end of lease. `open`: batches by creation. `ended`: batches with results, by end
 * - `due`: batches by the time when their webhook can be claimed
 * - `idempotency:<w>:<key>`: batch and digest. `idempotency-uses`: names of these, by time of use
 *
 * Rejects: `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<Store> {
  const redis = 'redis' in options ? options.redis : connectRedis(options.url)
  const { prefix = 'shelfmark', pepper = null, now = Date.now, reservationLeaseMs: leaseMs = 600_000 } = options
  const sources = { now, randomBytes: options.randomBytes ?? randomBytes }
  const connection = new Connection(redis, prefix)
  const workspaces = new RedisWorkspaces(connection, sources)
  const keys = new RedisKeys(connection, workspaces, { ...sources, pepper })
  // Not from `options.randomBytes`, which may return the same in every process.
  const token = randomCharacters(12, randomBytes)
  const ledger = new RedisLedger(connection, workspaces, { token, leaseMs })
  const batches = new RedisBatches(connection, ledger)
  const close = async (): Promise<void> => {
    await connection.close((run) => ledger.close(run))
    if (!('redis' in options)) redis.disconnect()
  }
  try {
    await connection.ask(requireRedis)
    await keys.open()
  } catch (error) {
    await close()
    throw error
  }
  const probe = async (): Promise<void> => {
    await connection.run(PROBE, [], CHECK_WAIT_MS)
  }
  return { workspaces, keys, ledger, batches, probe, close }
}
