import { printDeliveries, type Deliveries } from '../../../core/contract/index.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Store } from '../../store/store.ts'

/** The attempts at the webhook of a batch of any workspace, as its own keys see them. Throws: `unknown_batch`. */
export async function listDeliveries({ batches }: Store, batchId: string): Promise<Deliveries> {
  const batch = await batches.find(batchId)
  if (batch === null) throw new StoreError('unknown_batch', `There is no batch ${batchId}.`)
  return printDeliveries(batch, await batches.listAttempts(batchId))
}
