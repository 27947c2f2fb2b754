import { Client, types, type QueryResult } from 'pg'
import type { Value } from '../sql/database.ts'
import { StoreError } from '../store-error.ts'
import { isTransient, READ_ONLY } from './postgres-dialect.ts'
import { addressesOf } from './postgres-url.ts'

/** Time after which a statement, or the wait for a connection, has failed. The server and this process both end it. Unit: ms. */
export const CALL_MS = 5000

/** Numbers of types of Postgres whose values are text by default. Source: `pg_type.dat` of PostgreSQL 15. */
const [BOOL, INT8, NUMERIC] = [16, 20, 1700]

/** A truth is 0 or 1, and a whole number a `number`, as in SQLite. Sums of whole numbers are NUMERIC. */
function getTypeParser(type: number, format?: 'text' | 'binary'): unknown {
  if (format === 'binary') return types.getTypeParser(type, 'binary')
  if (type === BOOL) return (text: string) => Number(text === 't')
  if (type === INT8 || type === NUMERIC) return Number
  return types.getTypeParser(type, 'text')
}

/** A connection to a server. Statements that are asked for at once are sent at once, and run in their order. */
export class Connection {
  private readonly client: Client
  /** Whether it can be used: it is open, and outside a transaction. */
  private isUsable = true

  private constructor(client: Client) {
    this.client = client
    // What is in progress rejects. Without a listener, the error would end the process.
    client.on('error', () => (this.isUsable = false))
    client.on('end', () => (this.isUsable = false))
  }

  /** `url`: may name several hosts; the one that writes is taken. Rejects: with the error of the driver. */
  static async open(url: string, timeoutMs: number): Promise<Connection> {
    const [address = url, ...others] = addressesOf(url)
    if (others.length === 0) return Connection.connect(address, timeoutMs)
    // All at once: one that does not answer delays no other.
    const attempts = [address, ...others].map((one) => Connection.connectToWriter(one, timeoutMs))
    try {
      const first = await Promise.any(attempts)
      for (const attempt of attempts) attempt.then((one) => one !== first && one.destroy()).catch(() => undefined)
      return first
    } catch (error) {
      const { errors } = error as AggregateError
      throw errors.find(isTransient) ?? errors[0]
    }
  }

  private static async connectToWriter(address: string, timeoutMs: number): Promise<Connection> {
    const connection = await Connection.connect(address, timeoutMs)
    const { rows } = await connection.exec('SHOW transaction_read_only', timeoutMs)
    if (rows[0]?.transaction_read_only === 'off') return connection
    connection.destroy()
    throw Object.assign(new Error('Of the servers, one is a standby, and none writes'), { code: READ_ONLY })
  }

  private static async connect(address: string, timeoutMs: number): Promise<Connection> {
    const client = new Client({
      connectionString: address,
      application_name: 'shelfmark',
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: CALL_MS,
      lock_timeout: CALL_MS,
      idle_in_transaction_session_timeout: CALL_MS,
      keepAlive: true,
      pipeline: true,
      types: { getTypeParser },
    })
    const connection = new Connection(client)
    await client.connect()
    return connection
  }

  get isOpen(): boolean {
    return this.isUsable
  }

  /** Runs a prepared statement. A connection that does not answer in time is closed. Rejects: with the error of the driver. */
  ask(sql: string, values: readonly Value[], timeoutMs: number): Promise<QueryResult> {
    const statement = { name: nameOf(sql), text: sql, values: [...values], query_timeout: Math.max(1, timeoutMs) }
    return this.client.query(statement)
  }

  /** Runs statements without values. */
  exec(sql: string, timeoutMs: number): Promise<QueryResult> {
    const statement = { text: sql, query_timeout: Math.max(1, timeoutMs) }
    return this.client.query(statement)
  }

  /** Calls back for each notification of a channel, until the connection ends. */
  async listen(channel: string, onNotice: (payload: string) => void, onEnd: () => void): Promise<void> {
    this.client.on('notification', ({ payload }) => onNotice(payload ?? ''))
    this.client.on('end', onEnd)
    await this.exec(`LISTEN ${channel}`, CALL_MS)
  }

  /** Ends it at once: what is in progress rejects. */
  destroy(): void {
    this.isUsable = false
    Reflect.get(this.client, 'connection').stream.destroy()
  }

  async close(): Promise<void> {
    this.isUsable = false
    await this.client.end()
  }
}

/** Names of prepared statements, the same in all connections of the process. */
const names = new Map<string, string>()

function nameOf(sql: string): string {
  const name = names.get(sql) ?? `s${names.size}`
  names.set(sql, name)
  return name
}

interface PoolListeners {
  /** Checks a connection. Rejects: it must not be used. */
  readonly onOpened: (connection: Connection, deadlineMs: number) => Promise<void>
  /** Called when a connection was opened after another had ended, as when the server has ended. */
  readonly onReplaced: () => void
}

/** Some connections to a server, opened when they are needed. */
export class Pool {
  private readonly url: string
  private readonly idle: Connection[] = []
  /** Who waits until another gives a connection back. */
  private readonly waiting = new Set<() => void>()
  /** Connections that may be taken now. */
  private free: number
  private isClosed = false
  /** Whether a connection has ended since one was opened. */
  private hasEnded = false
  private readonly listeners: PoolListeners

  constructor(url: string, size: number, listeners: PoolListeners) {
    this.url = url
    this.free = size
    this.listeners = listeners
  }

  /** Lends a connection. Rejects: with the error of the driver; `unavailable`, all are in use until the deadline. */
  async lend<Result>(deadlineMs: number, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    await this.begin(deadlineMs)
    try {
      const connection = this.findIdle() ?? (await this.open(deadlineMs))
      try {
        return await work(connection)
      } finally {
        this.hasEnded ||= !connection.isOpen
        if (connection.isOpen && !this.isClosed) this.idle.push(connection)
        else connection.destroy()
      }
    } finally {
      this.end()
    }
  }

  /** Closes those that are idle, now and later. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all(this.idle.splice(0).map((connection) => connection.close()))
  }

  private findIdle(): Connection | undefined {
    for (let idle = this.idle.pop(); idle !== undefined; idle = this.idle.pop()) {
      if (idle.isOpen) return idle
      this.hasEnded = true
    }
    return undefined
  }

  private async open(deadlineMs: number): Promise<Connection> {
    const connection = await Connection.open(this.url, Math.max(1, deadlineMs - performance.now()))
    await this.listeners.onOpened(connection, deadlineMs).catch((error: unknown) => {
      connection.destroy()
      throw error
    })
    if (this.hasEnded) {
      this.hasEnded = false
      this.listeners.onReplaced()
    }
    return connection
  }

  private async begin(deadlineMs: number): Promise<void> {
    if (this.free > 0) {
      this.free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const leave = (): void => {
        this.waiting.delete(begin)
        reject(new StoreError('unavailable', 'All connections to the database are in use.'))
      }
      const timer = setTimeout(leave, Math.max(0, deadlineMs - performance.now()))
      this.waiting.add(begin)
    })
  }

  private end(): void {
    const [next] = this.waiting
    if (next === undefined) {
      this.free++
      return
    }
    this.waiting.delete(next)
    next()
  }
}
