import type { ChargeKind } from '../../../core/policy/index.ts'
import type { LedgerPage, LedgerRow } from '../ledger.ts'
import type { Connection } from './connection.ts'

const ROWS_PER_READ = 1000

/** Reads the charges of a month that count, workspace by workspace. `after`: index of the workspace, and cursor in its month. */
export async function readLedgerMonth(
  connection: Connection,
  workspaceIds: readonly string[],
  month: string,
  after: string,
): Promise<LedgerPage> {
  const [position = '0', cursor = '0'] = after.split(' ')
  const index = Number(position)
  const workspaceId = workspaceIds[index]
  if (workspaceId === undefined) return { rows: [], next: null }
  const ledger = connection.name('workspace', workspaceId, 'ledger', month)
  const voids = connection.name('workspace', workspaceId, 'voids', month)
  const [[next, entries], voided] = await connection.ask((redis) =>
    Promise.all([redis.hscan(ledger, cursor, 'COUNT', ROWS_PER_READ), redis.smembers(voids)]),
  )
  const isVoid = new Set(voided)
  const rows: LedgerRow[] = []
  for (let i = 0; i < entries.length; i += 2) {
    const [chargeId = '', row = ''] = [entries[i], entries[i + 1]]
    const [kind, credits, atMs, keyId = ''] = row.split(' ')
    if (isVoid.has(chargeId)) continue
    rows.push({ workspaceId, chargeId, keyId, kind: kind as ChargeKind, credits: Number(credits), atMs: Number(atMs) })
  }
  if (next !== '0') return { rows, next: `${index} ${next}` }
  return { rows, next: index + 1 < workspaceIds.length ? `${index + 1} 0` : null }
}
