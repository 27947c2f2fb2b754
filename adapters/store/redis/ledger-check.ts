import { dayOf } from '../../../core/policy/index.ts'
import type { LedgerCheck, LedgerRow } from '../ledger.ts'
import { compareRepeatedly, findDifferences, Sums } from '../usage-sums.ts'
import type { Connection } from './connection.ts'
import { listMonths, readClosed, readLive, type WorkspaceMonth } from './ledger-rows.ts'

/**
 * Compares the ledger of a workspace with its usage by day, key and record, and with its
 * credits used by month. Each difference is a workspace with the name of a sum.
 */
export function compareUsage(connection: Connection, workspaceId: string): Promise<LedgerCheck> {
  return compareRepeatedly(async () => {
    const before = await readUsage(connection, workspaceId)
    const { total, sums } = await sumLedger(connection, workspaceId)
    const after = await readUsage(connection, workspaceId)
    const differences = findDifferences(before, sums, after).map((name) => `${workspaceId} ${name}`)
    return { ...total, differences }
  })
}

async function readUsage(connection: Connection, workspaceId: string): Promise<Sums> {
  const name = (...parts: string[]): string => connection.name('workspace', workspaceId, ...parts)
  const days = await connection.ask((redis) => redis.zrange(name('days'), 0, -1))
  const months = await listMonths(connection, workspaceId)
  const usage = await connection.readHashes(days.map((day) => name('usage', day)))
  const accounts = await connection.readHashes(months.map((month) => name('account', month)))
  const sums = new Sums()
  for (const [index, fields] of usage.entries()) {
    for (const [field, value] of Object.entries(fields)) {
      const [keyId, record, unit] = field.split(' ')
      sums.add(`${days[index]} ${keyId} ${record}`, { [unit ?? '']: Number(value) })
    }
  }
  for (const [index, { used }] of accounts.entries()) {
    sums.add(`${months[index]} spent`, { credits: Number(used ?? 0) })
  }
  return sums
}

async function sumLedger(
  connection: Connection,
  workspaceId: string,
): Promise<{ total: Pick<LedgerCheck, 'charges' | 'credits'>; sums: Sums }> {
  const sums = new Sums()
  const total = { charges: 0, credits: 0 }
  for (const month of await listMonths(connection, workspaceId)) {
    for await (const { keyId, record, credits, atMs } of readCharges(connection, { workspaceId, month })) {
      sums.add(`${dayOf(atMs)} ${keyId} ${record}`, { charges: 1, credits })
      sums.add(`${month} spent`, { credits })
      total.charges++
      total.credits += credits
    }
  }
  return { total, sums }
}

/** Each charge of a month that counts, once: it may be read twice while others are added, or when it is closed. */
async function* readCharges(connection: Connection, of: WorkspaceMonth): AsyncGenerator<LedgerRow> {
  const seen = new Set<string>()
  const isFirst = ({ chargeId }: LedgerRow): boolean => seen.size < seen.add(chargeId).size
  let cursor = '0'
  do {
    const { charges, next } = await readLive(connection, of, cursor)
    yield* charges.filter(isFirst)
    cursor = next
  } while (cursor !== '0')
  for (let index = 0; ; index++) {
    const charges = await readClosed(connection, of, index)
    if (charges === null) return
    yield* charges.filter(isFirst)
  }
}
