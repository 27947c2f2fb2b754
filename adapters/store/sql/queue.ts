import type { KeyMode, WaitingBatch, WaitingWorkspace } from '../../../core/policy/index.ts'
import type { Reader, Transaction } from './database.ts'

/** A batch of a workspace, from keys of a mode. */
interface Waiting {
  readonly id: string
  readonly workspaceId: string
  readonly mode: KeyMode
}

/** Puts a batch at the end of those of its workspace, and its workspace, if it had none, at the end of all. */
export async function joinQueue(tx: Transaction, { id, workspaceId, mode }: Waiting): Promise<void> {
  await tx.run(
    `UPDATE batches SET turn =
       (SELECT coalesce(max(turn), 0) + 1 FROM batches WHERE mode = $1 AND workspace_id = $2 AND turn IS NOT NULL)
     WHERE id = $3`,
    mode,
    workspaceId,
    id,
  )
  await joinLanes(tx, mode, workspaceId)
}

/** Puts a workspace at the end of all, if it does not wait yet. */
async function joinLanes(tx: Transaction, mode: KeyMode, workspaceId: string): Promise<void> {
  await tx.run(
    `INSERT INTO lanes (mode, workspace_id, turn)
     SELECT $1, $2, coalesce(max(turn), 0) + 1 FROM lanes WHERE mode = $1 ON CONFLICT (mode, workspace_id) DO NOTHING`,
    mode,
    workspaceId,
  )
}

/** Puts a workspace at the end of all that wait. */
export async function moveLane(tx: Transaction, mode: KeyMode, workspaceId: string): Promise<void> {
  await tx.run('DELETE FROM lanes WHERE mode = $1 AND workspace_id = $2', mode, workspaceId)
  await joinLanes(tx, mode, workspaceId)
}

/** Takes a batch out of the queue, and its workspace, if it has no other. */
export async function leaveQueue(tx: Transaction, { id, workspaceId, mode }: Waiting): Promise<void> {
  await tx.run('UPDATE batches SET turn = NULL WHERE id = $1', id)
  await tx.run(
    `DELETE FROM lanes WHERE mode = $1 AND workspace_id = $2 AND NOT EXISTS (
       SELECT 1 FROM batches WHERE mode = $1 AND workspace_id = $2 AND turn IS NOT NULL)`,
    mode,
    workspaceId,
  )
}

/** Workspaces with unclaimed items, up to a limit. Order: turns. */
export async function listLanes(reader: Reader, mode: KeyMode, most: number): Promise<readonly string[]> {
  const sql = 'SELECT workspace_id FROM lanes WHERE mode = $1 ORDER BY turn, workspace_id LIMIT $2'
  return (await reader.list<{ workspace_id: string }>(sql, mode, most)).map(({ workspace_id }) => workspace_id)
}

/**
 * What a run of that number of items can reach: it deals to no later workspace, and to no later batch of one. One batch more
 * than it can end shows whether the workspace goes on waiting. Order: turns.
 */
export async function listWaiting(
  reader: Reader,
  mode: KeyMode,
  maxItems: number,
): Promise<readonly WaitingWorkspace[]> {
  const lanes = await listLanes(reader, mode, maxItems)
  return Promise.all(
    lanes.map(async (id) => ({
      id,
      batches: await reader.list<WaitingBatch>(
        `SELECT id, total_count - claimed_count AS "itemsLeft" FROM batches
         WHERE mode = $1 AND workspace_id = $2 AND turn IS NOT NULL ORDER BY turn LIMIT $3`,
        mode,
        id,
        maxItems + 1,
      ),
    })),
  )
}

/** Batches of a workspace with items that were claimed and have no result yet. */
export async function listUnfinished(
  reader: Reader,
  mode: KeyMode,
  workspaceId: string,
): Promise<readonly { readonly id: string; readonly unfinished: number }[]> {
  const sql = `SELECT id, claimed_count - processed_count AS unfinished FROM batches
    WHERE workspace_id = $1 AND mode = $2 AND completed_at_ms IS NULL AND claimed_count > processed_count`
  return reader.list(sql, workspaceId, mode)
}
