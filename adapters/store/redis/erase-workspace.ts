import { batchesOpen, unknownWorkspace, type ErasedWorkspace } from '../workspaces.ts'
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

/**
 * Marks a workspace as erased, and removes what it has, step by step. A call on a workspace of which a part is removed
 * removes the rest.
 *
 * Rejects: `unknown_workspace`, `batches_open`, `unavailable`.
 */
export async function eraseWorkspace(connection: Connection, id: string, nowMs: number): Promise<ErasedWorkspace> {
  const marked = await connection.run<number | 'unknown_workspace' | 'batches_open'>(ERASE_WORKSPACE, [id, nowMs])
  if (marked === 'unknown_workspace') throw unknownWorkspace(id)
  if (marked === 'batches_open') throw batchesOpen(id)
  await eraseWatches(connection, id)
  while ((await connection.run<number>(ERASE_BATCHES, [id, BATCHES_PER_STEP])) > 0);
  await removeIdempotencyKeys(connection, id)
  await removeReferences(connection, id)
  await removeStatistics(connection, id)
  return { id, erasedAtMs: marked }
}

async function removeIdempotencyKeys(connection: Connection, id: string): Promise<void> {
  for await (const names of findNames(connection, toPattern(connection.name('request', id, '')))) {
    await connection.ask((redis) => redis.unlink(names))
  }
  const unpaid = ['live', 'test'].map((kind) => connection.name('requests', id, kind))
  await connection.ask((redis) => redis.unlink(unpaid))
  const uses = connection.name('idempotency-uses')
  for await (const names of findMembers(connection, uses, toPattern(connection.name('idempotency', id, '')))) {
    // The names last: a call that is repeated must find them.
    await connection.ask((redis) => redis.unlink(names))
    await connection.ask((redis) => redis.zrem(uses, ...names))
  }
  const answers = connection.name('answers')
  for await (const members of findMembers(connection, answers, `* * ${toPattern(`${id} `)}`)) {
    await connection.ask((redis) => redis.zrem(answers, ...members))
  }
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
async function removeStatistics(connection: Connection, id: string): Promise<void> {
  const pattern = toPattern(`${JSON.stringify([id]).slice(0, -1)},`)
  for await (const days of findNames(connection, toPattern(connection.name('statistics', '')))) {
    for (const day of days) {
      let cursor = '0'
      do {
        const [next, counts] = await connection.ask((redis) =>
          redis.hscan(day, cursor, 'MATCH', pattern, 'COUNT', SEARCHED_PER_STEP),
        )
        const names = counts.filter((_, index) => index % 2 === 0)
        if (names.length > 0) await connection.ask((redis) => redis.hdel(day, ...names))
        cursor = next
      } while (cursor !== '0')
    }
  }
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
