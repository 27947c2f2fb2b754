import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { StoreError } from '../../adapters/store/store-error.ts'

const CONCURRENCY = 20

/**
 * Charges as fast as possible. Prints the outcome of each charge when its promise is settled:
 * `charged <id>` or `<error code> <id>`. Ends with the process, or after `maxRefused` refusals.
 */
export async function settleForever(directory: string, maxRefused: number): Promise<void> {
  const store = await openSqliteStore({ directory })
  const [known] = await store.workspaces.list()
  const workspace = known ?? (await store.workspaces.create({ name: 'First', payAsYouGo: true }))
  const { key } = await store.keys.create(workspace.id, { mode: 'live', name: String(process.pid) })
  let next = 0
  const refused: string[] = []
  const settleOne = async () => {
    const chargeId = `${process.pid}-${next++}`
    try {
      const reservation = await store.ledger.reserve(workspace.id, 5, Date.now())
      if (reservation === 'insufficient_credits') throw new Error('a workspace with pay-as-you-go was stopped')
      await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5 })
      process.stdout.write(`charged ${chargeId}\n`)
    } catch (error) {
      refused.push(chargeId)
      process.stdout.write(`${error instanceof StoreError ? error.code : String(error)} ${chargeId}\n`)
    }
  }
  const loops = Array.from({ length: CONCURRENCY }, async () => {
    while (refused.length < maxRefused) await settleOne()
  })
  await Promise.all(loops)
}
