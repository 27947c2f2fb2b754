import { batchAnswersContract } from '../contract/batch-answers-contract.ts'
import { describeShared } from '../support/shared-servers.ts'
import { startBench } from '../support/service-bench.ts'

describeShared('callers read their batches', (servers) => {
  const settings = () => ({ ...servers.settings(), SHELFMARK_BATCH_INTERVAL_MS: '200' })
  batchAnswersContract('redis', () => startBench({ settings: settings() }))
})
