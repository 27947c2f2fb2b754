import { keyTermsContract } from '../contract/key-terms-contract.ts'
import { describeRedis } from '../support/redis-server.ts'
import { startBench } from '../support/service-bench.ts'

describeRedis('terms of keys', [], (redis) => {
  keyTermsContract('redis', () => startBench({ settings: { SHELFMARK_REDIS_URL: redis.url } }))
})
