import { batchAnswersContract } from '../contract/batch-answers-contract.ts'
import { describeRedis } from '../support/redis-server.ts'
import { startBench } from '../support/service-bench.ts'

describeRedis('callers read their batches', [], (redis) => {
  const settings = () => ({ SHELFMARK_REDIS_URL: redis.url, SHELFMARK_BATCH_INTERVAL_MS: '200' })
  batchAnswersContract('redis', () => startBench({ settings: settings() }))
})
