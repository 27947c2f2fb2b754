import { ownKeysContract } from '../contract/own-keys-contract.ts'
import { describeShared } from '../support/shared-servers.ts'
import { startBench } from '../support/service-bench.ts'

describeShared('keys that callers manage', (servers) => {
  ownKeysContract('redis', () =>
    startBench({
      settings: { ...servers.settings(), SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_BATCH_ITEMS: '1' },
    }),
  )
})
