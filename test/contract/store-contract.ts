import { test } from 'node:test'
import { checkAlerts } from './alerts-contract.ts'
import { auditContract } from './audit-contract.ts'
import { checkBuckets } from './bucket-keys-contract.ts'
import { closedMonthsContract } from './closed-months-contract.ts'
import { checkDurability } from './durability-contract.ts'
import { checkErasure } from './erasure-contract.ts'
import { checkKeys } from './keys-contract.ts'
import { keptAnswersContract } from './kept-answers-contract.ts'
import { checkCharges, checkReservations } from './ledger-contract.ts'
import { checkFieldReports } from './field-reports-contract.ts'
import { checkLayout } from './layout-contract.ts'
import { checkEvents } from './events-contract.ts'
import { checkSpending } from './spending-contract.ts'
import { NOW, type Check, type StoreData } from './store-caller.ts'
import { checkSchedules } from './schedules-contract.ts'
import { peopleContract } from './people-contract.ts'
import { personSessionsContract } from './person-sessions-contract.ts'
import { requestLogContract } from './request-log-contract.ts'
import { checkRotation } from './rotation-contract.ts'
import { statisticsContract } from './statistics-contract.ts'
import { unansweredContract } from './unanswered-contract.ts'
import { checkWatchItems } from './watch-items-contract.ts'
import { checkWatchRows } from './watch-rows-contract.ts'
import { checkWatchCreation } from './watch-creation-contract.ts'
import { checkSeries } from './watch-series-contract.ts'
import { checkWatches } from './watches-contract.ts'
import { checkWorkspaces } from './workspaces-contract.ts'

export type { StoreData } from './store-caller.ts'

/** What every implementation of `Store` does. Each test has its own data. The clock always shows `NOW`. */
export function storeContract(name: string, createData: (epochMs: () => number) => Promise<StoreData>): void {
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
  checkWorkspaces(check)
  checkKeys(check)
  checkReservations(check)
  checkCharges(check)
  checkEvents(check)
  checkAlerts(check)
  checkSpending(check)
  checkLayout(check)
  checkFieldReports(check)
  checkDurability(check)
  unansweredContract(check)
  keptAnswersContract(check)
  closedMonthsContract(check)
  statisticsContract(check)
  requestLogContract(check)
  peopleContract(check)
  personSessionsContract(check)
  auditContract(check)
  checkErasure(check)
  checkRotation(check)
  checkBuckets(check)
  checkSchedules(check)
  checkSeries(check)
  checkWatches(check)
  checkWatchCreation(check)
  checkWatchRows(check)
  checkWatchItems(check)
}
