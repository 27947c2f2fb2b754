import { keyTermsContract } from '../contract/key-terms-contract.ts'
import { describeShared } from '../support/shared-servers.ts'
import { startBench } from '../support/service-bench.ts'

describeShared('terms of keys', (servers) => {
  keyTermsContract('redis', () => startBench({ settings: { ...servers.settings() } }))
})
