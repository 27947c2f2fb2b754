import { dayOf } from '../../../core/policy/index.ts'
import type { Connection } from '../../redis/connection.ts'
import type { LedgerCheck } from '../store.ts'
import { readHashes } from './fields.ts'

/** Charges read at a time. */
const PIECE = 1000

/** By place: how many charges and credits. */
type Sums = Map<string, { charges: number; credits: number }>

const NOTHING = { charges: 0, credits: 0 }

/**
 * Compares what is kept of workspaces with their ledgers: the usage by day, key and kind,
 * and what is spent by month (differences named by workspace, month and `spent`). Others
 * may charge meanwhile: a sum of the ledger is right if it is not below what usage was
 * before it was read, and not above what it was after.
 */
export async function checkLedger(connection: Connection, workspaceIds: readonly string[]): Promise<LedgerCheck> {
  const total = { charges: 0, credits: 0 }
  const differences: string[] = []
  for (const id of workspaceIds) {
    const before = await readUsage(connection, id)
    const ledger = await sumLedger(connection, id, total)
    const after = await readUsage(connection, id)
    for (const place of new Set([...before.keys(), ...ledger.keys(), ...after.keys()])) {
      const [least, sum, most] = [before, ledger, after].map((sums) => sums.get(place) ?? NOTHING)
      if (least && sum && most && isBetween(least, sum, most)) continue
      differences.push(`${id} ${place}`)
    }
  }
  return { ...total, differences: differences.toSorted() }
}

function isBetween(least: typeof NOTHING, sum: typeof NOTHING, most: typeof NOTHING): boolean {
  const isEnough = least.charges <= sum.charges && least.credits <= sum.credits
  return isEnough && sum.charges <= most.charges && sum.credits <= most.credits
}

async function readUsage(connection: Connection, workspaceId: string): Promise<Sums> {
  const name = (...parts: string[]): string => connection.name('workspace', workspaceId, ...parts)
  const days = await connection.ask((redis) => redis.zrange(name('days'), 0, -1))
  const months = await connection.ask((redis) => redis.smembers(name('months')))
  const usage = await readHashes(
    connection,
    days.map((day) => name('usage', day)),
  )
  const accounts = await readHashes(
    connection,
    months.map((month) => name('account', month)),
  )
  const sums: Sums = new Map()
  for (const [index, fields] of usage.entries()) {
    for (const [field, value] of Object.entries(fields)) {
      const [keyId, kind, what] = field.split(' ')
      add(sums, `${days[index]} ${keyId} ${kind}`, { ...NOTHING, [what ?? '']: Number(value) })
    }
  }
  for (const [index, { used }] of accounts.entries()) {
    add(sums, `${months[index]} spent`, { charges: 0, credits: Number(used ?? 0) })
  }
  return sums
}

async function sumLedger(connection: Connection, workspaceId: string, total: typeof NOTHING): Promise<Sums> {
  const months = await connection.ask((redis) => redis.smembers(connection.name('workspace', workspaceId, 'months')))
  const sums: Sums = new Map()
  for (const month of months) {
    for await (const row of readRows(connection, connection.name('workspace', workspaceId, 'ledger', month))) {
      const [kind, credits, atMs, keyId] = row.split(' ')
      const charge = { charges: 1, credits: Number(credits) }
      add(sums, `${dayOf(Number(atMs))} ${keyId} ${kind}`, charge)
      add(sums, `${month} spent`, { ...charge, charges: 0 })
      total.charges++
      total.credits += charge.credits
    }
  }
  return sums
}

/** Rows of a month, each once: a scan may give one again while its hash grows. */
async function* readRows(connection: Connection, ledger: string): AsyncGenerator<string> {
  const seen = new Set<string>()
  let cursor = '0'
  do {
    const [next, rows] = await connection.ask((redis) => redis.hscan(ledger, cursor, 'COUNT', PIECE))
    cursor = next
    for (let i = 0; i < rows.length; i += 2) {
      const id = rows[i] ?? ''
      if (seen.has(id)) continue
      seen.add(id)
      yield rows[i + 1] ?? ''
    }
  } while (cursor !== '0')
}

function add(sums: Sums, place: string, more: typeof NOTHING): void {
  const { charges, credits } = sums.get(place) ?? NOTHING
  sums.set(place, { charges: charges + more.charges, credits: credits + more.credits })
}
