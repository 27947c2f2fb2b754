import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BatchOwner, ItemCommit, Lease } from '../batches.ts'
import type { StoredSecret } from '../stored-secrets.ts'
import { listStoredSecrets, replaceStoredSecret } from './stored-secrets.ts'
import { requireCredits } from '../ledger.ts'
import { unpackResult } from '../packed-result.ts'
import type {
  CreatedWatch,
  LookCommit,
  NewWatch,
  Span,
  StoredLook,
  StoredPoint,
  Watch,
  WatchedState,
  Watches,
  WatchEvent,
  WatchItem,
  WatchStep,
} from '../watches.ts'
import type { Database } from './database.ts'
import { forgetWatchStep } from './forget-watches.ts'
import { UnsyncedError, type GroupCommit } from './group-commit.ts'
import type { SqliteLedger } from './ledger.ts'
import { findWatchEvent, listLastWatchEvents, listWatchEvents, redeliverEvents } from './watch-event-rows.ts'
import { writeLook } from './watch-look-rows.ts'
import {
  findWatchRow,
  firstDueOf,
  insertWatch,
  listDueItems,
  listItemsFrom,
  toWatch,
  type WatchRow,
} from './watch-rows.ts'
import { writeStep } from './watch-step.ts'
import type { SqliteWorkspaces } from './workspaces.ts'

export class SqliteWatches implements Watches {
  private readonly database: Database
  private readonly workspaces: SqliteWorkspaces
  private readonly ledger: SqliteLedger
  private readonly commits: GroupCommit

  constructor(database: Database, workspaces: SqliteWorkspaces, ledger: SqliteLedger, commits: GroupCommit) {
    this.database = database
    this.workspaces = workspaces
    this.ledger = ledger
    this.commits = commits
  }

  async create(watch: NewWatch): Promise<CreatedWatch | 'idempotency_conflict' | 'too_many_items'> {
    this.workspaces.require(watch.workspaceId)
    return this.database.commit(() => insertWatch(this.database, watch))
  }

  async find(watchId: string): Promise<Watch | null> {
    const row = findWatchRow(this.database, watchId)
    return row === null ? null : toWatch(row)
  }

  async list(
    { workspaceId, mode }: BatchOwner,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly Watch[] | 'unknown_watch'> {
    const last = after === null ? null : findWatchRow(this.database, after)
    if (after !== null && (last?.workspace_id !== workspaceId || last.kind !== mode)) return 'unknown_watch'
    const rows = this.database.list<WatchRow>(
      `SELECT * FROM watches WHERE workspace_id = ? AND kind = ? AND NOT is_removed AND (created_at_ms, place) < (?, ?)
         ORDER BY created_at_ms DESC, place DESC LIMIT ?`,
      workspaceId,
      mode,
      last?.created_at_ms ?? Number.MAX_SAFE_INTEGER,
      last?.place ?? Number.MAX_SAFE_INTEGER,
      limit,
    )
    return rows.map(toWatch)
  }

  async listItems(watchId: string, from: number, limit: number): Promise<readonly WatchItem[]> {
    return listItemsFrom(this.database, watchId, from, limit)
  }

  async listDue(watchId: string, nowMs: number): Promise<readonly WatchItem[]> {
    return listDueItems(this.database, watchId, nowMs)
  }

  async firstDueMs(watchId: string): Promise<number | null> {
    const row = findWatchRow(this.database, watchId)
    return row === null ? null : firstDueOf(this.database, row.place)
  }

  async claimDue(most: number, { nowMs, leaseMs }: Lease): Promise<readonly Watch[]> {
    return this.database.commit(() => {
      const sql = 'SELECT * FROM watches WHERE next_run_ms <= ? ORDER BY next_run_ms LIMIT ?'
      const rows = this.database.list<WatchRow>(sql, nowMs, most)
      for (const { place } of rows) {
        this.database.run('UPDATE watches SET next_run_ms = ? WHERE place = ?', nowMs + leaseMs, place)
      }
      return rows.map((row) => toWatch({ ...row, next_run_ms: nowMs + leaseMs }))
    })
  }

  async step(watchId: string, revision: number, step: WatchStep, nowMs: number): Promise<boolean> {
    return this.database.commit(() => writeStep(this.database, watchId, revision, step, nowMs))
  }

  async findItem(watchId: string, item: number): Promise<WatchedState | null> {
    const [row] = this.database.list<WatchedState>(
      `SELECT input, state FROM watch_items
       WHERE watch = (SELECT place FROM watches WHERE id = ? AND NOT is_removed) AND item = ?`,
      watchId,
      item,
    )
    return row === undefined ? null : { input: row.input, state: row.state }
  }

  async commitLook(result: ItemCommit, look: LookCommit, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { reservation, credits } = result
    let usedCredits = 0
    try {
      requireCredits(credits, reservation?.credits ?? 0)
      const outcome = await this.commits.add(() => writeLook(this.database, this.ledger, result, look, nowMs))
      if (outcome === 'committed') usedCredits = credits
      return outcome
    } catch (error) {
      if (error instanceof UnsyncedError && error.outcome === 'committed') usedCredits = credits
      throw error
    } finally {
      if (reservation !== null) this.ledger.end(reservation, usedCredits)
    }
  }

  async listPoints(
    watchId: string,
    item: number,
    field: string,
    { fromMs, toMs }: Span,
  ): Promise<readonly StoredPoint[]> {
    const place = findWatchRow(this.database, watchId)?.place ?? null
    const of = 'watch = ?1 AND item = ?2 AND field = ?3'
    const points = this.database.list<StoredPoint>(
      `SELECT at_ms AS atMs, point AS text FROM watch_points WHERE ${of} AND at_ms <= ?5 AND at_ms >= coalesce(
         (SELECT max(at_ms) FROM watch_points WHERE ${of} AND at_ms <= ?4), ?4) ORDER BY at_ms`,
      place,
      item,
      field,
      fromMs,
      toMs,
    )
    return points.map(({ atMs, text }) => ({ atMs, text }))
  }

  async listFields(watchId: string, item: number): Promise<readonly string[]> {
    const place = findWatchRow(this.database, watchId)?.place ?? null
    const sql = 'SELECT DISTINCT field FROM watch_points WHERE watch = ? AND item = ? ORDER BY field'
    return this.database.list<{ field: string }>(sql, place, item).map(({ field }) => field)
  }

  async listLooks(watchId: string, item: number, { fromMs, toMs }: Span): Promise<readonly StoredLook[]> {
    const place = findWatchRow(this.database, watchId)?.place ?? null
    const looks = this.database.list<StoredLook>(
      'SELECT at_ms AS atMs, look AS text FROM watch_looks WHERE watch = ? AND item = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms',
      place,
      item,
      fromMs,
      toMs,
    )
    return looks.map(({ atMs, text }) => ({ atMs, text }))
  }

  async readRecord(watchId: string, item: number, atMs: number | null): Promise<string | null> {
    const place = findWatchRow(this.database, watchId)?.place ?? null
    const [row] = this.database.list<{ record: Uint8Array }>(
      `SELECT record FROM watch_records WHERE watch = ?1 AND item = ?2 AND at_ms = coalesce(?3, at_ms)
       ORDER BY at_ms DESC LIMIT 1`,
      place,
      item,
      atMs,
    )
    return row === undefined ? null : unpackResult(row.record)
  }

  async listEvents(watchId: string, after: number, limit: number): Promise<readonly WatchEvent[]> {
    return listWatchEvents(this.database, watchId, after, limit)
  }

  async listLastEvents(watchId: string, before: number | null, limit: number): Promise<readonly WatchEvent[]> {
    return listLastWatchEvents(this.database, watchId, before, limit)
  }

  async findEvent(eventId: string): Promise<WatchEvent | null> {
    return findWatchEvent(this.database, eventId)
  }

  async redeliver({ id, webhookUrl }: Watch, eventId: string | null, nowMs: number): Promise<number> {
    const row = findWatchRow(this.database, id)
    if (row === null || webhookUrl === null) return 0
    return this.database.commit(() => redeliverEvents(this.database, row.place, { eventId, webhookUrl, nowMs }))
  }

  async findDrift(name: string): Promise<string | null> {
    const sql = 'SELECT tallies FROM watch_drift WHERE name = ?'
    const [row] = this.database.list<{ tallies: string }>(sql, name)
    return row?.tallies ?? null
  }

  async readDrift(): Promise<ReadonlyMap<string, string>> {
    const rows = this.database.list<{ name: string; tallies: string }>('SELECT name, tallies FROM watch_drift')
    return new Map(rows.map(({ name, tallies }) => [name, tallies]))
  }

  async remove(watchId: string): Promise<boolean> {
    return this.database.commit(() => {
      const sql = `UPDATE watches SET is_removed = 1, next_run_ms = NULL, batch_id = NULL WHERE id = ? AND NOT is_removed`
      if (this.database.run(sql, watchId) === 0) return false
      this.database.run(
        `UPDATE watch_events SET delivery_at_ms = NULL WHERE watch = (SELECT place FROM watches WHERE id = ?)`,
        watchId,
      )
      return true
    })
  }

  async forget(nowMs: number): Promise<number> {
    for (let total = 0; ;) {
      const { removed, isLast } = this.database.transaction(() => forgetWatchStep(this.database, nowMs))
      total += removed
      if (isLast) return total
      await nextTurn()
    }
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.database, 'watches')
  }

  async replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    await this.commits.add(() => replaceStoredSecret(this.database, 'watches', stored, sealedSecret))
  }
}
