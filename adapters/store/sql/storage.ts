import { maxStoredBytes, type KeyMode, type StorageUsage } from '../../../core/policy/index.ts'
import { rememberRoom, type Storage } from '../storage.ts'
import type { Database, Transaction } from './database.ts'
import type { SqlWorkspaces } from './workspaces.ts'

/** Counts bytes that a step stores. Negative: that it removes. Every step that changes what counts calls it. */
export async function addStored(tx: Transaction, workspaceId: string, mode: KeyMode, bytes: number): Promise<void> {
  if (bytes === 0) return
  await tx.run(
    `INSERT INTO storage (workspace_id, mode, bytes) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id, mode) DO UPDATE SET bytes = storage.bytes + excluded.bytes`,
    workspaceId,
    mode,
    bytes,
  )
}

export class SqlStorage implements Storage {
  readonly hasRoom: Storage['hasRoom']
  private readonly database: Database
  private readonly workspaces: SqlWorkspaces

  constructor(database: Database, workspaces: SqlWorkspaces, hasRoom: Storage['hasRoom']) {
    this.database = database
    this.workspaces = workspaces
    this.hasRoom = rememberRoom(hasRoom)
  }

  async usage(workspaceId: string, mode: KeyMode): Promise<StorageUsage> {
    const workspace = await this.workspaces.require(workspaceId)
    const sql = 'SELECT bytes FROM storage WHERE workspace_id = $1 AND mode = $2'
    const [row] = await this.database.list<{ bytes: number }>(sql, workspaceId, mode)
    return { bytes: row?.bytes ?? 0, maxBytes: maxStoredBytes(workspace, mode) }
  }
}
