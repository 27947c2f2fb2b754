import { batchPollsContract, ONE_RUN } from '../contract/batch-polls-contract.ts'
import { startBench } from '../support/service-bench.ts'

batchPollsContract('embedded', () => startBench({ settings: ONE_RUN }))
