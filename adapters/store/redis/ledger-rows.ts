import type { LedgerRow } from '../ledger.ts'
import { unpackCharges } from '../packed-charges.ts'
import type { Connection } from './connection.ts'

/** Charges that one step reads. */
const ROWS_PER_READ = 1000

/** A month of a workspace. */
export interface WorkspaceMonth {
  readonly workspaceId: string
  /** UTC. Form: `YYYY-MM`. */
  readonly month: string
}

/** Some charges of a month, and where the next ones begin. */
export interface LiveCharges {
  readonly charges: readonly LedgerRow[]
  /** Charges that do not count. */
  readonly voided: readonly LedgerRow[]
  /** Cursor of HSCAN. `0`: these were the last. */
  readonly next: string
}

/** Reads charges of a month that is not closed. A charge may be read twice while others are added. */
export async function readLive(
  connection: Connection,
  { workspaceId, month }: WorkspaceMonth,
  cursor: string,
  count = ROWS_PER_READ,
): Promise<LiveCharges> {
  const ledger = connection.name('workspace', workspaceId, 'ledger', month)
  const voids = connection.name('workspace', workspaceId, 'voids', month)
  const [next, entries] = await connection.ask((redis) => redis.hscan(ledger, cursor, 'COUNT', count))
  const rows = new Map<string, LedgerRow>()
  for (let i = 0; i < entries.length; i += 2) {
    const [chargeId = '', row = ''] = [entries[i], entries[i + 1]]
    const [record = '', credits, atMs, keyId = ''] = row.split(' ')
    const facts = { keyId, record, credits: Number(credits), atMs: Number(atMs) }
    rows.set(chargeId, { workspaceId, chargeId, ...facts })
  }
  if (rows.size === 0) return { charges: [], voided: [], next }
  const isVoid = await connection.ask((redis) => redis.smismember(voids, ...rows.keys()))
  const all = [...rows.values()]
  return {
    charges: all.filter((_, index) => isVoid[index] === 0),
    voided: all.filter((_, index) => isVoid[index] === 1),
    next,
  }
}

/** Reads one of the packs of a closed month. Absent: null, there are fewer. */
export async function readClosed(
  connection: Connection,
  { workspaceId, month }: WorkspaceMonth,
  index: number,
): Promise<readonly LedgerRow[] | null> {
  const closed = connection.name('workspace', workspaceId, 'closed', month)
  const packed = await connection.ask((redis) => redis.lindexBuffer(closed, index))
  return packed === null ? null : unpackCharges(packed)
}

/** Months of a workspace that have charges, closed ones included. */
export async function listMonths(connection: Connection, workspaceId: string): Promise<string[]> {
  const name = (part: string): string => connection.name('workspace', workspaceId, part)
  return connection.ask((redis) => redis.sunion(name('months'), name('closed')))
}
