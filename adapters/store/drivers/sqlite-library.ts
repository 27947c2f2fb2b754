import type * as Sqlite from '@photostructure/sqlite'

/** Node's own SQLite where it has all that is used here, from Node 22.16 on; before, a package with the same interface. */
const builtin: Partial<typeof Sqlite> | undefined = process.getBuiltinModule('node:sqlite')
const sqlite = builtin?.backup === undefined ? await import('@photostructure/sqlite') : (builtin as typeof Sqlite)

export const { DatabaseSync } = sqlite
