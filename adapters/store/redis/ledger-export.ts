import type { LedgerPage } from '../ledger.ts'
import type { Connection } from './connection.ts'
import { readClosed, readLive } from './ledger-rows.ts'

/**
 * Reads the charges of a month that count, workspace by workspace: first those that are live, so
 * that a charge that is moved meanwhile is not missed.
 *
 * `after`: index of the workspace, cursor in its month, and index of a pack, which counts when
 * the cursor has ended.
 */
export async function readLedgerMonth(
  connection: Connection,
  workspaceIds: readonly string[],
  month: string,
  after: string,
): Promise<LedgerPage> {
  const [position = '0', cursor = '0', pack = ''] = after.split(' ')
  const index = Number(position)
  const workspaceId = workspaceIds[index]
  if (workspaceId === undefined) return { rows: [], next: null }
  if (pack === '') {
    const { charges, next } = await readLive(connection, { workspaceId, month }, cursor)
    return { rows: charges, next: next === '0' ? `${index} 0 0` : `${index} ${next}` }
  }
  const rows = await readClosed(connection, { workspaceId, month }, Number(pack))
  if (rows !== null) return { rows, next: `${index} 0 ${Number(pack) + 1}` }
  return { rows: [], next: index + 1 < workspaceIds.length ? `${index + 1} 0` : null }
}
