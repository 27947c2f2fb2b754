import { batchPollsContract, ONE_RUN } from '../contract/batch-polls-contract.ts'
import { describeRedis } from '../support/redis-server.ts'
import { startBench } from '../support/service-bench.ts'

describeRedis('callers poll their batches', [], (redis) => {
  batchPollsContract('redis', () => startBench({ settings: { ...ONE_RUN, SHELFMARK_REDIS_URL: redis.url } }))
})
