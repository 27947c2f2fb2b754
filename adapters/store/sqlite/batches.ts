import { setImmediate as nextTurn } from 'node:timers/promises'
import { printAborted } from '../../../core/contract/index.ts'
import {
  stopBatch,
  toDeliveryAttempt,
  type AttemptOutcome,
  type DeliveryAttempt,
  type DeliverySlots,
  type KeyMode,
} from '../../../core/policy/index.ts'
import type {
  Batch,
  Batches,
  BatchOwner,
  BatchPage,
  Claim,
  ClaimedItem,
  ClaimedRun,
  CreatedBatch,
  DeliveryClaim,
  Item,
  ItemCommit,
  Lease,
  NewBatch,
  Redelivery,
  ResultRange,
  Retention,
  Run,
} from '../batches.ts'
import type { StoredSecret } from '../stored-secrets.ts'
import { listStoredSecrets, replaceStoredSecret } from './stored-secrets.ts'
import { requireCredits } from '../ledger.ts'
import { packResult } from '../packed-result.ts'
import { listAttempts, rememberAttempt } from './attempt-rows.ts'
import {
  addStored,
  exceedsPending,
  findBatchRow,
  findByIdempotency,
  insertBatch,
  toBatch,
  writeProgress,
  type BatchRow,
} from './batch-rows.ts'
import type { Database } from './database.ts'
import { claimDueWebhooks, redeliverBatch, renewAttempt, writeAttempt } from './delivery-rows.ts'
import { forgetStep } from './forget-batches.ts'
import { UnsyncedError, type GroupCommit } from './group-commit.ts'
import { endLeases, reclaimItems, writeDeaths, writeResult } from './item-rows.ts'
import type { SqliteLedger } from './ledger.ts'
import { insertResult, readResults } from './result-rows.ts'
import { claimDueRun, findLastRun } from './run-rows.ts'
import { leaveQueue } from './turn-rows.ts'
import type { SqliteWorkspaces } from './workspaces.ts'

export class SqliteBatches implements Batches {
  private readonly database: Database
  private readonly workspaces: SqliteWorkspaces
  private readonly ledger: SqliteLedger
  private readonly commits: GroupCommit

  constructor(database: Database, workspaces: SqliteWorkspaces, ledger: SqliteLedger, commits: GroupCommit) {
    this.database = database
    this.workspaces = workspaces
    this.ledger = ledger
    this.commits = commits
    endLeases(database)
  }

  async create(batch: NewBatch): Promise<CreatedBatch | 'idempotency_conflict' | 'pending_items_exceeded'> {
    this.workspaces.require(batch.workspaceId)
    const created = this.database.write(() => this.insert(batch))
    try {
      await this.database.sync()
    } catch (error) {
      // The caller does not learn of the batch: nothing of it is to be charged.
      if (typeof created !== 'string' && created.isNew) await this.stop(created.batch.id, created.batch.createdAtMs)
      throw error
    }
    return created
  }

  /** Writes a batch, inside a transaction, unless it exists. */
  private insert(batch: NewBatch): CreatedBatch | 'idempotency_conflict' | 'pending_items_exceeded' {
    const known = findByIdempotency(this.database, batch)
    if (known === 'idempotency_conflict') return known
    if (known === null && exceedsPending(this.database, batch)) return 'pending_items_exceeded'
    const row = known ?? insertBatch(this.database, batch)
    return { isNew: known === null, batch: toBatch(row) }
  }

  async find(batchId: string): Promise<Batch | null> {
    const row = findBatchRow(this.database, batchId)
    return row === null ? null : toBatch(row)
  }

  async list(
    { workspaceId, mode }: BatchOwner,
    { after, limit, createdFromMs = 0, createdBeforeMs = Number.MAX_SAFE_INTEGER, reference }: BatchPage,
  ): Promise<readonly Batch[] | 'unknown_batch'> {
    const last = after === null ? null : findBatchRow(this.database, after)
    const isOwn = last?.workspace_id === workspaceId && last.kind === mode
    if (after !== null && !isOwn) return 'unknown_batch'
    const ofReference = 'AND place IN (SELECT batch FROM batch_references WHERE reference = ?)'
    const rows = this.database.list<BatchRow>(
      `SELECT * FROM batches WHERE workspace_id = ? AND kind = ? AND watch_id IS NULL AND created_at_ms >= ? AND created_at_ms < ?
         AND (created_at_ms, place) < (?, ?) ${reference === undefined ? '' : ofReference}
         ORDER BY created_at_ms DESC, place DESC LIMIT ?`,
      workspaceId,
      mode,
      createdFromMs,
      createdBeforeMs,
      last?.created_at_ms ?? Number.MAX_SAFE_INTEGER,
      last?.place ?? Number.MAX_SAFE_INTEGER,
      ...(reference === undefined ? [] : [reference]),
      limit,
    )
    return rows.map(toBatch)
  }

  async *results(batchId: string, { offset = 0, limit = Infinity }: ResultRange = {}): AsyncGenerator<string> {
    const row = findBatchRow(this.database, batchId)
    if (row === null) return
    yield* readResults(this.database, row.place, offset, Math.min(row.processed_count, offset + limit))
  }

  async stop(batchId: string, nowMs: number): Promise<Batch | null> {
    return this.database.transaction(() => {
      const row = findBatchRow(this.database, batchId)
      if (row === null) return null
      const batch = toBatch(row)
      const stopped = { ...batch, progress: stopBatch(batch.progress, nowMs) }
      if (stopped.progress === batch.progress) return batch
      this.abortItems(row)
      leaveQueue(this.database, row)
      writeProgress(this.database, row, stopped)
      const written = findBatchRow(this.database, batchId)
      return written === null ? null : toBatch(written)
    })
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.database, 'batches')
  }

  async replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    await this.commits.add(() => replaceStoredSecret(this.database, 'batches', stored, sealedSecret))
  }

  async listOpen(keyId: string): Promise<string[]> {
    const sql = 'SELECT id FROM batches WHERE completed_at_ms IS NULL AND key_id = ? ORDER BY created_at_ms'
    return this.database.list<{ id: string }>(sql, keyId).map(({ id }) => id)
  }

  async listOverdue(ageMs: number, nowMs: number): Promise<string[]> {
    const sql = 'SELECT id FROM batches WHERE completed_at_ms IS NULL AND created_at_ms < ? ORDER BY created_at_ms'
    return this.database.list<{ id: string }>(sql, nowMs - ageMs).map(({ id }) => id)
  }

  async claimRun(run: Run, lease: Lease): Promise<ClaimedRun> {
    return this.database.commit(() => claimDueRun(this.database, run, lease))
  }

  async runAgeMs(mode: KeyMode, nowMs: number): Promise<number | null> {
    const last = findLastRun(this.database, mode)
    return last === null ? null : nowMs - last.atMs
  }

  async reclaim(mode: KeyMode, maxItems: number, lease: Lease): Promise<readonly ClaimedItem[]> {
    return this.database.commit(() => [...reclaimItems(this.database, mode, maxItems, lease)])
  }

  async findItem({ batchId, index }: Claim): Promise<Item | null> {
    const [row] = this.database.list<BatchRow & { readonly input: string; readonly deaths: number }>(
      `SELECT batches.*, input, deaths FROM items JOIN batches ON batches.place = items.batch
       WHERE id = ? AND items.place = ?`,
      batchId,
      index,
    )
    if (row === undefined) return null
    const { workspaceId, keyId, mode, endpoint, watchId } = toBatch(row)
    return { workspaceId, keyId, mode, endpoint, watchId, input: row.input, deaths: row.deaths }
  }

  async setDeaths(claim: Claim, deaths: number): Promise<void> {
    await this.commits.add(() => writeDeaths(this.database, claim, deaths))
  }

  async commit(result: ItemCommit, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { reservation, credits } = result
    let usedCredits = 0
    try {
      requireCredits(credits, reservation?.credits ?? 0)
      const packed = await packResult(result.json)
      const outcome = await this.commits.add(() => writeResult(this.database, this.ledger, result, packed, nowMs))
      if (outcome === 'committed') usedCredits = credits
      return outcome
    } catch (error) {
      if (error instanceof UnsyncedError && error.outcome === 'committed') usedCredits = credits
      throw error
    } finally {
      if (reservation !== null) this.ledger.end(reservation, usedCredits)
    }
  }

  async claimDeliveries(slots: DeliverySlots, lease: Lease): Promise<DeliveryClaim[]> {
    return this.database.commit(() => [...claimDueWebhooks(this.database, slots, lease)])
  }

  async renewDelivery(claim: DeliveryClaim, lease: Lease): Promise<void> {
    await this.commits.add(() => renewAttempt(this.database, claim, lease))
  }

  async endAttempt(claim: DeliveryClaim, outcome: AttemptOutcome, nowMs: number, durationMs = 0): Promise<void> {
    await this.database.commit(() => {
      const row = writeAttempt(this.database, claim, outcome, nowMs)
      const attempt = toDeliveryAttempt(claim.attempt, outcome, nowMs, durationMs)
      if (row !== null) rememberAttempt(this.database, row.place, attempt)
    })
  }

  async listAttempts(batchId: string): Promise<readonly DeliveryAttempt[]> {
    return listAttempts(this.database, batchId)
  }

  async redeliver(batchId: string, nowMs: number): Promise<Redelivery> {
    return this.database.transaction(() => redeliverBatch(this.database, batchId, nowMs))
  }

  async forget(kept: Retention, nowMs: number): Promise<number> {
    for (let forgotten = 0; ;) {
      const { batches, isLast } = this.database.transaction(() => forgetStep(this.database, kept, nowMs))
      forgotten += batches
      if (isLast) return forgotten
      await nextTurn()
    }
  }

  /** Writes `batch_aborted` for every item without a result, inside a transaction. */
  private abortItems({ place: batch, processed_count: firstSequence }: BatchRow): void {
    const left = this.database.list<{ place: number; input: string }>(
      'SELECT place, input FROM items WHERE batch = ? ORDER BY place',
      batch,
    )
    let bytes = 0
    for (const [offset, { place, input }] of left.entries()) {
      const result = Buffer.from(printAborted(place, input))
      insertResult(this.database, { batch, sequence: firstSequence + offset, item: place }, result)
      bytes += result.length - Buffer.byteLength(input)
    }
    addStored(this.database, batch, bytes)
    this.database.run('DELETE FROM items WHERE batch = ?', batch)
  }
}
