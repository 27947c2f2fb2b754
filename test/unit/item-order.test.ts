// Runs alone: its tests are those of a contract.
import { localQueue } from '../../adapters/work/local-queue.ts'
import { itemOrderContract } from '../contract/item-order-contract.ts'

itemOrderContract('the queue of one process', (deps) => localQueue(deps, 1))
