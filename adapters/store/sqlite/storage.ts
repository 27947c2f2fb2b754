import { statfs } from 'node:fs/promises'
import { maxStoredBytes, type KeyMode, type StorageUsage } from '../../../core/policy/index.ts'
import { rememberRoom, type Storage } from '../storage.ts'
import type { Database } from './database.ts'
import type { SqliteWorkspaces } from './workspaces.ts'

/** `directory`: of the file. `floorBytes`: free bytes of its disk below which there is no room. */
export class SqliteStorage implements Storage {
  readonly hasRoom: Storage['hasRoom']
  private readonly database: Database
  private readonly workspaces: SqliteWorkspaces

  constructor(database: Database, workspaces: SqliteWorkspaces, directory: string, floorBytes: number) {
    this.database = database
    this.workspaces = workspaces
    this.hasRoom = rememberRoom(async () => {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize >= floorBytes
    })
  }

  async usage(workspaceId: string, mode: KeyMode): Promise<StorageUsage> {
    const workspace = this.workspaces.require(workspaceId)
    const sql = 'SELECT bytes FROM storage WHERE workspace_id = ? AND kind = ?'
    const [row] = this.database.list<{ bytes: number }>(sql, workspaceId, mode)
    return { bytes: row?.bytes ?? 0, maxBytes: maxStoredBytes(workspace, mode) }
  }
}
