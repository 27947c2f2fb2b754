import type { BatchOwner, Claim, ItemCommit, Lease } from '../batches.ts'
import { unpackResult } from '../packed-result.ts'
import type { OwnedPage } from '../owned.ts'
import type {
  CreatedWatch,
  LookCommit,
  LookFacts,
  NewWatch,
  RunLook,
  Span,
  StoredLook,
  StoredPoint,
  UnseenLooks,
  Watch,
  WatchedState,
  Watches,
  WatchEvent,
  WatchItem,
  WatchItemState,
  WatchStep,
} from '../watches.ts'
import { insertBatch } from './batch-rows.ts'
import { commitItem, findOwner } from './commit-item.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { forgetWatches } from './forget-watches.ts'
import type { Owed } from './owed.ts'
import { listOwned, updateRow } from './owned-rows.ts'
import { SqlSecretOwners } from './stored-secrets.ts'
import {
  addWatchEvent,
  findWatchEvent,
  listLastWatchEvents,
  listWatchEvents,
  redeliverEvents,
  stopEvents,
} from './watch-events.ts'
import { beginLook, writeLook } from './watch-looks.ts'
import {
  addItems,
  countItems,
  findWatchRow,
  firstDueOf,
  insertWatch,
  listItems,
  NEVER_MS,
  removeItems,
  toWatch,
  type WatchRow,
} from './watch-rows.ts'
import { findLook, listLastLooks, listLooks, listPoints, listStates, listUnseen, ROW_ID } from './watch-series.ts'
import { requireWorkspace } from './workspaces.ts'

/** Subject of the steps that claim watches. */
const CLAIMS = 'watch claims'

export class SqlWatches extends SqlSecretOwners implements Watches {
  private readonly owed: Owed

  constructor(database: Database, owed: Owed) {
    super(database, 'watches')
    this.owed = owed
  }

  create(watch: NewWatch): Promise<CreatedWatch | 'idempotency_conflict' | 'too_many_items'> {
    return this.database.step(watch.workspaceId, async (tx) => {
      await requireWorkspace(tx, watch.workspaceId)
      return insertWatch(tx, watch)
    })
  }

  async find(watchId: string): Promise<Watch | null> {
    const row = await findWatchRow(this.database, watchId)
    return row === null ? null : toWatch(row)
  }

  async list(owner: BatchOwner, page: OwnedPage): Promise<readonly Watch[] | 'unknown_watch'> {
    const listed = { table: 'watches', condition: 'is_removed = 0', find: findWatchRow } as const
    return (await listOwned(this.database, owner, page, listed))?.map(toWatch) ?? 'unknown_watch'
  }

  countItems({ workspaceId, mode }: BatchOwner): Promise<number> {
    return countItems(this.database, workspaceId, mode)
  }

  listItems(watchId: string, from: number, limit: number): Promise<readonly WatchItem[]> {
    return listItems(this.database, watchId, 'item >= $2', from, limit)
  }

  listStates(watchId: string, from: number, limit: number): Promise<readonly WatchItemState[]> {
    return listStates(this.database, watchId, from, limit)
  }

  listDue(watchId: string, nowMs: number): Promise<readonly WatchItem[]> {
    return listItems(this.database, watchId, 'due_ms <= $2', nowMs)
  }

  async firstDueMs(watchId: string): Promise<number | null> {
    const row = await findWatchRow(this.database, watchId)
    return row === null ? null : firstDueOf(this.database, row.row_id)
  }

  claimDue(most: number, { nowMs, leaseMs }: Lease): Promise<readonly Watch[]> {
    return this.database.step(CLAIMS, async (tx) => {
      const rows = await tx.list<WatchRow>(
        `SELECT * FROM watches WHERE next_run_ms <= $1 ORDER BY next_run_ms LIMIT $2 FOR UPDATE SKIP LOCKED`,
        nowMs,
        most,
      )
      await Promise.all(
        rows.map(({ row_id: rowId }) => updateRow(tx, 'watches', rowId, { next_run_ms: nowMs + leaseMs })),
      )
      return rows.map((row) => toWatch({ ...row, next_run_ms: nowMs + leaseMs }))
    })
  }

  async step(watchId: string, revision: number, step: WatchStep, nowMs: number): Promise<boolean> {
    const known = await findWatchRow(this.database, watchId)
    if (known === null) return false
    return this.database.step(known.workspace_id, (tx) => writeStep(tx, watchId, revision, step, nowMs))
  }

  async beginLook(
    claim: Claim,
    look: RunLook,
    mayBegin: (facts: LookFacts) => boolean,
    nowMs: number,
  ): Promise<boolean> {
    const workspaceId = await findOwner(this.database, claim.batchId)
    return (
      workspaceId !== null && this.database.step(workspaceId, (tx) => beginLook(tx, claim, look, { mayBegin, nowMs }))
    )
  }

  async findItem(watchId: string, item: number): Promise<WatchedState | null> {
    const sql = `SELECT input, state FROM watch_items WHERE watch = ${ROW_ID} AND item = $2`
    const [row] = await this.database.list<WatchedState>(sql, watchId, item)
    return row === undefined ? null : { input: row.input, state: row.state }
  }

  commitLook(result: ItemCommit, look: LookCommit, nowMs: number): Promise<'committed' | 'already_committed'> {
    return commitItem(this.database, this.owed, result, (tx) => writeLook(tx, result, look, nowMs))
  }

  listPoints(watchId: string, item: number, field: string, span: Span, most?: number): Promise<readonly StoredPoint[]> {
    return listPoints(this.database, { watchId, item }, field, span, most)
  }

  async listFields(watchId: string, item: number): Promise<readonly string[]> {
    const sql = `SELECT DISTINCT field FROM watch_points WHERE watch = ${ROW_ID} AND item = $2 ORDER BY field`
    return (await this.database.list<{ field: string }>(sql, watchId, item)).map(({ field }) => field)
  }

  listLooks(watchId: string, item: number, span: Span): Promise<readonly StoredLook[]> {
    return listLooks(this.database, { watchId, item }, span)
  }

  listLastLooks(watchId: string, item: number, limit: number): Promise<readonly StoredLook[]> {
    return listLastLooks(this.database, { watchId, item }, limit)
  }

  findLook(watchId: string, item: number, span: Span, which: 'first' | 'last'): Promise<StoredLook | null> {
    return findLook(this.database, { watchId, item }, span, which)
  }

  listUnseen(watchId: string, item: number, path: string, span: Span, most: number): Promise<UnseenLooks> {
    return listUnseen(this.database, { watchId, item }, path, span, most)
  }

  async readRecord(watchId: string, item: number, atMs: number | null): Promise<string | null> {
    const [row] = await this.database.list<{ record: Uint8Array }>(
      `SELECT record FROM watch_records WHERE watch = ${ROW_ID} AND item = $2
         AND at_ms = coalesce(CAST($3 AS BIGINT), at_ms) ORDER BY at_ms DESC LIMIT 1`,
      watchId,
      item,
      atMs,
    )
    return row === undefined ? null : unpackResult(row.record)
  }

  listEvents(watchId: string, after: number, limit: number): Promise<readonly WatchEvent[]> {
    return listWatchEvents(this.database, watchId, after, limit)
  }

  listLastEvents(watchId: string, before: number | null, limit: number): Promise<readonly WatchEvent[]> {
    return listLastWatchEvents(this.database, watchId, before, limit)
  }

  findEvent(eventId: string): Promise<WatchEvent | null> {
    return findWatchEvent(this.database, eventId)
  }

  async redeliver({ id, workspaceId, webhookUrl }: Watch, eventId: string | null, nowMs: number): Promise<number> {
    if (webhookUrl === null) return 0
    return this.database.step(workspaceId, async (tx) => {
      const row = await findWatchRow(tx, id)
      return row === null ? 0 : redeliverEvents(tx, row.row_id, { eventId, webhookUrl, nowMs })
    })
  }

  findDrift(name: string): Promise<string | null> {
    return findDrift(this.database, name)
  }

  /** A step of its own: looks of all workspaces change the same few rows. In the steps of two looks, they would wait for each other. */
  changeDrift(name: string, change: (json: string | null) => string): Promise<void> {
    const work = async (tx: Transaction): Promise<void> => {
      await tx.run(
        `INSERT INTO watch_drift (name, tallies) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET tallies = excluded.tallies`,
        name,
        change(await findDrift(tx, name)),
      )
    }
    return this.database.step(`drift ${name}`, work, 'lossy')
  }

  async readDrift(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.list<{ name: string; tallies: string }>('SELECT name, tallies FROM watch_drift')
    return new Map(rows.map(({ name, tallies }) => [name, tallies]))
  }

  async remove(watchId: string): Promise<boolean> {
    const known = await findWatchRow(this.database, watchId)
    if (known === null) return false
    let isRemoved = false
    await this.database.step(known.workspace_id, async (tx) => {
      const row = await findWatchRow(tx, watchId)
      // An attempt whose answer got lost has removed it.
      if (row === null) return
      isRemoved = true
      await updateRow(tx, 'watches', row.row_id, { is_removed: 1, next_run_ms: null, batch_id: null })
      await stopEvents(tx, row.row_id)
    })
    return isRemoved
  }

  forget(nowMs: number): Promise<number> {
    return forgetWatches(this.database, nowMs)
  }
}

async function findDrift(reader: Reader, name: string): Promise<string | null> {
  const sql = 'SELECT tallies FROM watch_drift WHERE name = $1'
  const [row] = await reader.list<{ tallies: string }>(sql, name)
  return row?.tallies ?? null
}

/** Writes a step of a watch. False: it has another revision, or is gone. */
async function writeStep(
  tx: Transaction,
  watchId: string,
  revision: number,
  step: WatchStep,
  nowMs: number,
): Promise<boolean> {
  const row = await findWatchRow(tx, watchId)
  if (row === null || row.revision !== revision) return false
  const { terms, control, keyId, sealedSecret, webhookUrl, nextRunMs, batch, redeliveredAtMs } = step
  await updateRow(tx, 'watches', row.row_id, {
    revision: revision + 1,
    terms: terms === undefined ? undefined : JSON.stringify(terms),
    control: control === undefined ? undefined : JSON.stringify(control),
    key_id: keyId,
    sealed_secret: sealedSecret,
    webhook_url: webhookUrl,
    next_run_ms: nextRunMs,
    redelivered_at_ms: redeliveredAtMs,
    batch_id: batch === undefined ? undefined : (batch?.id ?? null),
  })
  if (step.inputs !== undefined) await addItems(tx, row, step.inputs, nowMs)
  if (step.removed !== undefined) await removeItems(tx, row, step.removed)
  if (batch !== undefined && batch !== null) await insertBatch(tx, batch)
  const due = 'UPDATE watch_items SET due_ms = $3 WHERE watch = $1 AND item = $2 AND due_ms < $4'
  await Promise.all((step.due ?? []).map(([item, dueMs]) => tx.run(due, row.row_id, item, dueMs, NEVER_MS)))
  for (const event of step.events ?? []) await addWatchEvent(tx, row, event, nowMs)
  return true
}
