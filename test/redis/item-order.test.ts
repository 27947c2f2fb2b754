import { randomUUID } from 'node:crypto'
import { bullQueue } from '../../adapters/work/bull-queue.ts'
import { itemOrderContract } from '../contract/item-order-contract.ts'
import { describeRedis } from '../support/redis-server.ts'

describeRedis('the order of items on Redis', ['--appendonly', 'no'], (server) => {
  itemOrderContract('the queue of many processes', (deps) =>
    bullQueue(deps, { url: server.url, prefix: 'order', name: randomUUID(), fetches: 1, onProblem: () => undefined }),
  )
})
