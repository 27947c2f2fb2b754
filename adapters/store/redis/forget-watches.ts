import { FORGET_PAUSE_MS, keptFromMs, REMOVED_PER_STEP } from '../watches.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'
import { toWatch } from './watch-fields.ts'

const ERASE_WATCH = loadScript('erase-watch')
const FORGET_WATCH = loadScript('forget-watch')
const REMOVE_WATCH = loadScript('remove-watch')

/** Removes old rows of all watches, and all rows of removed ones, step by step. Returns how many. */
export async function forgetWatches(connection: Connection, nowMs: number): Promise<number> {
  let removed = 0
  for (const id of await connection.ask((redis) => redis.smembers(connection.name('removed-watches')))) {
    removed += await eraseRows(connection, id)
  }
  const kept = connection.name('watches-kept')
  const storeMs = await connection.storeMs(nowMs)
  const due = await connection.ask((redis) => redis.zrangebyscore(kept, '-inf', `(${storeMs - FORGET_PAUSE_MS}`))
  for (const id of due) {
    removed += await forgetRows(connection, id, storeMs)
    await connection.ask((redis) => redis.zadd(kept, 'XX', storeMs, id))
  }
  return removed
}

async function forgetRows(connection: Connection, id: string, nowMs: number): Promise<number> {
  const fields = await connection.ask((redis) => redis.hgetall(connection.name('watch', id)))
  if (fields['id'] === undefined) return 0
  const { terms, itemCount } = toWatch(fields)
  const fromMs = keptFromMs(terms, nowMs)
  if (fromMs === null) return 0
  let total = 0
  for (const item of ['', ...Array.from({ length: itemCount }, (_, index) => index)]) {
    for (let count = REMOVED_PER_STEP; count >= REMOVED_PER_STEP;) {
      count = await connection.run<number>(FORGET_WATCH, [id, item, fromMs, REMOVED_PER_STEP])
      total += count
    }
  }
  return total
}

async function eraseRows(connection: Connection, id: string): Promise<number> {
  for (let total = 0; ;) {
    const count = await connection.run<number>(ERASE_WATCH, [id, REMOVED_PER_STEP])
    total += count
    if (count === 0) return total
  }
}

/** Removes the watches of an erased workspace. Returns how many. */
export async function eraseWatches(connection: Connection, workspaceId: string): Promise<number> {
  let watches = 0
  for (const kind of ['live', 'test']) {
    const list = connection.name('workspace', workspaceId, 'watches', kind)
    for (const id of await connection.ask((redis) => redis.zrange(list, 0, -1))) {
      await connection.run(REMOVE_WATCH, [id])
      await eraseRows(connection, id)
      watches++
    }
    await connection.ask((redis) => redis.hdel(connection.name('watched', kind), workspaceId))
  }
  // A call that was interrupted may have removed a watch, and not its rows.
  for (const id of await connection.ask((redis) => redis.smembers(connection.name('removed-watches')))) {
    const owner = await connection.ask((redis) => redis.hget(connection.name('removed-watch', id), 'workspace_id'))
    if (owner === workspaceId) await eraseRows(connection, id)
  }
  return watches
}
