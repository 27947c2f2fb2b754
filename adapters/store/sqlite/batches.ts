import { printAborted } from '../../../core/contract/index.ts'
import { afterAttempt, dealItems, isEnded, stopBatch, type AttemptOutcome } from '../../../core/policy/index.ts'
import type {
  Batch,
  Batches,
  Claim,
  DeliveryClaim,
  Item,
  ItemResult,
  Lease,
  NewBatch,
  ResultRange,
  Run,
} from '../batches.ts'
import { requireCredits } from '../ledger.ts'
import { findBatchRow, findByIdempotency, insertBatch, toBatch, writeProgress, type BatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import { claimNextItems, claimTick, endLeases, writeResult } from './item-rows.ts'
import type { SqliteLedger } from './ledger.ts'

/** Results in memory at the same time: a batch may have 1,000 of 30 kB each. */
const RESULTS_PER_READ = 50

export class SqliteBatches implements Batches {
  private readonly database: Database
  private readonly ledger: SqliteLedger
  private readonly commits: GroupCommit

  constructor(database: Database, ledger: SqliteLedger, commits: GroupCommit) {
    this.database = database
    this.ledger = ledger
    this.commits = commits
    endLeases(database)
  }

  async create(batch: NewBatch): Promise<{ readonly isNew: boolean; readonly batch: Batch } | 'idempotency_conflict'> {
    return this.database.transaction(() => {
      const known = findByIdempotency(this.database, batch)
      if (known === 'idempotency_conflict') return known
      const row = known ?? insertBatch(this.database, batch)
      return { isNew: known === null, batch: toBatch(row) }
    })
  }

  async find(batchId: string): Promise<Batch | null> {
    const row = findBatchRow(this.database, batchId)
    return row === null ? null : toBatch(row)
  }

  async *results(batchId: string, { offset = 0, limit = Infinity }: ResultRange = {}): AsyncGenerator<string> {
    const row = findBatchRow(this.database, batchId)
    if (row === null) return
    const end = Math.min(row.processed_count, offset + limit)
    for (let from = offset; from < end; from += RESULTS_PER_READ) {
      const results = this.database.list<{ json: string }>(
        'SELECT json FROM results WHERE batch = ? AND sequence >= ? AND sequence < ? ORDER BY sequence',
        row.place,
        from,
        Math.min(end, from + RESULTS_PER_READ),
      )
      for (const { json } of results) yield json
    }
  }

  async stop(batchId: string, nowMs: number): Promise<Batch | null> {
    return this.database.transaction(() => {
      const row = findBatchRow(this.database, batchId)
      if (row === null) return null
      const batch = toBatch(row)
      const stopped = { ...batch, progress: stopBatch(batch.progress, nowMs) }
      if (stopped.progress === batch.progress) return batch
      this.abortItems(row)
      this.database.run('UPDATE batches SET turn = NULL WHERE place = ?', row.place)
      writeProgress(this.database, row, stopped)
      const written = findBatchRow(this.database, batchId)
      return written === null ? null : toBatch(written)
    })
  }

  async listOpen(keyId: string): Promise<string[]> {
    const sql = 'SELECT id FROM batches WHERE completed_at_ms IS NULL AND key_id = ? ORDER BY created_at_ms'
    return this.database.list<{ id: string }>(sql, keyId).map(({ id }) => id)
  }

  async listOverdue(createdBeforeMs: number): Promise<string[]> {
    const sql = 'SELECT id FROM batches WHERE completed_at_ms IS NULL AND created_at_ms < ? ORDER BY created_at_ms'
    return this.database.list<{ id: string }>(sql, createdBeforeMs).map(({ id }) => id)
  }

  async claimRun({ tick, maxItems }: Run, lease: Lease): Promise<Claim[]> {
    return this.database.transaction(() => {
      if (!claimTick(this.database, tick)) return []
      const rows = this.database.list<BatchRow>('SELECT * FROM batches WHERE turn IS NOT NULL ORDER BY turn')
      const waiting = rows.map((row) => ({ id: row.id, itemsLeft: row.total_count - row.claimed_count }))
      const { shares, queue } = dealItems(waiting, maxItems)
      const counts = new Map(shares.map(({ id, count }) => [id, count]))
      const claims = rows.flatMap((row) => {
        const count = counts.get(row.id) ?? 0
        return count === 0 ? [] : claimNextItems(this.database, row, count, lease)
      })
      for (const { id } of shares) this.database.run('UPDATE batches SET turn = NULL WHERE id = ?', id)
      for (const [turn, id] of queue.entries()) {
        this.database.run('UPDATE batches SET turn = ? WHERE id = ?', turn, id)
      }
      return claims
    })
  }

  async reclaim(maxItems: number, { nowMs, leaseMs }: Lease): Promise<Claim[]> {
    return this.database.transaction(() => {
      const late = this.database.list<{ batch: number; place: number; id: string }>(
        `SELECT items.batch, items.place, batches.id FROM items JOIN batches ON batches.place = items.batch
         WHERE until_ms <= ? ORDER BY until_ms LIMIT ?`,
        nowMs,
        maxItems,
      )
      return late.map(({ batch, place, id }) => {
        const sql = 'UPDATE items SET until_ms = ? WHERE batch = ? AND place = ?'
        this.database.run(sql, nowMs + leaseMs, batch, place)
        return { batchId: id, index: place }
      })
    })
  }

  async findItem({ batchId, index }: Claim): Promise<Item | null> {
    const [row] = this.database.list<BatchRow & { readonly input: string }>(
      `SELECT batches.*, input FROM items JOIN batches ON batches.place = items.batch
       WHERE id = ? AND items.place = ?`,
      batchId,
      index,
    )
    if (row === undefined) return null
    const { workspaceId, keyId, kind, endpoint } = toBatch(row)
    return { workspaceId, keyId, kind, endpoint, input: row.input }
  }

  async commit(result: ItemResult, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { reservation, credits } = result
    let usedCredits = 0
    try {
      requireCredits(credits, reservation?.credits ?? 0)
      const outcome = await this.commits.add(() => writeResult(this.database, this.ledger, result, nowMs))
      if (outcome === 'committed') usedCredits = credits
      return outcome
    } finally {
      if (reservation !== null) this.ledger.end(reservation, usedCredits)
    }
  }

  async claimDeliveries(maxDeliveries: number, { nowMs, leaseMs }: Lease): Promise<DeliveryClaim[]> {
    return this.database.transaction(() => {
      const due = this.database.list<BatchRow>(
        `SELECT * FROM batches WHERE delivery_at_ms <= ? AND delivery_until_ms <= ? ORDER BY delivery_at_ms LIMIT ?`,
        nowMs,
        nowMs,
        maxDeliveries,
      )
      return due.map(({ place, id, delivery_attempts }) => {
        this.database.run('UPDATE batches SET delivery_until_ms = ? WHERE place = ?', nowMs + leaseMs, place)
        return { batchId: id, attempt: delivery_attempts + 1 }
      })
    })
  }

  async endAttempt({ batchId, attempt }: DeliveryClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    this.database.transaction(() => {
      const row = findBatchRow(this.database, batchId)
      const delivery = row === null ? null : toBatch(row).delivery
      if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return
      const after = afterAttempt(delivery, outcome, nowMs)
      this.database.run(
        `UPDATE batches SET delivery_status = ?, delivery_attempts = ?, delivery_at_ms = ?, delivery_until_ms = 0,
           delivery_error = ?, delivered_at_ms = ? WHERE id = ?`,
        after.status,
        after.attempts,
        after.nextAtMs,
        after.lastError,
        after.deliveredAtMs,
        batchId,
      )
    })
  }

  async redeliver(batchId: string, nowMs: number): Promise<'due' | 'not_ended' | 'no_webhook'> {
    const row = findBatchRow(this.database, batchId)
    if (row === null || row.webhook_url === null) return 'no_webhook'
    if (!isEnded(row)) return 'not_ended'
    this.database.run(
      `UPDATE batches SET delivery_status = 'pending', delivery_attempts = 0, delivery_at_ms = ?, delivery_until_ms = 0
       WHERE id = ?`,
      nowMs,
      batchId,
    )
    return 'due'
  }

  async forget(times: { readonly endedBeforeMs: number; readonly usedBeforeMs: number }): Promise<number> {
    return this.database.transaction(() => {
      this.database.run('DELETE FROM idempotency WHERE used_at_ms < ?', times.usedBeforeMs)
      const old = this.database.list<{ place: number }>(
        'UPDATE batches SET has_results = 0 WHERE has_results AND completed_at_ms < ? RETURNING place',
        times.endedBeforeMs,
      )
      for (const { place } of old) this.database.run('DELETE FROM results WHERE batch = ?', place)
      return old.length
    })
  }

  /** Writes `batch_aborted` for every item without a result, inside a transaction. */
  private abortItems({ place: batch, processed_count: firstSequence }: BatchRow): void {
    const left = this.database.list<{ place: number; input: string }>(
      'SELECT place, input FROM items WHERE batch = ? ORDER BY place',
      batch,
    )
    for (const [offset, { place, input }] of left.entries()) {
      const sql = 'INSERT INTO results (batch, sequence, item, json) VALUES (?, ?, ?, ?)'
      this.database.run(sql, batch, firstSequence + offset, place, printAborted(place, input))
    }
    this.database.run('DELETE FROM items WHERE batch = ?', batch)
  }
}
