import { test } from 'node:test'
import { checkClaims } from './batch-claims-contract.ts'
import { checkCommits } from './batch-commits-contract.ts'
import { checkCreation, checkPending } from './batch-creation-contract.ts'
import { checkDeals } from './batch-deals-contract.ts'
import { checkDeliveries } from './batch-deliveries-contract.ts'
import { checkEnds, checkRecords } from './batch-ends-contract.ts'
import { checkLists } from './batch-lists-contract.ts'
import { checkReferenceUsage } from './reference-usage-contract.ts'
import { checkStorage } from './batch-storage-contract.ts'
import { NOW, type Check, type StoreData } from './store-caller.ts'

/** What every implementation of `Batches` does. Each test has its own data. The clock is an argument. */
export function batchesContract(name: string, createData: (epochMs: () => number) => Promise<StoreData>): void {
  const check: Check = (title, run) => {
    test(`${name}: ${title}`, async () => {
      const data = await createData(() => NOW)
      const store = await data.open()
      try {
        await run(store, data)
        await store.close()
      } finally {
        await data.remove()
      }
    })
  }
  checkCreation(check)
  checkPending(check)
  checkClaims(check)
  checkDeals(check)
  checkCommits(check)
  checkEnds(check)
  checkRecords(check)
  checkDeliveries(check)
  checkLists(check)
  checkReferenceUsage(check)
  checkStorage(check)
}
