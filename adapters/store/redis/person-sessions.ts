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
import type { Connection, ScriptClock } from './connection.ts'
import type { Fields } from './fields.ts'
import { loadScript } from './script.ts'

const OPEN_PERSON_SESSION = loadScript('open-person-session')
const USE_PERSON_SESSION = loadScript('use-person-session')
const END_PERSON_SESSION = loadScript('end-person-session')
const END_PERSON_SESSIONS = loadScript('end-person-sessions')
const FORGET_PERSON_SESSIONS = loadScript('forget-person-sessions')

const DOORS: readonly Door[] = ['dashboard', 'account']

/** Sessions expire in Redis. The scripts that change operators and members end theirs. */
export class RedisPersonSessions implements PersonSessions {
  private readonly connection: Connection
  private readonly clock: ScriptClock

  constructor(connection: Connection, clock: ScriptClock) {
    this.connection = connection
    this.clock = clock
  }

  async open(session: PersonSession, { idleMs, most, mostOfPerson }: SessionTerms, nowMs: number): Promise<void> {
    const { hash, door, person, generation, address, startedAtMs } = session
    const owner = [hash, door, person ?? '', generation, address ?? '', startedAtMs]
    const limits = [idleMs, most, person === null ? '' : mostOfPerson]
    await this.connection.run(OPEN_PERSON_SESSION, [...owner, ...limits, this.toScriptMs(nowMs)])
  }

  async find(door: Door, hash: string, nowMs: number): Promise<LivePersonSession | null> {
    const [fields = {}] = await this.connection.readHashes([this.connection.name('person-session', hash)])
    if (fields['door'] !== door) return null
    return toLive(toStored(fields), await this.connection.storeMs(nowMs))
  }

  async use(hash: string, idleMs: number, nowMs: number): Promise<void> {
    await this.connection.run(USE_PERSON_SESSION, [hash, idleMs, this.toScriptMs(nowMs)])
  }

  async close(hash: string): Promise<void> {
    await this.connection.run(END_PERSON_SESSION, [hash])
  }

  async closeAll(door: Door, person: string | null): Promise<void> {
    await this.connection.run(END_PERSON_SESSIONS, [door, person ?? ''])
  }

  async list(door: Door, nowMs: number): Promise<readonly LivePersonSession[]> {
    const all = this.connection.name('person-sessions', door)
    const storeMs = await this.connection.storeMs(nowMs)
    const hashes = await this.connection.ask((redis) => redis.zrangebyscore(all, `(${storeMs}`, '+inf'))
    const found = await this.connection.readHashes(hashes.map((hash) => this.connection.name('person-session', hash)))
    return listLive(found.filter((fields) => fields['door'] === door).map(toStored), storeMs)
  }

  async forget(nowMs: number): Promise<void> {
    for (const door of DOORS) await this.connection.run(FORGET_PERSON_SESSIONS, [door, this.toScriptMs(nowMs)])
  }

  /** The time that a script works with. Empty: that of Redis. */
  private toScriptMs(nowMs: number): number | '' {
    return this.clock === 'redis' ? '' : nowMs
  }
}

function toStored(fields: Fields): StoredPersonSession {
  const { person = '', address = '' } = fields
  return {
    hash: fields['hash'] ?? '',
    door: fields['door'] === 'account' ? 'account' : 'dashboard',
    person: person === '' ? null : person,
    generation: Number(fields['generation']),
    address: address === '' ? null : address,
    startedAtMs: Number(fields['started_at_ms']),
    usedAtMs: Number(fields['used_at_ms']),
    endsAtMs: Number(fields['ends_at_ms']),
  }
}
