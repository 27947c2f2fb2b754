import { ownKeysContract } from '../contract/own-keys-contract.ts'
import { startBench } from '../support/service-bench.ts'

ownKeysContract('embedded', () =>
  startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_BATCH_ITEMS: '1' } }),
)
