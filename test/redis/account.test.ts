import { accountContract } from '../contract/account-contract.ts'
import { startBench } from '../support/service-bench.ts'
import { describeRedis } from '../support/redis-server.ts'

describeRedis('a key sees its own workspace', [], (redis) => {
  accountContract('redis', () => startBench({ settings: { SHELFMARK_REDIS_URL: redis.url } }))
})
