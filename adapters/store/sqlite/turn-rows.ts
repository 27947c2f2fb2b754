import type { KeyMode, WaitingBatch, WaitingWorkspace } from '../../../core/policy/index.ts'
import type { Database } from './database.ts'

/** A batch of a workspace, from keys of a mode. */
interface Waiting {
  readonly id: string
  readonly workspace_id: string
  readonly kind: KeyMode
}

/** Puts a batch at the end of those of its workspace, and its workspace, if it had none, at the end of all. */
export function joinQueue(database: Database, { id, workspace_id: workspaceId, kind }: Waiting): void {
  database.run(
    'UPDATE batches SET turn = (SELECT coalesce(max(turn), 0) + 1 FROM batches WHERE kind = ?1 AND turn IS NOT NULL) WHERE id = ?2',
    kind,
    id,
  )
  joinLanes(database, kind, workspaceId)
}

/** Puts a workspace at the end of all, if it does not wait yet. */
function joinLanes(database: Database, kind: KeyMode, workspaceId: string): void {
  database.run(
    `INSERT INTO lanes (kind, workspace_id, turn)
     SELECT ?1, ?2, coalesce(max(turn), 0) + 1 FROM lanes WHERE kind = ?1 ON CONFLICT DO NOTHING`,
    kind,
    workspaceId,
  )
}

/** Puts a workspace at the end of all that wait. */
export function moveLane(database: Database, kind: KeyMode, workspaceId: string): void {
  database.run('DELETE FROM lanes WHERE kind = ? AND workspace_id = ?', kind, workspaceId)
  joinLanes(database, kind, workspaceId)
}

/** Takes a batch out of the queue, and its workspace, if it has no other. */
export function leaveQueue(database: Database, { id, workspace_id: workspaceId, kind }: Waiting): void {
  database.run('UPDATE batches SET turn = NULL WHERE id = ?', id)
  database.run(
    `DELETE FROM lanes WHERE kind = ?1 AND workspace_id = ?2 AND NOT EXISTS (
       SELECT 1 FROM batches WHERE kind = ?1 AND workspace_id = ?2 AND turn IS NOT NULL)`,
    kind,
    workspaceId,
  )
}

/** Whether items of keys of a mode wait. */
export function hasWaiting(database: Database, mode: KeyMode): boolean {
  return database.list('SELECT 1 FROM lanes WHERE kind = ? LIMIT 1', mode).length > 0
}

/**
 * What a run of so many items can reach: it deals to no later workspace, and to no later batch of one. One batch more
 * than it can end shows whether the workspace goes on waiting. Order: turns.
 */
export function listWaiting(database: Database, mode: KeyMode, maxItems: number): readonly WaitingWorkspace[] {
  const sql = 'SELECT workspace_id AS id FROM lanes WHERE kind = ? ORDER BY turn LIMIT ?'
  return database.list<{ id: string }>(sql, mode, maxItems).map(({ id }) => ({
    id,
    batches: database.list<WaitingBatch>(
      `SELECT id, total_count - claimed_count AS itemsLeft FROM batches
       WHERE kind = ? AND workspace_id = ? AND turn IS NOT NULL ORDER BY turn LIMIT ?`,
      mode,
      id,
      maxItems + 1,
    ),
  }))
}
