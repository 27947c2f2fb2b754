import type { Notes } from '../notes.ts'
import type { Database } from './database.ts'
import { requireWorkspace } from './workspaces.ts'

export class SqlNotes implements Notes {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async write(workspaceId: string, text: string): Promise<void> {
    await this.database.step(workspaceId, async (tx) => {
      await requireWorkspace(tx, workspaceId)
      const sql = `INSERT INTO notes (workspace_id, text) VALUES ($1, $2)
        ON CONFLICT (workspace_id) DO UPDATE SET text = excluded.text`
      await tx.run(sql, workspaceId, text)
    })
  }

  async read(workspaceId: string): Promise<string | null> {
    const sql = 'SELECT text FROM notes WHERE workspace_id = $1'
    const [row] = await this.database.list<{ text: string }>(sql, workspaceId)
    return row?.text ?? null
  }
}
