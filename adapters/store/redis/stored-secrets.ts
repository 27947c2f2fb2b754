import type { StoredSecret } from '../stored-secrets.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

type Owner = 'batch' | 'watch'

const REPLACE_SECRET = loadScript('replace-secret')

/** Owners that one step looks at. */
const OWNERS_PER_STEP = 500

/** The sets that have all owners. A batch moves from one to the next, so that none is missed in this order. */
const SETS: Readonly<Record<Owner, readonly string[]>> = {
  batch: ['open', 'ended', 'records'],
  watch: ['watches-kept'],
}

/** The secrets of all owners of a kind. One that moves on meanwhile may be given twice. */
export async function* listStoredSecrets(connection: Connection, owner: Owner): AsyncGenerator<StoredSecret> {
  for (const set of SETS[owner]) {
    let cursor = '0'
    do {
      const [next, members] = await connection.ask((redis) =>
        redis.zscan(connection.name(set), cursor, 'COUNT', OWNERS_PER_STEP),
      )
      const ids = members.filter((_, index) => index % 2 === 0)
      const secrets = await connection.ask((redis) =>
        Promise.all(ids.map((id) => redis.hget(connection.name(owner, id), 'sealed_secret'))),
      )
      for (const [index, ownerId] of ids.entries()) {
        const sealedSecret = secrets[index] ?? null
        // A run of a watch has none.
        if (sealedSecret) yield { ownerId, sealedSecret }
      }
      cursor = next
    } while (cursor !== '0')
  }
}

/** Replaces the secret of an owner, if it is still the given one. */
export async function replaceStoredSecret(
  connection: Connection,
  owner: Owner,
  { ownerId, sealedSecret: known }: StoredSecret,
  sealedSecret: string,
): Promise<void> {
  await connection.run(REPLACE_SECRET, [owner, ownerId, known, sealedSecret])
}
