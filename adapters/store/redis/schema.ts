import { originOf } from '../batches.ts'
import { pepperMismatch } from '../keys.ts'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

const OPEN_STORE = loadScript('open-store')
const UPGRADE_BATCH = loadScript('upgrade-batch')
const END_UPGRADE = loadScript('end-upgrade')

/**
 * Version of the names and fields in Redis. It is raised when an older program would not find all of
 * the data, or would write data that this one does not find: the older program then refuses to start.
 *
 * 1: versions 0.1.0 and 0.2.0, which marked different names with the same number.
 * 2: the names of 0.2.0, all of them.
 */
const SCHEMA = 2

/**
 * Checks that this program can use the data, and upgrades data of older versions. An upgrade that
 * was interrupted is continued by the next start, and several processes may start at the same time.
 *
 * `pepperHashes`: of the peppers that are accepted, the present one first. Gives that of the data.
 *
 * Throws: `newer_schema`, `pepper_mismatch`.
 */
export async function openSchema(connection: Connection, pepperHashes: readonly string[]): Promise<string> {
  const [pepperHash = ''] = pepperHashes
  const [schema, knownHash] = await connection.run<[string, string]>(OPEN_STORE, [SCHEMA, pepperHash])
  if (Number(schema) > SCHEMA) {
    throw new StoreError(
      'newer_schema',
      `The data has schema ${schema}, and this program knows ${SCHEMA}: use the newer program.`,
    )
  }
  if (!pepperHashes.includes(knownHash)) throw pepperMismatch()
  if (Number(schema) < SCHEMA) await upgrade(connection)
  return knownHash
}

/** Names that one command of a scan looks at. */
const NAMES_PER_SCAN = 1000
const GLOB = /[*?[\]\\]/g

/** Upgrades every batch in a step of its own, those that run first, and then marks the data. */
async function upgrade(connection: Connection): Promise<void> {
  await upgradeBatches(connection, await connection.ask((redis) => redis.zrange(connection.name('open'), 0, -1)))
  // Batches whose results were removed are in no list of 0.1.0.
  const start = connection.name('batch', '')
  const pattern = `${start.replace(GLOB, String.raw`\$&`)}*`
  for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
    const [next, names] = await connection.ask((redis) => redis.scan(cursor, 'MATCH', pattern, 'COUNT', NAMES_PER_SCAN))
    const ids = names.map((name) => name.slice(start.length))
    await upgradeBatches(
      connection,
      ids.filter((id) => !id.includes(':')),
    )
    cursor = next
  }
  await connection.run(END_UPGRADE, [SCHEMA])
}

async function upgradeBatches(connection: Connection, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const url = await connection.ask((redis) => redis.hget(connection.name('batch', id), 'webhook_url'))
    await connection.run(UPGRADE_BATCH, [id, url === null ? '' : originOf(url)])
  }
}
