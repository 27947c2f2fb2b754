import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PostgresDatabase } from '../../adapters/store/drivers/postgres.ts'
import { SqliteDatabase } from '../../adapters/store/drivers/sqlite.ts'
import { openPostgresStore } from '../../adapters/store/open-postgres-store.ts'
import { openSqliteStore } from '../../adapters/store/open-sqlite-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { failAfter } from '../support/fail-after.ts'
import { describePostgres } from '../support/postgres-server.ts'
import { auditContract } from './audit-contract.ts'
import { checkAlerts } from './alerts-contract.ts'
import { batchesContract } from './batches-contract.ts'
import { checkErasure } from './erasure-contract.ts'
import { checkFieldReports } from './field-reports-contract.ts'
import { checkLayout } from './layout-contract.ts'
import { checkRotation } from './rotation-contract.ts'
import { checkEvents } from './events-contract.ts'
import { keptAnswersContract } from './kept-answers-contract.ts'
import { closedMonthsContract } from './closed-months-contract.ts'
import { checkDurability } from './durability-contract.ts'
import { checkCharges, checkReservations } from './ledger-contract.ts'
import { checkSpending } from './spending-contract.ts'
import { unansweredContract } from './unanswered-contract.ts'
import { checkKeys } from './keys-contract.ts'
import { membersContract } from './members-contract.ts'
import { operatorsContract } from './operators-contract.ts'
import { personSessionsContract } from './person-sessions-contract.ts'
import { requestLogContract } from './request-log-contract.ts'
import { statisticsContract } from './statistics-contract.ts'
import { NOW, type Check, type StoreData } from './store-caller.ts'
import { checkWatchCreation } from './watch-creation-contract.ts'
import { checkWatchRows } from './watch-rows-contract.ts'
import { checkWatches } from './watches-contract.ts'
import { checkWorkspaces } from './workspaces-contract.ts'

type CreateData = (epochMs: () => number) => Promise<StoreData>

/** The contract of the subjects that are converted. */
function contract(name: string, createData: CreateData): void {
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
  checkSpending(check)
  checkDurability(check)
  unansweredContract(check)
  closedMonthsContract(check)
  keptAnswersContract(check)
  checkErasure(check)
  checkRotation(check)
  checkLayout(check)
  checkFieldReports(check)
  checkEvents(check)
  checkAlerts(check)
  auditContract(check)
  checkWatches(check)
  checkWatchCreation(check)
  checkWatchRows(check)
  statisticsContract(check)
  requestLogContract(check)
  operatorsContract(check)
  membersContract(check)
  personSessionsContract(check)
}

const createSqlite: CreateData = async (epochMs) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-store-'))
  return {
    open: (options) => openSqliteStore({ directory, epochMs, ...options }),
    dump: async () => Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name)))),
    failAfter: (steps) => failAfter(steps, SqliteDatabase.prototype, ['step', 'outside']),
    remove: async () => rmSync(directory, { recursive: true }),
  }
}
contract('SQLite', createSqlite)
batchesContract('SQLite', createSqlite)

// Nothing is lost but what a power cut would take: no test of the contract cuts it.
describePostgres('PostgreSQL', ['fsync=off', 'max_connections=300'], (server) => {
  const createPostgres: CreateData = async (epochMs) => {
    const schema = `t${randomUUID().replaceAll('-', '')}`
    const url = await server.createSchema(schema)
    const opened: Store[] = []
    return {
      open: async (options) => {
        const store = await openPostgresStore({ url, epochMs, ...options })
        opened.push(store)
        return store
      },
      dump: () => server.dump(schema),
      failAfter: (steps) => failAfter(steps, PostgresDatabase.prototype, ['step']),
      remove: async () => {
        // A failed test leaves stores open, which would keep the process alive.
        await Promise.all(opened.map((store) => store.close()))
        await server.removeSchema(schema)
      },
    }
  }
  contract('PostgreSQL', createPostgres)
  batchesContract('PostgreSQL', createPostgres)
})
