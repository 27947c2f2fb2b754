import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../adapters/store/sqlite/open-sqlite-store.ts'
import { readDatabase } from '../releases/recorded.ts'
import { upgradeContract } from './upgrade-contract.ts'

upgradeContract('sqlite', async (release, epochMs) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-upgrade-'))
  writeFileSync(join(directory, 'shelfmark.sqlite'), readDatabase(release))
  return {
    open: () => openSqliteStore({ directory, epochMs }),
    remove: async () => rmSync(directory, { recursive: true }),
  }
})
