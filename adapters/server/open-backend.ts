import { bullQueue } from '../batch/bull-queue.ts'
import { localQueue } from '../batch/local-queue.ts'
import type { KeyKind } from '../../core/policy/index.ts'
import type { ItemQueue, RunnerSettings } from '../batch/runner.ts'
import type { ItemDeps } from '../batch/work-on-item.ts'
import type { Logger } from '../observe/log.ts'
import type { Pacing } from '../retrieve/turns/index.ts'
import { sharedPacing } from '../retrieve/turns/shared-pacing.ts'
import type { Limiter } from '../store/limiter.ts'
import { MemoryLimiter } from '../store/memory-limiter.ts'
import { checkRedisSettings } from '../store/redis/check-redis-settings.ts'
import { connectRedis } from '../store/redis/connect-redis.ts'
import { openRedisStore } from '../store/redis/open-redis-store.ts'
import { RedisLimiter } from '../store/redis/redis-limiter.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { steadyClock } from '../store/steady-clock.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'

/** The parts that hold or share state: in a file for one process, or in a Redis for many. */
export interface Backend {
  readonly store: Store
  readonly limiter: Limiter
  /** Creates the queue for items from keys of a kind. */
  readonly createQueue: (deps: ItemDeps, kind: KeyKind) => ItemQueue
  /** Clock of the service. Unit: ms since 1970. */
  readonly now: () => number
  /** Lease of a claimed item: when it ends, the item is claimed again. Unit: ms. */
  readonly claimLeaseMs: number
  /** Connection over which processes share the pace of fetches. Absent: undefined, there is one process. */
  readonly pacing: Pacing['connection']
  /** Closes them, after everything that uses them has ended. */
  readonly close: () => Promise<void>
}

interface BackendOptions {
  readonly log: Logger
  /** Clock of the system. Unit: ms since 1970. Default: `Date.now`. */
  readonly now: (() => number) | undefined
}

/** First part of all names in a Redis. */
const PREFIX = 'shelfmark'
/** Names of the queues in a Redis. */
const QUEUES: Readonly<Record<KeyKind, string>> = { live: 'items', test: 'sandbox-items' }
/** Most sandbox items that a process works on at the same time. They use its processor, and nobody pays for them. */
const SANDBOX_FETCHES = 2

/** Only this process works on its items, so that a lease may be long. */
const LOCAL_LEASE_MS = 60_000
/** A process that claims items and dies before it adds them to the queue delays them by this time. */
const SHARED_LEASE_MS = 15_000

function fetchesOf(kind: KeyKind, { fetches }: RunnerSettings): number {
  return kind === 'test' ? Math.min(SANDBOX_FETCHES, fetches) : fetches
}

/** Rejects: with a `StoreError`. */
export async function openBackend(config: Config, options: BackendOptions): Promise<Backend> {
  return config.redisUrl === null ? openLocal(config, options) : openShared(config, config.redisUrl, options)
}

async function openLocal(
  { dataDirectory, keyPepper, batches, diskFloorBytes }: Config,
  options: BackendOptions,
): Promise<Backend> {
  const { log } = options
  const onJump = (jumpMs: number): void => log.warn({ jumpMs }, 'the clock has jumped; it is followed after a minute')
  const now = options.now ?? steadyClock({ onJump })
  const store = await openSqliteStore({ directory: dataDirectory, pepper: keyPepper, now, diskFloorBytes })
  return {
    store,
    limiter: new MemoryLimiter(),
    createQueue: (deps, kind) => localQueue(deps, fetchesOf(kind, batches)),
    now,
    claimLeaseMs: LOCAL_LEASE_MS,
    pacing: undefined,
    close: () => store.close(),
  }
}

async function openShared(config: Config, url: string, { log, now = Date.now }: BackendOptions): Promise<Backend> {
  const redis = connectRedis(url)
  try {
    const { keyPepper: pepper, redisFullPercent: fullPercent } = config
    const store = await openRedisStore({ redis, prefix: PREFIX, pepper, now, fullPercent })
    for (const warning of await checkRedisSettings(redis)) log.warn(warning)
    const limiter = new RedisLimiter({ redis, prefix: PREFIX })
    const pacing = sharedPacing(url)
    return {
      store,
      limiter,
      createQueue: (deps, kind) =>
        bullQueue(deps, {
          url,
          prefix: `${PREFIX}-queue`,
          name: QUEUES[kind],
          fetches: fetchesOf(kind, config.batches),
        }),
      now,
      claimLeaseMs: SHARED_LEASE_MS,
      pacing: pacing.connection,
      close: async () => {
        await store.close()
        await pacing.close()
        redis.disconnect()
      },
    }
  } catch (error) {
    redis.disconnect()
    throw error
  }
}
