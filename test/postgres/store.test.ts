import { randomUUID } from 'node:crypto'
import { PostgresDatabase } from '../../adapters/store/drivers/postgres.ts'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { batchesContract } from '../contract/batches-contract.ts'
import { storeContract, type StoreData } from '../contract/store-contract.ts'
import { failAfter } from '../support/fail-after.ts'
import { describePostgres } from '../support/postgres-server.ts'

// No test of the contract cuts the power.
describePostgres('PostgreSQL', ['fsync=off', 'max_connections=300'], (server) => {
  const createData = async (epochMs: () => number): Promise<StoreData> => {
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
  storeContract('PostgreSQL', createData)
  batchesContract('PostgreSQL', createData)
})
