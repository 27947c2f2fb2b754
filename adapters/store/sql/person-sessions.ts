import type { Door } from '../people.ts'
import {
  listLive,
  toLive,
  type LivePersonSession,
  type PersonSession,
  type PersonSessions,
  type SessionTerms,
  type StoredPersonSession,
} from '../person-sessions.ts'
import type { Database, Transaction } from './database.ts'
import { PEOPLE_SUBJECT } from './people.ts'

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

/** Changes of people end their sessions: see `changePerson`. */
export class SqlPersonSessions implements PersonSessions {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async open(session: PersonSession, { idleMs, most, mostOfPerson }: SessionTerms, nowMs: number): Promise<void> {
    const { hash, door, person, generation, address, startedAtMs } = session
    await this.database.step(PEOPLE_SUBJECT, async (tx) => {
      await removeEnded(tx, nowMs)
      if (person !== null) await makeRoom(tx, mostOfPerson, 'door = $2 AND person = $3', door, person)
      await makeRoom(tx, most, 'door = $2', door)
      await tx.run(
        `INSERT INTO person_sessions (hash, door, person, generation, address, started_at_ms, used_at_ms, ends_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (hash) DO NOTHING`,
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
    const sql = 'SELECT * FROM person_sessions WHERE door = $1 AND hash = $2'
    const [row] = await this.database.list<SessionRow>(sql, door, hash)
    return row === undefined ? null : toLive(toStored(row), nowMs)
  }

  async use(hash: string, idleMs: number, nowMs: number): Promise<void> {
    const sql = 'UPDATE person_sessions SET used_at_ms = $2, ends_at_ms = $3 WHERE hash = $1 AND ends_at_ms > $2'
    await this.database.step(PEOPLE_SUBJECT, (tx) => tx.run(sql, hash, nowMs, nowMs + idleMs), 'lossy')
  }

  close(hash: string): Promise<void> {
    return this.remove('hash = $1', hash)
  }

  closeAll(door: Door, person: string | null): Promise<void> {
    return this.remove('door = $1 AND person IS NOT DISTINCT FROM $2', door, person)
  }

  async list(door: Door, nowMs: number): Promise<readonly LivePersonSession[]> {
    const rows = await this.database.list<SessionRow>('SELECT * FROM person_sessions WHERE door = $1', door)
    return listLive(rows.map(toStored), nowMs)
  }

  async forget(nowMs: number): Promise<void> {
    await this.database.step(PEOPLE_SUBJECT, (tx) => removeEnded(tx, nowMs), 'lossy')
  }

  private async remove(condition: string, ...values: (string | null)[]): Promise<void> {
    await this.database.step(PEOPLE_SUBJECT, (tx) =>
      tx.run(`DELETE FROM person_sessions WHERE ${condition}`, ...values),
    )
  }
}

async function removeEnded(tx: Transaction, nowMs: number): Promise<void> {
  await tx.run('DELETE FROM person_sessions WHERE ends_at_ms <= $1', nowMs)
}

/** Ends sessions, so that with one more there are no more than `most`. */
async function makeRoom(tx: Transaction, most: number, condition: string, ...values: readonly string[]): Promise<void> {
  await tx.run(
    `DELETE FROM person_sessions WHERE hash IN (
       SELECT hash FROM person_sessions WHERE ${condition} ORDER BY ends_at_ms DESC, hash DESC
       LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET $1)`,
    most - 1,
    ...values,
  )
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
