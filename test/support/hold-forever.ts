import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { RedisLimiter } from '../../adapters/store/redis/redis-limiter.ts'
import type { KeyLimits } from '../../core/policy/index.ts'

/** Requests of one key in one workspace that do not end. */
export interface HeldRequests {
  readonly url: string
  readonly prefix: string
  readonly leaseMs: number
  readonly keyId: string
  readonly limits: KeyLimits
  readonly workspaceId: string
  /** Of each request. */
  readonly credits: number
}

/** Takes all slots of a key, and reserves credits for each. Prints a line then, and holds them until the process ends. */
export async function holdForever(held: HeldRequests): Promise<void> {
  const { url, prefix, leaseMs, keyId, limits, workspaceId, credits } = held
  const redis = connectRedis(url)
  const store = await openRedisStore({ redis, prefix, reservationLeaseMs: leaseMs })
  const limiter = new RedisLimiter({ redis, prefix, leaseMs })
  for (let count = 0; count < limits.concurrency; count++) {
    await limiter.admit(keyId, limits, Date.now())
    await store.ledger.reserve(workspaceId, credits, Date.now())
  }
  process.stdout.write('held\n')
}
