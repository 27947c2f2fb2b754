import { randomUUID } from 'node:crypto'
import { openRedisStore } from '../adapters/store/redis/open-redis-store.ts'
import { batchesContract } from './batches-contract.ts'
import { describeRedis } from './redis-server.ts'
import { storeContract, type StorePlace } from './store-contract.ts'

describeRedis('Redis', ['--appendfsync', 'no'], (server) => {
  const createPlace = async (now: () => number): Promise<StorePlace> => {
    const prefix = randomUUID()
    return {
      open: (options) => openRedisStore({ url: server.url, prefix, now, ...options }),
      remove: () => server.remove(prefix),
    }
  }
  storeContract('Redis', createPlace)
  batchesContract('Redis', createPlace)
})
