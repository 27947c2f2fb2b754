import { inOrder, type DayRange, type ReferenceUsage } from '../ledger.ts'
import type { Connection } from './connection.ts'

/** Names that one command removes. */
const REMOVED_PER_STEP = 100

/** Fields of a reference and record: charges and credits. */
const SUMS_OF_A_REFERENCE = 2

const FIELD = /^(charges|credits) (\S+) ([^]+)$/

async function readDays(connection: Connection, workspaceId: string, { from, to }: DayRange): Promise<string[]> {
  const index = connection.name('workspace', workspaceId, 'days')
  const days = await connection.ask((redis) => redis.zrangebylex(index, `[${from}`, `[${to}`))
  return days.map((day) => connection.name('workspace', workspaceId, 'references', day))
}

/** Sums of `commit.lua`, over some days. */
export async function sumReferences(
  connection: Connection,
  workspaceId: string,
  days: DayRange,
): Promise<ReferenceUsage[]> {
  const sums = new Map<string, ReferenceUsage>()
  for (const fields of await connection.readHashes(await readDays(connection, workspaceId, days))) {
    for (const [field, value] of Object.entries(fields)) {
      const [, unit = '', record = '', reference = ''] = FIELD.exec(field) ?? []
      const name = `${record} ${reference}`
      const sum = sums.get(name) ?? { reference, record, charges: 0, credits: 0 }
      sums.set(
        name,
        unit === 'charges'
          ? { ...sum, charges: sum.charges + Number(value) }
          : { ...sum, credits: sum.credits + Number(value) },
      )
    }
  }
  return inOrder([...sums.values()])
}

/** Removes those of an erased workspace. Gives their number. */
export async function removeReferences(connection: Connection, workspaceId: string): Promise<number> {
  let removed = 0
  const names = await readDays(connection, workspaceId, { from: '0', to: '9' })
  for (let from = 0; from < names.length; from += REMOVED_PER_STEP) {
    const some = names.slice(from, from + REMOVED_PER_STEP)
    for (const fields of await connection.readHashes(some)) removed += Object.keys(fields).length / SUMS_OF_A_REFERENCE
    await connection.ask((redis) => redis.unlink(some))
  }
  return removed
}
