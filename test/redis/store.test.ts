import { randomUUID } from 'node:crypto'
import { Connection } from '../../adapters/store/redis/connection.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { batchesContract } from '../contract/batches-contract.ts'
import { failAfter } from '../support/fail-after.ts'
import { describeRedis } from '../support/redis-server.ts'
import { storeContract, type StoreData } from '../contract/store-contract.ts'

describeRedis('Redis', ['--appendfsync', 'no'], (server) => {
  const createData = async (epochMs: () => number): Promise<StoreData> => {
    const prefix = randomUUID()
    const opened: Store[] = []
    return {
      open: async (options) => {
        const store = await openRedisStore({ url: server.url, prefix, epochMs, clock: 'caller', ...options })
        opened.push(store)
        return store
      },
      dump: () => server.dump(prefix),
      failAfter: (steps) => failAfter(steps, Connection.prototype, ['run', 'ask']),
      remove: async () => {
        // A failed test leaves stores open, which would keep the process alive.
        await Promise.all(opened.map((store) => store.close()))
        await server.remove(prefix)
      },
    }
  }
  storeContract('Redis', createData)
  batchesContract('Redis', createData)
})
