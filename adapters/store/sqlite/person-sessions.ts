import {
  listLive,
  toLive,
  type Door,
  type LivePersonSession,
  type PersonSession,
  type PersonSessions,
  type SessionTerms,
  type StoredPersonSession,
} from '../person-sessions.ts'
import type { Database } from './database.ts'

interface SessionRow {
  readonly hash: string
  readonly door: Door
  readonly person: string | null
  readonly generation: number
  readonly address: string | null
  readonly started_at_ms: number
  readonly used_at_ms: number
  readonly ends_at_ms: number
}

/** Triggers of the tables `operators` and `members` end the sessions of those whose generation is raised, or who are removed. */
export class SqlitePersonSessions implements PersonSessions {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async open(session: PersonSession, { idleMs, most, mostOfPerson }: SessionTerms, nowMs: number): Promise<void> {
    const { hash, door, person, generation, address, startedAtMs } = session
    this.database.transaction(() => {
      this.removeEnded(nowMs)
      if (person !== null) this.makeRoom('door = ? AND person = ?', [door, person], mostOfPerson)
      this.makeRoom('door = ?', [door], most)
      this.database.run(
        `INSERT INTO person_sessions
           (hash, door, person, generation, address, started_at_ms, used_at_ms, ends_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        hash,
        door,
        person,
        generation,
        address,
        startedAtMs,
        nowMs,
        nowMs + idleMs,
      )
    })
  }

  async find(door: Door, hash: string, nowMs: number): Promise<LivePersonSession | null> {
    const sql = 'SELECT * FROM person_sessions WHERE door = ? AND hash = ?'
    const [row] = this.database.list<SessionRow>(sql, door, hash)
    return row === undefined ? null : toLive(toStored(row), nowMs)
  }

  async use(hash: string, idleMs: number, nowMs: number): Promise<void> {
    const sql = 'UPDATE person_sessions SET used_at_ms = ?, ends_at_ms = ? WHERE hash = ? AND ends_at_ms > ?'
    this.database.write(() => this.database.run(sql, nowMs, nowMs + idleMs, hash, nowMs))
  }

  async close(hash: string): Promise<void> {
    this.database.run('DELETE FROM person_sessions WHERE hash = ?', hash)
  }

  async closeAll(door: Door, person: string | null): Promise<void> {
    this.database.run('DELETE FROM person_sessions WHERE door = ? AND person IS ?', door, person)
  }

  async list(door: Door, nowMs: number): Promise<readonly LivePersonSession[]> {
    const rows = this.database.list<SessionRow>('SELECT * FROM person_sessions WHERE door = ?', door)
    return listLive(rows.map(toStored), nowMs)
  }

  async forget(nowMs: number): Promise<void> {
    this.database.write(() => this.removeEnded(nowMs))
  }

  private removeEnded(nowMs: number): void {
    this.database.run('DELETE FROM person_sessions WHERE ends_at_ms <= ?', nowMs)
  }

  /** Ends sessions, so that with one more there are no more than `most`. */
  private makeRoom(condition: string, values: readonly string[], most: number): void {
    this.database.run(
      `DELETE FROM person_sessions WHERE hash IN (
         SELECT hash FROM person_sessions WHERE ${condition} ORDER BY ends_at_ms DESC, hash DESC LIMIT -1 OFFSET ?)`,
      ...values,
      most - 1,
    )
  }
}

function toStored(row: SessionRow): StoredPersonSession {
  return {
    hash: row.hash,
    door: row.door,
    person: row.person,
    generation: row.generation,
    address: row.address,
    startedAtMs: row.started_at_ms,
    usedAtMs: row.used_at_ms,
    endsAtMs: row.ends_at_ms,
  }
}
