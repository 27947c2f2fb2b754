import { batchPollsContract, ONE_RUN } from '../contract/batch-polls-contract.ts'
import { describeShared } from '../support/shared-servers.ts'
import { startBench } from '../support/service-bench.ts'

describeShared('callers poll their batches', (servers) => {
  batchPollsContract('redis', () => startBench({ settings: { ...ONE_RUN, ...servers.settings() } }))
})
