import { batchAnswersContract } from '../contract/batch-answers-contract.ts'
import { startBench } from '../support/service-bench.ts'

batchAnswersContract('embedded', () => startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } }))
