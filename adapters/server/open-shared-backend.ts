import { bullQueue } from '../work/bull-queue.ts'
import type { KeyMode } from '../../core/policy/index.ts'
import { onceAMinute } from '../observe/once-a-minute.ts'
import { redisSessionStore } from '../fetch/sessions/redis-session-store.ts'
import { sharedPacing } from '../fetch/turns/shared-pacing.ts'
import { openPostgresStore } from '../store/open/open-postgres-store.ts'
import { checkRedisSettings } from '../store/redis/check-redis-settings.ts'
import { connectRedis } from '../store/redis/connect-redis.ts'
import { RedisLimiter } from '../store/redis/redis-limiter.ts'
import { fetchesOf, type Backend, type BackendOptions } from './backend.ts'
import type { Config } from './config.ts'
import type { SharedServers } from './shared-settings.ts'

/** First part of all names in Redis. */
const PREFIX = 'shelfmark'
/** Names of the queues in Redis. */
const QUEUES: Readonly<Record<KeyMode, string>> = { live: 'items', test: 'sandbox-items' }
/** A process that claims items and dies before it adds them to the queue delays them by this time. */
const SHARED_LEASE_MS = 15_000
/** What Redis holds. */
const LIMITS_LOST =
  'Redis has lost its data. These began again, as if nobody had asked before: rates and requests in flight of keys, turns and intervals at the marketplaces, sessions of visitors. Items of batches are queued again within 15 s.'

/**
 * Opens the parts that many processes share: what lasts on PostgreSQL; limits, queues, turns and sessions of visitors,
 * which may be lost, on Redis. Rejects: with a `StoreError`.
 */
export async function openSharedBackend(
  config: Config,
  { databaseUrl, redisUrl: url }: SharedServers,
  { log, onLoss }: BackendOptions,
): Promise<Backend> {
  const { keyPepper: pepper, oldKeyPepper: oldPepper, masterKey } = config
  const onStoreLoss = (id: string, problem: string): void => onLoss({ of: 'store', id, problem })
  const store = await openPostgresStore({ url: databaseUrl, pepper, oldPepper, onLoss: onStoreLoss })
  const redis = connectRedis(url)
  try {
    for (const warning of await checkRedisSettings(redis)) log.warn(warning)
    const onLimitsLoss = (id: string): void => onLoss({ of: 'limits', id, problem: LIMITS_LOST })
    const limiter = new RedisLimiter({ redis, prefix: PREFIX, onLoss: onLimitsLoss })
    const pacing = sharedPacing({ url, redis, prefix: PREFIX })
    const onQueueProblem = onceAMinute((err, leftOut) => log.warn({ err, leftOut }, 'the queue of batch items failed'))
    const sessionStore = masterKey === null ? null : redisSessionStore({ redis, prefix: PREFIX, masterKey })
    return {
      // Without the one, nothing is charged; without the other, nobody is admitted.
      store: { ...store, probe: async () => void (await Promise.all([store.probe(), limiter.probe()])) },
      limiter,
      openQueue: (deps, mode) =>
        bullQueue(deps, {
          url,
          prefix: `${PREFIX}-queue`,
          name: QUEUES[mode],
          onProblem: onQueueProblem,
          fetches: fetchesOf(mode, config.batches),
        }),
      epochMs: store.epochMs,
      claimLeaseMs: SHARED_LEASE_MS,
      openPace: pacing.openPace,
      sessionStore,
      close: async () => {
        await store.close()
        await pacing.close()
        await sessionStore?.close()
        redis.disconnect()
      },
    }
  } catch (error) {
    redis.disconnect()
    await store.close()
    throw error
  }
}
