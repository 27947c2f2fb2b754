import { dayOf } from '../../../core/policy/index.ts'
import type { LedgerCheck } from '../ledger.ts'
import { compareRepeatedly, findDifferences, Sums } from '../usage-sums.ts'
import type { Connection } from './connection.ts'

const CHARGES_PER_READ = 1000

/**
 * Compares the ledger of a workspace with its usage by day, key and kind, and with its
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
  const months = await connection.ask((redis) => redis.smembers(name('months')))
  const usage = await connection.readHashes(days.map((day) => name('usage', day)))
  const accounts = await connection.readHashes(months.map((month) => name('account', month)))
  const sums = new Sums()
  for (const [index, fields] of usage.entries()) {
    for (const [field, value] of Object.entries(fields)) {
      const [keyId, kind, unit] = field.split(' ')
      sums.add(`${days[index]} ${keyId} ${kind}`, { [unit ?? '']: Number(value) })
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
  const months = await connection.ask((redis) => redis.smembers(connection.name('workspace', workspaceId, 'months')))
  const sums = new Sums()
  let [charges, spent] = [0, 0]
  for (const month of months) {
    for await (const row of readRows(connection, workspaceId, month)) {
      const [kind, amount, atMs, keyId] = row.split(' ')
      const credits = Number(amount)
      sums.add(`${dayOf(Number(atMs))} ${keyId} ${kind}`, { charges: 1, credits })
      sums.add(`${month} spent`, { credits })
      charges++
      spent += credits
    }
  }
  return { total: { charges, credits: spent }, sums }
}

/** Each row of a month that counts, once: HSCAN may return a row twice while its hash grows. */
async function* readRows(connection: Connection, workspaceId: string, month: string): AsyncGenerator<string> {
  const ledger = connection.name('workspace', workspaceId, 'ledger', month)
  const voids = connection.name('workspace', workspaceId, 'voids', month)
  const seen = new Set(await connection.ask((redis) => redis.smembers(voids)))
  let cursor = '0'
  do {
    const [next, rows] = await connection.ask((redis) => redis.hscan(ledger, cursor, 'COUNT', CHARGES_PER_READ))
    cursor = next
    for (let i = 0; i < rows.length; i += 2) {
      const id = rows[i] ?? ''
      if (seen.has(id)) continue
      seen.add(id)
      yield rows[i + 1] ?? ''
    }
  } while (cursor !== '0')
}
