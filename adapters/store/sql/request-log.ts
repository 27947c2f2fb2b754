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
import type { Database, Transaction } from './database.ts'
import { isErased } from './workspaces.ts'

/** Requests that one step adds or removes. Others wait until the step ends. */
const WRITTEN_PER_STEP = 200
/** Requests that one read counts. Between reads, others are answered. */
const COUNTED_AT_ONCE = 2000
/** Subject of steps that change the log. An erasure removes the requests of its workspace in such a step. */
export const REQUEST_LOG_SUBJECT = 'request_log'

/** Requests of a workspace: those from before a time, and the others. */
interface Counts {
  old: number
  young: number
}

interface Place {
  readonly workspace_id: string
  readonly at_ms: number
  readonly id: string
}

export class SqlRequestLog implements RequestLog {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async add(requests: readonly LoggedRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += WRITTEN_PER_STEP) {
      const part = requests.slice(from, from + WRITTEN_PER_STEP)
      await this.database.step(REQUEST_LOG_SUBJECT, (tx) => addRequests(tx, part), 'lossy')
    }
  }

  list(query: RequestQuery): Promise<RequestPage> {
    const { workspaceId, fromMs, toMs } = query
    const read = async (after: Position | null): Promise<LoggedRequest[]> => {
      const { atMs, id } = after ?? { atMs: toMs, id: '' }
      const rows = await this.database.list<{ entry: string }>(
        `SELECT entry FROM request_log
         WHERE workspace_id = $1 AND (at_ms, id) < ($2, $3) AND at_ms < $4 AND at_ms >= $5
         ORDER BY at_ms DESC, id DESC LIMIT $6`,
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
    const owners = await this.count(beforeMs)
    const share = shareOf(
      [...owners.values()].map(({ young }) => young),
      most,
    )
    for (const [id, { old, young }] of owners) {
      await this.remove(id, beforeMs, old)
      await this.remove(id, Number.MAX_SAFE_INTEGER, young - share)
    }
  }

  /** Requests by workspace. */
  private async count(beforeMs: number): Promise<ReadonlyMap<string, Counts>> {
    const owners = new Map<string, Counts>()
    for (let last: Place = { workspace_id: '', at_ms: 0, id: '' }; ;) {
      const rows = await this.database.list<Place>(
        `SELECT workspace_id, at_ms, id FROM request_log WHERE (workspace_id, at_ms, id) > ($1, $2, $3)
         ORDER BY workspace_id, at_ms, id LIMIT $4`,
        last.workspace_id,
        last.at_ms,
        last.id,
        COUNTED_AT_ONCE,
      )
      for (const { workspace_id: id, at_ms: atMs } of rows) {
        const counts = owners.get(id) ?? { old: 0, young: 0 }
        owners.set(id, counts)
        counts[atMs < beforeMs ? 'old' : 'young']++
      }
      last = rows.at(-1) ?? last
      if (rows.length < COUNTED_AT_ONCE) return owners
    }
  }

  /** Removes the oldest requests of a workspace from before a time, up to a limit. */
  private async remove(workspaceId: string, beforeMs: number, most: number): Promise<void> {
    for (let left = most; left > 0; left -= WRITTEN_PER_STEP) {
      const limit = Math.min(left, WRITTEN_PER_STEP)
      const removed = await this.database.step(
        REQUEST_LOG_SUBJECT,
        (tx) =>
          tx.run(
            `DELETE FROM request_log WHERE workspace_id = $1 AND (at_ms, id) IN (
               SELECT at_ms, id FROM request_log WHERE workspace_id = $1 AND at_ms < $2 ORDER BY at_ms, id LIMIT $3)`,
            workspaceId,
            beforeMs,
            limit,
          ),
        'lossy',
      )
      if (removed < limit) return
    }
  }
}

async function addRequests(tx: Transaction, requests: readonly LoggedRequest[]): Promise<void> {
  const erased = new Set<string>()
  for (const id of new Set(requests.map(({ workspaceId }) => workspaceId))) if (await isErased(tx, id)) erased.add(id)
  await Promise.all(
    requests
      .filter(({ workspaceId }) => !erased.has(workspaceId))
      .map((request) =>
        tx.run(
          `INSERT INTO request_log (workspace_id, at_ms, id, entry) VALUES ($1, $2, $3, $4)
           ON CONFLICT (workspace_id, at_ms, id) DO NOTHING`,
          request.workspaceId,
          request.atMs,
          request.id,
          JSON.stringify(request),
        ),
      ),
  )
}
