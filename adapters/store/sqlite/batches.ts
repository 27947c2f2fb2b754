import type { AttemptOutcome } from '../../../core/policy/index.ts'
import type { Batches, Claim, DeliveryClaim, ItemResult, Lease, NewBatch, ResultRange, Run } from '../batches.ts'
import { requireCredits } from '../require-credits.ts'
import { createBatch, forget, listOverdue, readResults, stop } from './batch-records.ts'
import { findBatchRow, toBatch } from './batch-rows.ts'
import type { Database } from './database.ts'
import { claimDeliveries, endAttempt, redeliver } from './deliveries.ts'
import type { GroupCommit } from './group-commit.ts'
import { claimRun, endAllLeases, findItem, reclaim, writeResult } from './item-claims.ts'
import type { Ledger } from './ledger.ts'

export class SqliteBatches implements Batches {
  private readonly database: Database
  private readonly ledger: Ledger
  private readonly commits: GroupCommit

  constructor(database: Database, ledger: Ledger, commits: GroupCommit) {
    this.database = database
    this.ledger = ledger
    this.commits = commits
    endAllLeases(database)
  }

  async create(batch: NewBatch) {
    return createBatch(this.database, batch)
  }

  async find(batchId: string) {
    const row = findBatchRow(this.database, batchId)
    return row === null ? null : toBatch(row)
  }

  results(batchId: string, range: ResultRange = {}) {
    return readResults(this.database, batchId, range)
  }

  async stop(batchId: string, nowMs: number) {
    return stop(this.database, batchId, nowMs)
  }

  async listOverdue(createdBeforeMs: number) {
    return listOverdue(this.database, createdBeforeMs)
  }

  async claimRun(run: Run, lease: Lease) {
    return claimRun(this.database, run, lease)
  }

  async reclaim(most: number, lease: Lease) {
    return reclaim(this.database, most, lease)
  }

  async findItem(claim: Claim) {
    return findItem(this.database, claim)
  }

  async commit(result: ItemResult, nowMs: number) {
    const { reservation, credits } = result
    requireCredits(credits, reservation?.credits ?? 0)
    let spent = 0
    try {
      const outcome = await this.commits.add(() => writeResult(this.database, this.ledger, result, nowMs))
      if (outcome === 'committed') spent = credits
      return outcome
    } finally {
      if (reservation !== null) this.ledger.end(reservation, spent)
    }
  }

  async claimDeliveries(most: number, lease: Lease) {
    return claimDeliveries(this.database, most, lease)
  }

  async endAttempt(claim: DeliveryClaim, outcome: AttemptOutcome, nowMs: number) {
    endAttempt(this.database, claim, outcome, nowMs)
  }

  async redeliver(batchId: string, nowMs: number) {
    return redeliver(this.database, batchId, nowMs)
  }

  async forget(times: { readonly endedBeforeMs: number; readonly usedBeforeMs: number }) {
    return forget(this.database, times)
  }
}
