import { AUDIT_GUARDS, AUDIT_TABLES } from './tables/audit.ts'
import { BATCH_TABLES } from './tables/batches.ts'
import { LEDGER_GUARDS, LEDGER_TABLES } from './tables/ledger.ts'
import { OPERATIONS_TABLES } from './tables/operations.ts'
import { PEOPLE_TABLES } from './tables/people.ts'
import { OUTBOX_TABLES } from './tables/outbox.ts'
import { SCHEDULE_TABLES } from './tables/schedules.ts'
import { STORAGE_TABLES } from './tables/storage.ts'
import { WATCH_TABLES } from './tables/watches.ts'
import { WORKSPACE_TABLES } from './tables/workspaces.ts'

/** Statements in SQLite's spelling, or one for each, where they have no common subset. */
export type Statements = string | { readonly sqlite: string; readonly postgres: string }

/** Steps that bring the tables of a database up to date. A released step is never changed. */
export const MIGRATIONS: readonly (readonly Statements[])[] = [
  [
    WORKSPACE_TABLES,
    STORAGE_TABLES,
    LEDGER_TABLES,
    LEDGER_GUARDS,
    AUDIT_TABLES,
    AUDIT_GUARDS,
    OPERATIONS_TABLES,
    PEOPLE_TABLES,
    WATCH_TABLES,
    OUTBOX_TABLES,
    BATCH_TABLES,
    SCHEDULE_TABLES,
  ],
]
