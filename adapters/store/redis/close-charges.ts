import { dayOf } from '../../../core/policy/index.ts'
import { MAX_CLOSED_PER_CALL } from '../ledger.ts'
import { packCharges } from '../packed-charges.ts'
import type { Connection } from './connection.ts'
import { readLive, type WorkspaceMonth } from './ledger-rows.ts'
import { loadScript } from './script.ts'

const CLOSE_CHARGES = loadScript('close-charges')

/** Charges that one step moves. Other commands wait until the step ends. */
const CHARGES_PER_STEP = 250

/** Moves charges of months before `openMonth` to packs, about `MAX_CLOSED_PER_CALL`. Returns the number of those that were there to move. */
export async function closeCharges(
  connection: Connection,
  workspaceIds: readonly string[],
  openMonth: string,
): Promise<number> {
  let total = 0
  for (const workspaceId of workspaceIds) {
    const months = connection.name('workspace', workspaceId, 'months')
    for (const month of await connection.ask((redis) => redis.smembers(months))) {
      if (total >= MAX_CLOSED_PER_CALL) return total
      if (month < openMonth) total += await closeMonth(connection, { workspaceId, month }, MAX_CLOSED_PER_CALL - total)
    }
  }
  return total
}

async function closeMonth(connection: Connection, of: WorkspaceMonth, most: number): Promise<number> {
  let total = 0
  let cursor = '0'
  do {
    const { charges, voided, next } = await readLive(connection, of, cursor, CHARGES_PER_STEP)
    const moved = [...charges, ...voided]
    const names = moved.map(({ workspaceId, chargeId, atMs }) => `${workspaceId} ${dayOf(atMs)} ${chargeId}`)
    const args = [of.workspaceId, of.month, packCharges(charges), charges.length, ...names]
    // A step of which another process has moved a charge does nothing: the next call finds what is left.
    if (moved.length > 0) await connection.run(CLOSE_CHARGES, args)
    total += moved.length
    cursor = next
  } while (cursor !== '0' && total < most)
  return total
}
