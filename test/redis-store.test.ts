import { randomUUID } from 'node:crypto'
import { openRedisStore } from '../adapters/store/redis/open-redis-store.ts'
import type { Store } from '../adapters/store/store.ts'
import { batchesContract } from './batches-contract.ts'
import { describeRedis } from './redis-server.ts'
import { storeContract, type StorePlace } from './store-contract.ts'

describeRedis('Redis', ['--appendfsync', 'no'], (server) => {
  const createPlace = async (now: () => number): Promise<StorePlace> => {
    const prefix = randomUUID()
    const opened: Store[] = []
    return {
      open: async (options) => {
        const store = await openRedisStore({ url: server.url, prefix, now, ...options })
        opened.push(store)
        return store
      },
      remove: async () => {
        // Where a test has failed, they are open yet, and the process would not end.
        await Promise.all(opened.map((store) => store.close()))
        await server.remove(prefix)
      },
    }
  }
  storeContract('Redis', createPlace)
  batchesContract('Redis', createPlace)
})
