import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { KeyKind } from '../../../core/policy/index.ts'
import { requireRedis } from '../../redis/check-redis-settings.ts'
import { connectRedis } from '../../redis/connect-redis.ts'
import { Connection } from '../../redis/connection.ts'
import { randomCharacters, type RandomBytes } from '../key-hash.ts'
import type { Charge, DayRange, NewWorkspace, Reservation, Store, WorkspaceChange } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { RedisBatches } from './batches.ts'
import { Keys } from './keys.ts'
import { Ledger } from './ledger.ts'
import { checkLedger } from './ledger-check.ts'
import { Workspaces } from './workspaces.ts'

/** A Redis: its address, or a connection that `connectRedis` has made, and that is left open. */
type RedisSource = { readonly url: string } | { readonly redis: Redis }

interface StoreSettings {
  /** Begins the names of all data: several stores can be in one Redis. Default: `shelfmark`. */
  readonly prefix?: string | undefined
  /** Secret that hashes of keys depend on; it can't be changed while there are keys. Default: none. */
  readonly pepper?: string | null | undefined
  /** Unit: ms. Default: the clock of the system. */
  readonly now?: (() => number) | undefined
  /** Default: those of `node:crypto`. */
  readonly randomBytes?: RandomBytes | undefined
  /**
   * Credits set aside by a process that died are given back after so long. Unit: ms.
   * Longer than any request: 10 pages of 45 s. Default: 600,000.
   */
  readonly reservationLeaseMs?: number | undefined
}

export type RedisStoreOptions = RedisSource & StoreSettings

/**
 * Opens a store in a Redis, which other processes may have open too: one server of
 * version 6.2 or newer, no cluster. What it takes to lose nothing, `checkRedisSettings` says.
 *
 * Rejects: `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<Store> {
  const redis = 'redis' in options ? options.redis : connectRedis(options.url)
  const store = new RedisStore(redis, options, 'url' in options)
  try {
    await store.open()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Names of the data, after the prefix. `<w>`, `<k>`, `<b>`: ids of a workspace, key, batch.
 *
 * - `settings`: schema, pepper, whether there are keys
 * - `workspaces`: ids, in the order of creation. `workspace:<w>`: its fields
 * - `workspace:<w>:keys`: ids, in the order of creation. `workspace:<w>:active`: those not revoked
 * - `key:<k>`: its fields. `key-of:<12 characters>`: id
 * - `workspace:<w>:ledger:<YYYY-MM>`: charges by id. `workspace:<w>:months`: those that have one
 * - `workspace:<w>:usage:<YYYY-MM-DD>`: sums by key and kind. `workspace:<w>:days`: those that have some
 * - `workspace:<w>:account:<YYYY-MM>`: credits used and reserved. `workspace:<w>:reserved`: credits and
 *   month by reservation. `workspace:<w>:leases`: reservations by the end of their lease
 * - `batch:<b>`: its fields. `batch:<b>:items`: those without result. `batch:<b>:results`: JSON, in the order of completion
 * - `waiting`: batches with items that nobody has claimed, whoever is to be first at the front. `tick`: the last one taken
 * - `claims`: `<b>:<place>` by the end of the lease. `open`: batches by creation, `ended`: those with results by end
 * - `due`: batches by when their webhook can be claimed
 * - `idempotency:<w>:<key>`: batch and digest. `idempotency-uses`: names of those by time
 */
class RedisStore implements Store {
  readonly batches: RedisBatches
  private readonly redis: Redis
  private readonly isOwn: boolean
  private readonly connection: Connection
  private readonly workspaces: Workspaces
  private readonly keys: Keys
  private readonly ledger: Ledger

  /** @param isOwn Whether the connection to the server is closed with the store. */
  constructor(redis: Redis, options: StoreSettings, isOwn: boolean) {
    const { prefix = 'shelfmark', pepper = null, now = Date.now, reservationLeaseMs: leaseMs = 600_000 } = options
    const sources = { now, randomBytes: options.randomBytes ?? randomBytes }
    this.redis = redis
    this.isOwn = isOwn
    this.connection = new Connection(redis, prefix)
    this.workspaces = new Workspaces(this.connection, sources)
    this.keys = new Keys(this.connection, this.workspaces, { ...sources, pepper })
    // Not from the given bytes, which may be the same in every process.
    const token = randomCharacters(12, randomBytes)
    this.ledger = new Ledger(this.connection, this.workspaces, { token, leaseMs })
    this.batches = new RedisBatches(this.connection, this.ledger)
  }

  async open() {
    await this.connection.ask(requireRedis)
    await this.keys.open()
  }

  createWorkspace(workspace: NewWorkspace) {
    return this.workspaces.create(workspace)
  }

  createFirstWorkspace(workspace: NewWorkspace) {
    return this.workspaces.createFirst(workspace)
  }

  listWorkspaces() {
    return this.workspaces.list()
  }

  updateWorkspace(workspaceId: string, change: WorkspaceChange) {
    return this.workspaces.update(workspaceId, change)
  }

  createKey(workspaceId: string, { kind, name }: { readonly kind: KeyKind; readonly name: string }) {
    return this.keys.create(workspaceId, kind, name)
  }

  listKeys(workspaceId: string) {
    return this.keys.list(workspaceId)
  }

  revokeKey(keyId: string) {
    return this.keys.revoke(keyId)
  }

  rotateKey(keyId: string) {
    return this.keys.rotate(keyId)
  }

  authenticate(fullKey: string) {
    return this.keys.authenticate(fullKey)
  }

  reserve(workspaceId: string, credits: number, nowMs: number) {
    return this.ledger.reserve(workspaceId, credits, nowMs)
  }

  settle(reservation: Reservation, charge: Charge) {
    return this.ledger.settle(reservation, charge)
  }

  async release(reservation: Reservation) {
    try {
      await this.ledger.release(reservation)
    } catch (error) {
      // Requests end after the store, too: their credits are given back when the lease ends.
      if (!(error instanceof StoreError) || error.code !== 'closed') throw error
    }
  }

  usage(workspaceId: string, days: DayRange) {
    return this.ledger.usage(workspaceId, days)
  }

  async checkLedger() {
    return checkLedger(this.connection, await this.workspaces.listIds())
  }

  async close() {
    await this.connection.close((run) => this.ledger.close(run))
    if (this.isOwn) this.redis.disconnect()
  }
}
