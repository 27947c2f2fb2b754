import { dayOf } from '../../../core/policy/index.ts'
import type { LedgerCheck } from '../ledger.ts'
import type { Connection } from './connection.ts'

const CHARGES_PER_READ = 1000

interface Sum {
  readonly charges: number
  readonly credits: number
}

/** By `<day> <key> <kind>`, and by `<month> spent`. */
type Sums = Map<string, Sum>

const NOTHING: Sum = { charges: 0, credits: 0 }

/** Comparisons before a difference is reported: a charge that is voided meanwhile is a difference to one of them. */
const COMPARISONS = 3

/** Compares a workspace as `compareOnce`, again while it finds a difference. */
export async function compareUsage(connection: Connection, workspaceId: string): Promise<LedgerCheck> {
  let found = await compareOnce(connection, workspaceId)
  for (let count = 1; count < COMPARISONS && found.differences.length > 0; count++) {
    found = await compareOnce(connection, workspaceId)
  }
  return found
}

/**
 * Compares the ledger of a workspace with its usage by day, key and kind, and with its
 * credits used by month. Each difference is a workspace with the name of a sum.
 *
 * Requests may charge meanwhile. A sum of the ledger is therefore right if it is not below
 * the usage that was read before the ledger, and not above the usage that was read after it.
 */
async function compareOnce(connection: Connection, workspaceId: string): Promise<LedgerCheck> {
  const before = await readUsage(connection, workspaceId)
  const { total, sums } = await sumLedger(connection, workspaceId)
  const after = await readUsage(connection, workspaceId)
  const names = [...new Set([...before.keys(), ...sums.keys(), ...after.keys()])]
  const wrong = names.filter((name) => {
    const [low, sum, high] = [before, sums, after].map((of) => of.get(name) ?? NOTHING)
    return !low || !sum || !high || !isBetween(low, sum, high)
  })
  return { ...total, differences: wrong.map((name) => `${workspaceId} ${name}`) }
}

function isBetween(low: Sum, sum: Sum, high: Sum): boolean {
  const isEnough = low.charges <= sum.charges && low.credits <= sum.credits
  return isEnough && sum.charges <= high.charges && sum.credits <= high.credits
}

async function readUsage(connection: Connection, workspaceId: string): Promise<Sums> {
  const name = (...parts: string[]): string => connection.name('workspace', workspaceId, ...parts)
  const days = await connection.ask((redis) => redis.zrange(name('days'), 0, -1))
  const months = await connection.ask((redis) => redis.smembers(name('months')))
  const usage = await connection.readHashes(days.map((day) => name('usage', day)))
  const accounts = await connection.readHashes(months.map((month) => name('account', month)))
  const sums: Sums = new Map()
  for (const [index, fields] of usage.entries()) {
    for (const [field, value] of Object.entries(fields)) {
      const [keyId, kind, unit] = field.split(' ')
      add(sums, `${days[index]} ${keyId} ${kind}`, { ...NOTHING, [unit ?? '']: Number(value) })
    }
  }
  for (const [index, { used }] of accounts.entries()) {
    add(sums, `${months[index]} spent`, { charges: 0, credits: Number(used ?? 0) })
  }
  return sums
}

async function sumLedger(connection: Connection, workspaceId: string): Promise<{ total: Sum; sums: Sums }> {
  const months = await connection.ask((redis) => redis.smembers(connection.name('workspace', workspaceId, 'months')))
  const sums: Sums = new Map()
  let [charges, spent] = [0, 0]
  for (const month of months) {
    for await (const row of readRows(connection, workspaceId, month)) {
      const [kind, amount, atMs, keyId] = row.split(' ')
      const credits = Number(amount)
      add(sums, `${dayOf(Number(atMs))} ${keyId} ${kind}`, { charges: 1, credits })
      add(sums, `${month} spent`, { charges: 0, credits })
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

function add(sums: Sums, name: string, more: Sum): void {
  const { charges, credits } = sums.get(name) ?? NOTHING
  sums.set(name, { charges: charges + more.charges, credits: credits + more.credits })
}
