import { STORAGE_TABLES } from './tables/storage.ts'
import { WORKSPACE_TABLES } from './tables/workspaces.ts'

/** Steps that bring the tables of a database up to date, in SQLite's spelling. A released step is never changed. */
export const MIGRATIONS: readonly string[] = [[WORKSPACE_TABLES, STORAGE_TABLES].join('')]
