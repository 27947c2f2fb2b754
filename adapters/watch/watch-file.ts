import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import {
  NEW_WATCH_STATE,
  type LookOutcome,
  type LookResult,
  type Point,
  type WatchEvent,
  type WatchState,
} from '../../core/index.ts'
import { openSqliteFile, type SqliteFile } from '../store/drivers/sqlite-file.ts'
import { WATCH_MARK, WATCH_TABLES } from './schema.ts'

/** When an item is looked at next. */
export interface DueItem {
  readonly id: number
  readonly key: string
  /** Unit: ms since 1970. */
  readonly dueMs: number
}

/** What a look at an item gave, to be kept. */
export interface KeptLook {
  readonly atMs: number
  /** `seen`, or the code of an error. */
  readonly outcome: string
  readonly result: LookResult
  /** The record as JSON. Absent: null, nothing was seen. */
  readonly recordJson: string | null
  readonly event: WatchEvent | null
  readonly nextMs: number
}

/** An event that was not delivered yet. */
export interface OpenEvent {
  readonly place: number
  /** With its id, as JSON. */
  readonly json: string
  readonly isPrinted: boolean
  readonly tries: number
}

/** A point of a series as it is printed. */
export interface SeriesPoint extends Point {
  /** Item that the point is of. */
  readonly item: number
}

/** The id of an event: two that say the same have the same, so that a receiver can drop a repeat. */
function eventId(event: WatchEvent): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 32)
}

/**
 * Looks and points of watched items, in one SQLite file that only this process has open. A look is written in one
 * transaction with its points, the state of the rules and its event: a process that is killed has done it or not.
 */
export class WatchFile {
  private readonly database: SqliteFile

  /** Throws: a `StoreError`. */
  constructor(file: string) {
    this.database = openSqliteFile(file, WATCH_MARK)
    const found = this.database.list('SELECT 1 FROM sqlite_schema WHERE name = ?', WATCH_MARK)
    if (found.length === 0) this.database.transaction(() => this.database.exec(WATCH_TABLES))
  }

  close(): void {
    this.database.close()
  }

  /** Adds items, those that the file does not have. They are due at once. */
  addItems(items: readonly { readonly key: string; readonly name: string }[], nowMs: number): void {
    const sql = `INSERT INTO watched_items (key, name, state, next_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`
    this.database.transaction(() => {
      for (const { key, name } of items) this.database.run(sql, key, name, JSON.stringify(NEW_WATCH_STATE), nowMs)
    })
  }

  /** All items of the file. Order: first due first. */
  listItems(): readonly DueItem[] {
    const sql = `SELECT id, key, min(next_ms, ifnull(again_ms, next_ms)) AS due FROM watched_items ORDER BY due, id`
    const rows = this.database.list<{ id: number; key: string; due: number }>(sql)
    return rows.map(({ id, key, due }) => ({ id, key, dueMs: due }))
  }

  stateOf(id: number): WatchState {
    const [row] = this.database.list<{ state: string }>(`SELECT state FROM watched_items WHERE id = ?`, id)
    return row === undefined ? NEW_WATCH_STATE : (JSON.parse(row.state) as WatchState)
  }

  /** Keeps a look: it survives the end of the process, and a power cut after `sync`. `values`: what else changes with it, by name. */
  keepLook(id: number, look: KeptLook, values: ReadonlyMap<string, unknown>): void {
    this.database.transaction(() => {
      this.addLook(id, look)
      this.addRecord(id, look)
      const { result, event, nextMs } = look
      const sql = `UPDATE watched_items SET state = ?, next_ms = ?, again_ms = ? WHERE id = ?`
      this.database.run(sql, JSON.stringify(result.state), nextMs, result.againMs, id)
      if (event !== null) {
        const own = eventId(event)
        const json = JSON.stringify({ id: own, ...event })
        this.database.run(`INSERT INTO events (id, event) VALUES (?, ?) ON CONFLICT DO NOTHING`, own, json)
      }
      for (const [name, value] of values) this.setValue(name, value)
    })
  }

  /** Resolves when all looks so far are on disk. Rejects: with a `StoreError`. */
  async sync(): Promise<void> {
    await this.database.sync()
  }

  private addLook(id: number, { atMs, outcome, result, recordJson }: KeptLook): void {
    const hash = recordJson === null ? null : createHash('sha256').update(recordJson).digest().subarray(0, 16)
    const place = result.series === null ? null : (result.state.series[0]?.context.place ?? null)
    const unseen = JSON.stringify(result.unseen)
    const sql = `INSERT INTO looks (item, at_ms, outcome, series, place, unseen, hash) VALUES (?, ?, ?, ?, ?, ?, ?)`
    this.database.run(sql, id, atMs, outcome, result.series, place, unseen, hash)
    const add = `INSERT INTO points (item, field, at_ms, series, value, winner) VALUES (?, ?, ?, ?, ?, ?)`
    for (const { field, series, value, winner } of result.points) {
      this.database.run(add, id, field, atMs, series, JSON.stringify(value), winner)
    }
  }

  /** Keeps a record, and of those before the ones at a change. */
  private addRecord(id: number, { atMs, recordJson, result }: KeptLook): void {
    if (recordJson === null) return
    this.database.run(`DELETE FROM watched_records WHERE item = ? AND NOT is_change`, id)
    const sql = `INSERT INTO watched_records (item, at_ms, is_change, record) VALUES (?, ?, ?, ?)`
    this.database.run(sql, id, atMs, result.changes.length > 0 ? 1 : 0, deflateRawSync(recordJson))
  }

  /** Events that were not delivered. Order: as they happened. */
  openEvents(): readonly OpenEvent[] {
    const sql = `SELECT place, event, is_printed, tries FROM events WHERE NOT is_done ORDER BY place LIMIT 1000`
    const rows = this.database.list<{ place: number; event: string; is_printed: number; tries: number }>(sql)
    return rows.map(({ place, event, is_printed, tries }) => ({
      place,
      json: event,
      isPrinted: is_printed === 1,
      tries,
    }))
  }

  /** Notes how far the delivery of an event is. */
  noteDelivery(place: number, { tries, isDone }: { readonly tries: number; readonly isDone: boolean }): void {
    const sql = `UPDATE events SET is_printed = 1, tries = ?, is_done = ? WHERE place = ?`
    this.database.transaction(() => this.database.run(sql, tries, isDone ? 1 : 0, place))
  }

  /** A value that `keepLook` has set. Absent: undefined. */
  valueOf(name: string): unknown {
    const [row] = this.database.list<{ value: string }>(`SELECT value FROM watch_state WHERE name = ?`, name)
    return row === undefined ? undefined : JSON.parse(row.value)
  }

  private setValue(name: string, value: unknown): void {
    const sql = `INSERT INTO watch_state (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`
    this.database.run(sql, name, JSON.stringify(value))
  }

  /** Ids of the items that a person calls so. */
  findItems(name: string): readonly number[] {
    const sql = `SELECT id FROM watched_items WHERE name = ? ORDER BY id`
    return this.database.list<{ id: number }>(sql, name).map(({ id }) => id)
  }

  /** What the items are called. Order: as they were added. */
  listNames(): readonly string[] {
    return this.database
      .list<{ name: string }>(`SELECT DISTINCT name FROM watched_items ORDER BY id`)
      .map(({ name }) => name)
  }

  /** Points of a field of an item. Order: by time. */
  listPoints(item: number, field: string): readonly SeriesPoint[] {
    const sql = `SELECT at_ms, series, value, winner FROM points WHERE item = ? AND field = ? ORDER BY at_ms`
    const rows = this.database.list<{ at_ms: number; series: number; value: string; winner: string | null }>(
      sql,
      item,
      field,
    )
    return rows.map(({ at_ms, series, value, winner }) => ({
      item,
      field,
      atMs: at_ms,
      series,
      value: JSON.parse(value) as Point['value'],
      winner,
    }))
  }

  /** Fields of an item that have points. Order: by name. */
  listFields(item: number): readonly string[] {
    const sql = `SELECT DISTINCT field FROM points WHERE item = ? ORDER BY field`
    return this.database.list<{ field: string }>(sql, item).map(({ field }) => field)
  }

  /** Looks at an item, as far as they concern a field. Order: by time. */
  listLooks(item: number, field: string): readonly (LookOutcome & { readonly outcome: string })[] {
    const sql = `SELECT at_ms, outcome, unseen FROM looks WHERE item = ? ORDER BY at_ms`
    const rows = this.database.list<{ at_ms: number; outcome: string; unseen: string }>(sql, item)
    return rows.map(({ at_ms, outcome, unseen }) => ({
      atMs: at_ms,
      outcome,
      isSeen: outcome === SEEN && !(JSON.parse(unseen) as string[]).includes(field),
    }))
  }
}

/** Outcome of a look that saw a record. */
export const SEEN = 'seen'
