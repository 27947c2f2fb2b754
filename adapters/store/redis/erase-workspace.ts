import { batchesOpen, sumErased, unknownWorkspace, type ErasedCounts, type ErasedWorkspace } from '../workspaces.ts'
import type { Connection } from './connection.ts'
import { eraseWatches } from './forget-watches.ts'
import { removeReferences } from './reference-usage.ts'
import { loadScript } from './script.ts'

const ERASE_WORKSPACE = loadScript('erase-workspace')
const ERASE_BATCHES = loadScript('erase-batches')

/** Batches of each kind of key that one step removes. Other commands wait until the step ends. */
const BATCHES_PER_STEP = 20
/** Names or members that one step of a search looks at. */
const SEARCHED_PER_STEP = 1000

/** Removes a kind of data of an erased workspace. Gives numbers for the report. */
type Remove = (connection: Connection, id: string) => Promise<Partial<ErasedCounts>>

/**
 * What an erasure removes, in this order, after the script has marked the workspace and removed its keys and events. New
 * data of workspaces belongs here, in the script, or in `KEPT_NAMES`: a test looks at all names that are left.
 */
const REMOVALS: readonly Remove[] = [
  async (connection, id) => ({ watches: await eraseWatches(connection, id) }),
  removeBatches,
  removeRequestKeys,
  removeBatchKeys,
  removeAnswers,
  async (connection, id) => ({ references: await removeReferences(connection, id) }),
  removeStatistics,
]

/** Names of an erased workspace that stay: the books, and what ends by itself. `<w>`: its id. `*`: anything. */
export const KEPT_NAMES: readonly string[] = [
  'workspace:<w>',
  'workspace:<w>:ledger:*',
  'workspace:<w>:months',
  'workspace:<w>:closed*',
  'workspace:<w>:voids:*',
  'workspace:<w>:usage:*',
  'workspace:<w>:days',
  'workspace:<w>:account:*',
  'workspace:<w>:reserved',
  'workspace:<w>:leases',
]

/**
 * Marks a workspace as erased, and removes what it has, step by step. A call on a workspace of which a part is removed
 * removes the rest. `readKept`: gives what its books have.
 *
 * Rejects: `unknown_workspace`, `batches_open`, `unavailable`.
 */
export async function eraseWorkspace(
  connection: Connection,
  id: string,
  nowMs: number,
  readKept: (id: string) => Promise<ErasedWorkspace['kept']>,
): Promise<ErasedWorkspace> {
  type Marked = readonly [erasedAtMs: number, keys: number, events: number, requests: number, members: number]
  const marked = await connection.run<Marked | 'unknown_workspace' | 'batches_open'>(ERASE_WORKSPACE, [id, nowMs])
  if (marked === 'unknown_workspace') throw unknownWorkspace(id)
  if (marked === 'batches_open') throw batchesOpen(id)
  const [erasedAtMs, keys, events, requests, members] = marked
  const counts: Partial<ErasedCounts>[] = [{ keys, events, requests, members }]
  for (const remove of REMOVALS) counts.push(await remove(connection, id))
  return { id, erasedAtMs, removed: sumErased(counts), kept: await readKept(id) }
}

async function removeBatches(connection: Connection, id: string): Promise<Partial<ErasedCounts>> {
  let batches = 0
  for (;;) {
    const removed = await connection.run<number>(ERASE_BATCHES, [id, BATCHES_PER_STEP])
    if (removed === 0) return { batches }
    batches += removed
  }
}

/** Idempotency keys of paid requests. */
async function removeRequestKeys(connection: Connection, id: string): Promise<Partial<ErasedCounts>> {
  let idempotencyKeys = 0
  for await (const names of findNames(connection, toPattern(connection.name('request', id, '')))) {
    idempotencyKeys += await connection.ask((redis) => redis.unlink(names))
  }
  const unpaid = ['live', 'test'].map((kind) => connection.name('requests', id, kind))
  await connection.ask((redis) => redis.unlink(unpaid))
  return { idempotencyKeys }
}

/** Idempotency keys of batches. */
async function removeBatchKeys(connection: Connection, id: string): Promise<Partial<ErasedCounts>> {
  let idempotencyKeys = 0
  const uses = connection.name('idempotency-uses')
  for await (const names of findMembers(connection, uses, toPattern(connection.name('idempotency', id, '')))) {
    // The names last: a call that is repeated must find them.
    idempotencyKeys += await connection.ask((redis) => redis.unlink(names))
    await connection.ask((redis) => redis.zrem(uses, ...names))
  }
  return { idempotencyKeys }
}

/** Times of expiry of stored answers, which are gone with the keys of their requests. */
async function removeAnswers(connection: Connection, id: string): Promise<Partial<ErasedCounts>> {
  let removed = 0
  const answers = connection.name('answers')
  for await (const members of findMembers(connection, answers, `* * ${toPattern(`${id} `)}`)) {
    removed += await connection.ask((redis) => redis.zrem(answers, ...members))
  }
  return { answers: removed }
}

/** Members of a sorted set that match a pattern, some at a time. */
async function* findMembers(connection: Connection, set: string, pattern: string): AsyncGenerator<string[]> {
  let cursor = '0'
  do {
    const [next, found] = await connection.ask((redis) =>
      redis.zscan(set, cursor, 'MATCH', pattern, 'COUNT', SEARCHED_PER_STEP),
    )
    const members = found.filter((_, index) => index % 2 === 0)
    if (members.length > 0) yield members
    cursor = next
  } while (cursor !== '0')
}

/** Counts whose name begins with a workspace. */
async function removeStatistics(connection: Connection, id: string): Promise<Partial<ErasedCounts>> {
  let statistics = 0
  const pattern = toPattern(`${JSON.stringify([id]).slice(0, -1)},`)
  for await (const days of findNames(connection, toPattern(connection.name('statistics', '')))) {
    for (const day of days) {
      let cursor = '0'
      do {
        const [next, counts] = await connection.ask((redis) =>
          redis.hscan(day, cursor, 'MATCH', pattern, 'COUNT', SEARCHED_PER_STEP),
        )
        const names = counts.filter((_, index) => index % 2 === 0)
        if (names.length > 0) statistics += await connection.ask((redis) => redis.hdel(day, ...names))
        cursor = next
      } while (cursor !== '0')
    }
  }
  return { statistics }
}

/** Names of the data that match a pattern, some at a time. It looks at all names, without keeping other commands waiting. */
async function* findNames(connection: Connection, pattern: string): AsyncGenerator<string[]> {
  let cursor = '0'
  do {
    const [next, names] = await connection.ask((redis) =>
      redis.scan(cursor, 'MATCH', pattern, 'COUNT', SEARCHED_PER_STEP),
    )
    if (names.length > 0) yield names
    cursor = next
  } while (cursor !== '0')
}

/** Pattern of Redis for what begins with a text. */
function toPattern(start: string): string {
  return `${start.replace(/[\\*?[\]]/g, '\\$&')}*`
}
