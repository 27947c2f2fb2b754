import type { DeliveryAttempt, KeyMode } from '../../../core/policy/index.ts'
import type {
  Batch,
  Batches,
  BatchOwner,
  BatchPage,
  Claim,
  ClaimedItem,
  ClaimedRun,
  CreatedBatch,
  Item,
  ItemCommit,
  Lease,
  NewBatch,
  Redelivery,
  ResultRange,
  Retention,
  RunLimits,
} from '../batches.ts'
import { packResult } from '../packed-result.ts'
import { StoreError } from '../store-error.ts'
import { listAttempts } from './attempts.ts'
import {
  BATCHES,
  exceedsPending,
  findBatchRow,
  insertBatch,
  redeliverBatch,
  toBatch,
  type BatchRow,
} from './batch-rows.ts'
import { commitItem, findOwner } from './commit-item.ts'
import type { Database, Transaction } from './database.ts'
import { forgetBatches } from './forget-batches.ts'
import { readResults, reclaimItems, stopItems, writeDeaths, writeResult } from './items.ts'
import { OUTBOX } from './outbox.ts'
import type { Owed } from './owed.ts'
import { findEarlier, listOwned } from './owned-rows.ts'
import { claimDueRun, findLastRun, subjectOfRuns } from './runs.ts'
import { SqlSecretOwners } from './stored-secrets.ts'
import { requireWorkspace } from './workspaces.ts'

export class SqlBatches extends SqlSecretOwners implements Batches {
  private readonly owed: Owed

  constructor(database: Database, owed: Owed) {
    super(database, 'batches')
    this.owed = owed
  }

  async create(batch: NewBatch): Promise<CreatedBatch | 'idempotency_conflict' | 'pending_items_exceeded'> {
    try {
      return await this.database.step(batch.workspaceId, (tx) => createBatch(tx, batch))
    } catch (error) {
      // The caller does not learn of a batch that may be written: nothing of it is to be charged.
      const isUnknown = error instanceof StoreError && error.code === 'unavailable'
      if (isUnknown) await this.abandon(batch)
      throw error
    }
  }

  async find(batchId: string): Promise<Batch | null> {
    const row = await findBatchRow(this.database, batchId)
    return row === null ? null : toBatch(row)
  }

  async list(
    owner: BatchOwner,
    { createdFromMs = 0, createdBeforeMs = Number.MAX_SAFE_INTEGER, reference, ...page }: BatchPage,
  ): Promise<readonly Batch[] | 'unknown_batch'> {
    const isWanted = 'watch_id IS NULL AND created_at_ms >= $6 AND created_at_ms < $7'
    const ofReference = 'AND row_id IN (SELECT batch FROM batch_references WHERE reference = $8)'
    const rows = await listOwned(this.database, owner, page, {
      table: 'batches',
      select: BATCHES,
      condition: reference === undefined ? isWanted : `${isWanted} ${ofReference}`,
      values: [createdFromMs, createdBeforeMs, ...(reference === undefined ? [] : [reference])],
      find: findBatchRow,
    })
    return rows?.map(toBatch) ?? 'unknown_batch'
  }

  async *results(batchId: string, { offset = 0, limit = Infinity }: ResultRange = {}): AsyncGenerator<string> {
    const row = await findBatchRow(this.database, batchId)
    if (row !== null) yield* readResults(this.database, row, offset, Math.min(row.processed_count, offset + limit))
  }

  async stop(batchId: string, nowMs: number): Promise<Batch | null> {
    const workspaceId = await findOwner(this.database, batchId)
    if (workspaceId === null) return null
    return this.database.step(workspaceId, (tx) => stopItems(tx, batchId, nowMs))
  }

  async listOpen(keyId: string): Promise<string[]> {
    const sql = 'SELECT id FROM batches WHERE completed_at_ms IS NULL AND key_id = $1 ORDER BY created_at_ms'
    return (await this.database.list<{ id: string }>(sql, keyId)).map(({ id }) => id)
  }

  async listOverdue(ageMs: number, nowMs: number): Promise<string[]> {
    const sql = 'SELECT id FROM batches WHERE completed_at_ms IS NULL AND created_at_ms < $1 ORDER BY created_at_ms'
    return (await this.database.list<{ id: string }>(sql, nowMs - ageMs)).map(({ id }) => id)
  }

  claimRun(run: RunLimits, lease: Lease): Promise<ClaimedRun> {
    return this.database.step(subjectOfRuns(run.mode), (tx) => claimDueRun(tx, run, lease))
  }

  async runAgeMs(mode: KeyMode, nowMs: number): Promise<number | null> {
    const last = await findLastRun(this.database, mode)
    // Another process may have read the clock a moment later.
    return last === null ? null : Math.max(0, nowMs - last.atMs)
  }

  reclaim(mode: KeyMode, maxItems: number, lease: Lease): Promise<readonly ClaimedItem[]> {
    return this.database.step(subjectOfRuns(mode), (tx) => reclaimItems(tx, mode, maxItems, lease))
  }

  async findItem({ batchId, index }: Claim): Promise<Item | null> {
    const [row] = await this.database.list<BatchRow & { readonly input: string; readonly deaths: number }>(
      `SELECT batches.*, input, deaths FROM items JOIN batches ON batches.row_id = items.batch
       WHERE id = $1 AND items.position = $2`,
      batchId,
      index,
    )
    if (row === undefined) return null
    const { workspace_id: workspaceId, key_id: keyId, mode, endpoint, watch_id: watchId } = row
    return { workspaceId, keyId, mode, endpoint, watchId, input: row.input, deaths: row.deaths }
  }

  async setDeaths(claim: Claim, deaths: number): Promise<boolean> {
    const workspaceId = await findOwner(this.database, claim.batchId)
    return workspaceId !== null && this.database.step(workspaceId, (tx) => writeDeaths(tx, claim, deaths))
  }

  async commit(result: ItemCommit, nowMs: number): Promise<'committed' | 'already_committed'> {
    const packed = await packResult(result.json)
    return commitItem(this.database, this.owed, result, (tx) => writeResult(tx, result, packed, nowMs))
  }

  listAttempts(batchId: string): Promise<readonly DeliveryAttempt[]> {
    return listAttempts(this.database, batchId)
  }

  redeliver(batchId: string, nowMs: number): Promise<Redelivery> {
    return this.database.step(OUTBOX, (tx) => redeliverBatch(tx, batchId, nowMs))
  }

  forget(kept: Retention, nowMs: number): Promise<number> {
    return forgetBatches(this.database, kept, nowMs)
  }

  /** Stops a batch, now or when the store works again. */
  private async abandon({ id, workspaceId, createdAtMs }: NewBatch): Promise<void> {
    const stop = (): Promise<unknown> => this.database.step(workspaceId, (tx) => stopItems(tx, id, createdAtMs))
    await stop().catch(() => this.owed.add(stop))
  }
}

/** Writes a batch, unless it exists, in a step on its workspace. */
async function createBatch(
  tx: Transaction,
  batch: NewBatch,
): Promise<CreatedBatch | 'idempotency_conflict' | 'pending_items_exceeded'> {
  await requireWorkspace(tx, batch.workspaceId)
  const earlier = await findEarlier(tx, batch, findBatchRow)
  if (typeof earlier === 'string') return earlier
  if (earlier !== null) return { isNew: earlier.isNew, batch: toBatch(earlier.row) }
  if (await exceedsPending(tx, batch)) return 'pending_items_exceeded'
  await insertBatch(tx, batch)
  const row = await findBatchRow(tx, batch.id)
  if (row === null) throw new Error(`The batch ${batch.id} was written, but can't be read.`)
  return { isNew: true, batch: toBatch(row) }
}
