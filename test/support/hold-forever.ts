import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { RedisLimiter } from '../../adapters/store/redis/redis-limiter.ts'
import type { KeyLimits } from '../../core/policy/index.ts'

/** Requests of one key in one workspace that do not end. */
export interface HeldRequests {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** Of the limiter. */
  readonly prefix: string
  readonly leaseMs: number
  readonly keyId: string
  readonly limits: KeyLimits
  readonly workspaceId: string
  /** Of each request. */
  readonly credits: number
}

/** Takes all slots of a key, reserves credits for each, and charges one that it does not answer. Prints a line then, and holds them until the process ends. */
export async function holdForever(held: HeldRequests): Promise<void> {
  const { databaseUrl, redisUrl, prefix, leaseMs, keyId, limits, workspaceId, credits } = held
  const store = await openPostgresStore({ url: databaseUrl, leaseMs })
  const limiter = new RedisLimiter({ redis: connectRedis(redisUrl), prefix, leaseMs })
  for (let count = 0; count < limits.concurrency; count++) {
    await limiter.admit(keyId, limits, Date.now())
    const reservation = await store.ledger.reserve(workspaceId, credits, Date.now())
    if (reservation === 'insufficient_credits' || count > 0) continue
    await store.ledger.settle(reservation, { chargeId: 'held', keyId, record: 'product', credits, isUnanswered: true })
  }
  process.stdout.write('held\n')
}
