import { StoreError } from '../store-error.ts'
import type { Database, Transaction } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

/** Brings the tables of a database up to date. Of several processes, one does. Rejects: `newer_schema`. */
export async function migrate(database: Database): Promise<void> {
  await database.step('migrations', async (tx) => {
    await tx.exec('CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY)')
    const version = await readVersion(tx)
    if (version > MIGRATIONS.length) {
      throw new StoreError(
        'newer_schema',
        `The store has schema ${version}, and this program knows ${MIGRATIONS.length}: use the newer program.`,
      )
    }
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index < version) continue
      for (const one of migration) await tx.exec(typeof one === 'string' ? one : one[database.dialect])
      await tx.run('INSERT INTO migrations (step) VALUES ($1)', index + 1)
    }
  })
}

async function readVersion(tx: Transaction): Promise<number> {
  const [row] = await tx.list<{ version: number }>('SELECT coalesce(max(step), 0) AS version FROM migrations')
  return row?.version ?? 0
}
