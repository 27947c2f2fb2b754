import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  readPage,
  READ_PER_STEP,
  shareOf,
  type LoggedRequest,
  type Position,
  type RequestLog,
  type RequestPage,
  type RequestQuery,
} from '../request-log.ts'
import type { Database } from './database.ts'
import { isErased } from './erase-workspace.ts'

/** Requests that one step adds or removes. Requests of callers wait until the step ends. */
const WRITTEN_PER_STEP = 200

/** A workspace, and how many requests of it are kept. */
interface Owner {
  readonly id: string
  readonly count: number
}

export class SqliteRequestLog implements RequestLog {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async add(requests: readonly LoggedRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += WRITTEN_PER_STEP) {
      const step = requests.slice(from, from + WRITTEN_PER_STEP)
      // Not in the group of charges: what fails here must not undo them.
      this.database.write(() => this.addStep(step))
      await nextTurn()
    }
  }

  list(query: RequestQuery): Promise<RequestPage> {
    const { workspaceId, fromMs, toMs } = query
    const read = async (after: Position | null): Promise<LoggedRequest[]> => {
      if (after !== null) await nextTurn()
      const { atMs, id } = after ?? { atMs: toMs, id: '' }
      const rows = this.database.list<{ entry: string }>(
        `SELECT entry FROM request_log
         WHERE workspace_id = ? AND (at_ms, id) < (?, ?) AND at_ms < ? AND at_ms >= ?
         ORDER BY at_ms DESC, id DESC LIMIT ?`,
        workspaceId,
        atMs,
        id,
        toMs,
        fromMs,
        READ_PER_STEP,
      )
      return rows.map(({ entry }) => JSON.parse(entry) as LoggedRequest)
    }
    return readPage(read, query)
  }

  async forget({ beforeMs, most }: { readonly beforeMs: number; readonly most: number }): Promise<void> {
    const count = 'SELECT workspace_id AS id, count(*) AS count FROM request_log GROUP BY workspace_id'
    for (const { id } of this.database.list<Owner>(count)) await this.remove(id, beforeMs, Infinity)
    const owners = this.database.list<Owner>(count)
    const share = shareOf(
      owners.map((owner) => owner.count),
      most,
    )
    for (const owner of owners) await this.remove(owner.id, Number.MAX_SAFE_INTEGER, owner.count - share)
  }

  private addStep(requests: readonly LoggedRequest[]): void {
    const erased = new Map<string, boolean>()
    for (const request of requests) {
      const { workspaceId, atMs, id } = request
      if (!erased.has(workspaceId)) erased.set(workspaceId, isErased(this.database, workspaceId))
      if (erased.get(workspaceId) === true) continue
      this.database.run(
        'INSERT INTO request_log (workspace_id, at_ms, id, entry) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        workspaceId,
        atMs,
        id,
        JSON.stringify(request),
      )
    }
  }

  /** Removes the oldest requests of a workspace, at most so many, from before a time. */
  private async remove(workspaceId: string, beforeMs: number, most: number): Promise<void> {
    for (let left = most; left > 0; left -= WRITTEN_PER_STEP) {
      const step = Math.min(left, WRITTEN_PER_STEP)
      if (this.removeStep(workspaceId, beforeMs, step) < step) return
      await nextTurn()
    }
  }

  private removeStep(workspaceId: string, beforeMs: number, most: number): number {
    return this.database.write(() =>
      this.database.run(
        `DELETE FROM request_log WHERE workspace_id = ?1 AND (at_ms, id) IN (
           SELECT at_ms, id FROM request_log WHERE workspace_id = ?1 AND at_ms < ?2 ORDER BY at_ms, id LIMIT ?3)`,
        workspaceId,
        beforeMs,
        most,
      ),
    )
  }
}
