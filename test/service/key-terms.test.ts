import { keyTermsContract } from '../contract/key-terms-contract.ts'
import { startBench } from '../support/service-bench.ts'

keyTermsContract('embedded', () => startBench())
