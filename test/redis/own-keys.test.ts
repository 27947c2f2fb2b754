import { ownKeysContract } from '../contract/own-keys-contract.ts'
import { describeRedis } from '../support/redis-server.ts'
import { startBench } from '../support/service-bench.ts'

describeRedis('keys that callers manage', [], (redis) => {
  ownKeysContract('redis', () =>
    startBench({
      settings: { SHELFMARK_REDIS_URL: redis.url, SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_BATCH_ITEMS: '1' },
    }),
  )
})
