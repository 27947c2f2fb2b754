import type { StoredSecret } from '../batches.ts'
import type { Connection } from './connection.ts'

/** Batches that one step looks at. */
const BATCHES_PER_STEP = 500

/** The sets that have all batches. A batch moves from one to the next, so that none is missed in this order. */
const SETS = ['open', 'ended', 'records']

/** The secrets of all batches. One that moves on meanwhile may be given twice. */
export async function* listSecrets(connection: Connection): AsyncGenerator<StoredSecret> {
  for (const set of SETS) {
    let cursor = '0'
    do {
      const [next, members] = await connection.ask((redis) =>
        redis.zscan(connection.name(set), cursor, 'COUNT', BATCHES_PER_STEP),
      )
      const ids = members.filter((_, index) => index % 2 === 0)
      const secrets = await connection.ask((redis) =>
        Promise.all(ids.map((id) => redis.hget(connection.name('batch', id), 'sealed_secret'))),
      )
      for (const [index, batchId] of ids.entries()) {
        const sealedSecret = secrets[index] ?? null
        // A run of a watch has none.
        if (sealedSecret) yield { batchId, sealedSecret }
      }
      cursor = next
    } while (cursor !== '0')
  }
}
