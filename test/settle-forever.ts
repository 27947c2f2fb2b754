import { openSqliteStore } from '../adapters/store/sqlite/open-sqlite-store.ts'
import { StoreError } from '../adapters/store/store-error.ts'

const AT_THE_SAME_TIME = 20

/**
 * Charges as fast as it can, and says on standard output what became of each
 * charge after its promise: `charged <id>` or `<code of the error> <id>`. Ends
 * with the process, or when `most` charges were refused.
 */
export async function settleForever(directory: string, most: number): Promise<void> {
  const store = await openSqliteStore({ directory })
  const [known] = await store.listWorkspaces()
  const workspace = known ?? (await store.createWorkspace({ name: 'First', payAsYouGo: true }))
  const { key } = await store.createKey(workspace.id, { kind: 'live', name: String(process.pid) })
  let next = 0
  const refused: string[] = []
  const settleOne = async () => {
    const reservation = await store.reserve(workspace.id, 5, Date.now())
    if (reservation === 'insufficient_credits') throw new Error('a workspace that pays as it goes was stopped')
    const chargeId = `${process.pid}-${next++}`
    try {
      await store.settle(reservation, { chargeId, keyId: key.id, kind: 'product', credits: 5 })
      process.stdout.write(`charged ${chargeId}\n`)
    } catch (error) {
      refused.push(chargeId)
      process.stdout.write(`${error instanceof StoreError ? error.code : String(error)} ${chargeId}\n`)
    }
  }
  const loops = Array.from({ length: AT_THE_SAME_TIME }, async () => {
    while (refused.length < most) await settleOne()
  })
  await Promise.all(loops)
}
