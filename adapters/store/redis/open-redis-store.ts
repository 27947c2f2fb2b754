import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { randomCharacters, type RandomBytes } from '../sources.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'
import type { ErasedWorkspace } from '../workspaces.ts'
import { RedisAlerts } from './alerts.ts'
import { RedisAudit } from './audit.ts'
import { RedisBatches } from './batches.ts'
import { requireRedis } from './check-redis-settings.ts'
import { connectRedis } from './connect-redis.ts'
import { CHECK_WAIT_MS, Connection, type ScriptClock } from './connection.ts'
import { RedisEvents } from './events.ts'
import { RedisKeys } from './keys.ts'
import { REQUEST_LEASE_MS } from './leases.ts'
import { RedisLedger } from './ledger.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { RedisMembers } from './members.ts'
import { RedisOperators } from './operators.ts'
import { RedisPersonSessions } from './person-sessions.ts'
import { RedisRequestLog } from './request-log.ts'
import { loadScript } from './script.ts'
import { RedisStatistics } from './statistics.ts'
import { RedisStorage } from './storage.ts'
import { RedisWatches } from './watches.ts'
import { RedisWorkspaces } from './workspaces.ts'

const PROBE = loadScript('probe')

/** The address of a Redis, or a connection made by `connectRedis`, which the store leaves open. */
type RedisSource = { readonly url: string } | { readonly redis: Redis }

interface StoreSettings {
  /** Prefix of all names in Redis. Stores with different prefixes can share a Redis. Default: `shelfmark`. */
  readonly prefix?: string | undefined
  /** Secret that the hashes of keys depend on. While the store has keys, it changes by way of `oldPepper`. Default: none. */
  readonly pepper?: string | null | undefined
  /** Another secret with which keys are accepted. null: plain hashes. Default: none. */
  readonly oldPepper?: string | null | undefined
  /** Clock of this process. While it differs too much from that of Redis, every call rejects with `unavailable`. Unit: ms since 1970. Default: the system clock. */
  readonly epochMs?: (() => number) | undefined
  /** Clock that decides what is due: that of Redis, which all processes share, or the times that callers give, whatever they are. Default: `redis`. */
  readonly clock?: ScriptClock | undefined
  /** Default: that of `node:crypto`. */
  readonly randomBytes?: RandomBytes | undefined
  /** Time after which the reservations of a dead process are released. Meanwhile they are renewed. Unit: ms. Default: 30,000. */
  readonly reservationLeaseMs?: number | undefined
  /**
   * Time after which an unanswered charge is voided. An answer that takes longer, to a slow
   * client, makes its charge count again. Unit: ms. Default: 60,000.
   */
  readonly answerLeaseMs?: number | undefined
  /** Share of the memory of Redis above which it takes no new batches. Unit: percent. Default: 80. */
  readonly fullPercent?: number | undefined
}

export type RedisStoreOptions = RedisSource & StoreSettings

/**
 * Opens a store in a Redis that other processes may use at the same time. The Redis is one
 * server of version 6.2 or newer, not a cluster. `checkRedisSettings` reports the settings
 * with which it could lose data.
 *
 * Names of the data, after the prefix. `<w>`, `<k>`, `<b>`: ids of a workspace, a key, a batch.
 * `<kind>`: kind of the keys, `live` or `test`.
 *
 * - `settings`: schema version, hash of the pepper, whether there are keys
 * - `probe`: time of the last probe
 * - `workspaces`: ids in order of creation. `workspace:<w>`: fields of a workspace; of an erased one, its id and times
 * - `workspace:<w>:keys`: ids in order of creation. `workspace:<w>:active`: ids of the active keys
 * - `key:<k>`: fields of a key. `key-of:<prefix of the key>`: its id
 * - `workspace:<w>:ledger:<YYYY-MM>`: charges by id. `workspace:<w>:months`: months with charges
 * - `workspace:<w>:closed:<YYYY-MM>`: packs of charges of a closed month. `workspace:<w>:closed`: these months
 * - `workspace:<w>:voids:<YYYY-MM>`: ids of charges that do not count, because their answer was not sent
 * - `unanswered`: `<w> <YYYY-MM-DD> <charge>` of charges whose answer is not sent, by end of lease
 * - `request:<w>:<kind of key>:<idempotency key>`: digest and charge of a paid request
 * - `requests:<w>:<kind>`: names of such keys that may have no charge, by time of claim
 * - `sessions:<group>`: sealed sessions of visitors by id. `...:pages`: their pages. `...:lease`: who makes one.
 * - `turns:<domain>:<lane>`: turns at a marketplace by end of lease. `...:held`: their number by workspace.
 *   `...:lately`: workspaces by the time when they last asked
 * - `workspace:<w>:usage:<YYYY-MM-DD>`: sums by key and kind. `workspace:<w>:days`: days with charges
 * - `workspace:<w>:references:<YYYY-MM-DD>`: sums by record and reference of an item
 * - `workspace:<w>:account:<YYYY-MM>`: credits used and reserved
 * - `workspace:<w>:reserved`: credits and month by reservation. `workspace:<w>:leases`: reservations by end of lease
 * - `workspace:<w>:events`: ids of its events. `event:<id>`: fields of one. `events`: those with an attempt to come, by
 *   its time
 * - `alert:<id>`: fields of an alert to operators. `alerts`: those with an attempt to come, by its time
 * - `workspace:<w>:stored`: bytes of inputs, results and stored answers by kind of key
 * - `answers`: answers that are stored in `request:<w>:<name>`, by time of expiry
 * - `workspace:<w>:batches:<kind>`: batches by creation. `workspace:<w>:batches:<kind>:<digest>`: those that have an
 *   item with a reference. `batch:<b>:references`: digests of its references
 * - `batch:<b>`: fields of a batch. `batch:<b>:items`: items without a result.
 *   `batch:<b>:results`: results as JSON, long ones deflated, in order of completion
 *   `batch:<b>:attempts`: ended attempts at its webhook as JSON
 *   `batch:<b>:deaths`: how often an item has ended its process, by index
 * - `workspace:<w>:watch-batches:<kind>`: runs of watches by creation
 * - `watch:<id>`: fields of a watch. `...:items`, `...:states`: items and what is known of them by index. `...:due`: items
 *   by the time of the next look. `...:looks:<item>` by time, `...:points:<item>` by field and time, `...:records:<item>`.
 *   `...:events`: ids of its events by position. `watch-event:<id>`: fields of one
 * - `watches`: watches by the time when they are claimed next. `watches-kept`: by the last removal of old rows.
 *   `workspace:<w>:watches:<kind>`: by creation. `watched:<kind>`: items of watches by workspace
 * - `removed-watches`, `removed-watch:<id>`: watches whose rows are removed. `watch-drift`: tallies of drift by name
 * - `waiting:<kind>`: workspaces with waiting batches, in the order of their turns.
 *   `waiting:<kind>:<w>`: their batches with unclaimed items, in the order of their turns
 * - `run:<kind>`: time of the last run. `pending:<kind>`: items without a result, by workspace
 * - `claims:<kind>`: `<b>:<index>` by end of lease. `open`: batches by creation. `ended`: batches with results, by end.
 *   `records`: batches without results, by end
 * - `due`: workspaces by the time when their next webhook can be claimed. `due:<w>`: their origins,
 *   `due:<w>:<origin>`: the batches. `sending:<w>`, `sending-to:<origin>`: attempts in progress by end of lease
 * - `statistics:<series>:<YYYY-MM-DD>`: counts by name. `statistics-entry:<id>`: the entry was added
 * - `request-log:<w>`: requests of the last days as JSON, by time of their end. `request-log`: workspaces that have some
 * - `operators`: names. `operator:<name>`: fields of one
 * - `member:<name>`: fields of a member. `workspace:<w>:members`: names of its members
 * - `person-session:<hash>`: fields of a session of a person, by the hash of its secret id. `person-sessions:<door>`: such
 *   hashes by the end of their sessions, `person-sessions:<door>:<name>`: those of a person; of the token, without a name
 * - `audit`: ids of recorded commands by sequence, `audit-last`: the last number of it.
 *   `audit-entries`, `audit-outcomes`: the commands and how they ended as JSON, by id
 * - `idempotency:<w>:<key>`: batch or watch, and digest. `idempotency-uses`: names of these, by time of use
 *
 * Rejects: `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<Store> {
  const redis = 'redis' in options ? options.redis : connectRedis(options.url)
  const { prefix = 'shelfmark', pepper = null, oldPepper, epochMs = Date.now, clock = 'redis' } = options
  const { reservationLeaseMs: leaseMs = REQUEST_LEASE_MS, answerLeaseMs = 60_000 } = options
  const sources = { epochMs, randomBytes: options.randomBytes ?? randomBytes }
  const connection = new Connection(redis, prefix, clock === 'redis' ? epochMs : null)
  const workspaces = new RedisWorkspaces(connection, sources)
  const keys = new RedisKeys(connection, workspaces, { ...sources, pepper, oldPepper })
  // Not from `options.randomBytes`, which may return the same in every process.
  const token = randomCharacters(12, randomBytes)
  const ledger = new RedisLedger(connection, workspaces, { token, leaseMs, answerLeaseMs })
  const batches = new RedisBatches(connection, ledger, clock)
  const watches = new RedisWatches(connection, ledger, clock)
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
  const storage = new RedisStorage(connection, options.fullPercent ?? 80)
  const probe = async (): Promise<void> => {
    await connection.run(PROBE, [], CHECK_WAIT_MS)
  }
  const statistics = new RedisStatistics(connection)
  const operators = new RedisOperators(connection)
  const members = new RedisMembers(connection, workspaces, sources)
  const personSessions = new RedisPersonSessions(connection, clock)
  const requestLog = new RedisRequestLog(connection)
  const audit = new RedisAudit(connection)
  const events = new RedisEvents(connection, workspaces, clock)
  const alerts = new RedisAlerts(connection, clock)
  const readKept = async (id: string): Promise<ErasedWorkspace['kept']> => {
    const rows = await ledger.readUsage(id, { from: '0000-01-01', to: '9999-12-31' })
    return rows.reduce((sum, row) => ({ charges: sum.charges + row.charges, credits: sum.credits + row.credits }), {
      charges: 0,
      credits: 0,
    })
  }
  const erase = (id: string): Promise<ErasedWorkspace> => eraseWorkspace(connection, id, epochMs(), readKept)
  const rest = {
    storage,
    statistics,
    requestLog,
    operators,
    members,
    personSessions,
    backUp: refuseBackup,
    probe,
    close,
  }
  return { workspaces, keys, ledger, batches, watches, audit, events, alerts, erase, ...rest }
}

async function refuseBackup(): Promise<void> {
  const message = 'The data is in Redis: copy the files of Redis, as adapters/store/README.md describes.'
  throw new StoreError('not_supported', message)
}
