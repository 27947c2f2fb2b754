import { accountContract } from '../contract/account-contract.ts'
import { startBench } from '../support/service-bench.ts'
import { describeShared } from '../support/shared-servers.ts'

describeShared('a key sees its own workspace', (servers) => {
  accountContract('redis', () => startBench({ settings: { ...servers.settings() } }))
})
