import { bullQueue } from '../batch/bull-queue.ts'
import { localQueue } from '../batch/local-queue.ts'
import type { ItemQueue } from '../batch/runner.ts'
import type { ItemMeans } from '../batch/work-on-item.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../http/log.ts'
import type { Limiter } from '../limit/limiter.ts'
import { MemoryLimiter } from '../limit/memory-limiter.ts'
import { RedisLimiter } from '../limit/redis-limiter.ts'
import { checkRedisSettings } from '../redis/check-redis-settings.ts'
import { connectRedis } from '../redis/connect-redis.ts'
import type { Pacing } from '../source/index.ts'
import { sharedPacing } from '../source/shared-pacing.ts'
import { openRedisStore } from '../store/redis/open-redis-store.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'

/** What is kept and decided: by one process in a file, or by many in a Redis. */
export interface Backend {
  readonly store: Store
  readonly limiter: Limiter
  readonly createQueue: (means: ItemMeans) => ItemQueue
  /** How long a claim of an item holds before it is handed out anew. Unit: ms. */
  readonly claimLeaseMs: number
  /** How processes agree on the pace of fetches. Absent: undefined, there is one. */
  readonly pacing: Pacing['connection']
  /** After everything that uses it has ended. */
  readonly close: () => Promise<void>
}

interface BackendOptions {
  readonly log: Logger
  /** Unit: ms since 1970. */
  readonly now: () => number
}

/** Begins all names in a Redis. */
const PREFIX = 'shelfmark'

/** Longer than the queue of one process takes to notice anything: nobody else works on its items. */
const LOCAL_LEASE_MS = 60_000
/** Who claimed items and died before handing them out is not waited for longer. */
const SHARED_LEASE_MS = 15_000

/** Rejects: with a `StoreError`. */
export async function openBackend(config: Config, options: BackendOptions): Promise<Backend> {
  return config.redisUrl === null ? openLocal(config, options) : openShared(config, config.redisUrl, options)
}

async function openLocal({ dataDirectory, keyPepper, batches }: Config, { now }: BackendOptions): Promise<Backend> {
  const store = await openSqliteStore({ directory: dataDirectory, pepper: keyPepper, now })
  return {
    store,
    limiter: new MemoryLimiter(),
    createQueue: (means) => localQueue(means, batches.fetches),
    claimLeaseMs: LOCAL_LEASE_MS,
    pacing: undefined,
    close: () => store.close(),
  }
}

async function openShared(config: Config, url: string, { log, now }: BackendOptions): Promise<Backend> {
  const redis = connectRedis(url)
  try {
    const store = await openRedisStore({ redis, prefix: PREFIX, pepper: config.keyPepper, now })
    for (const warning of await checkRedisSettings(redis)) log.warn(warning)
    const limiter = new RedisLimiter({ redis, prefix: PREFIX })
    const pacing = sharedPacing(url)
    return {
      store,
      limiter,
      createQueue: (means) => bullQueue(means, { url, prefix: `${PREFIX}-queue`, fetches: config.batches.fetches }),
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
