import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Durability, Reader, Transaction, Value } from '../sql/database.ts'
import { StoreError } from '../store-error.ts'
import { CALL_MS, Pool, type Connection } from './postgres-pool.ts'
import { isOfServer, isTransient, toPostgres, toStoreError } from './postgres-dialect.ts'
import { Listener } from './postgres-listener.ts'

interface Step {
  readonly work: (tx: Transaction) => Promise<unknown>
  readonly durability: Durability
  /** Unit: ms of `performance.now`. */
  readonly deadlineMs: number
  readonly resolve: (outcome: never) => void
  readonly reject: (error: unknown) => void
}

/** Most steps of a group: others of their subject wait for all of them. */
const MAX_GROUP = 100
/** Pause before what failed for a moment is tried again, doubled each time. Unit: ms. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [10, 500]
/** Whatever the default of the database is: a step must see what others wrote while it waited for its lock. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'
/** Released when the transaction has ended. */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || $1, 0))'

/**
 * A server that many processes share. Steps on one subject that wait at the same time share a transaction, so that
 * the disk confirms them at once; a lock of the subject keeps those of other processes apart. Every call ends within
 * `CALL_MS`, whatever the server does: what fails for a moment, as while it restarts, is tried again until then.
 */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  private readonly pool: Pool
  private readonly listener: Listener
  /** Steps that wait, by subject. A subject is in it while a group of it is in progress. */
  private readonly queues = new Map<string, Step[]>()
  private readonly running = new Set<Promise<void>>()
  private readonly redone: (() => void)[] = []
  private checkConnection: (reader: Reader) => Promise<void> = async () => undefined
  private isClosed = false

  constructor(url: string, size: number) {
    this.pool = new Pool(url, size, {
      onOpened: (connection, deadlineMs) => this.checkConnection(toReader(connection, deadlineMs)),
      onReplaced: () => {
        for (const redo of this.redone) redo()
      },
    })
    this.listener = new Listener(url)
  }

  list<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    const deadlineMs = performance.now() + CALL_MS
    return this.attempt(deadlineMs, (connection) => toReader(connection, deadlineMs).list<Row>(sql, ...values))
  }

  step<Outcome>(
    subject: string,
    work: (tx: Transaction) => Promise<Outcome>,
    durability: Durability = 'durable',
  ): Promise<Outcome> {
    if (this.isClosed) return Promise.reject(new StoreError('closed', 'The store was closed.'))
    return new Promise((resolve, reject) => {
      const step = { work, durability, deadlineMs: performance.now() + CALL_MS, resolve, reject }
      const queue = this.queues.get(subject)
      if (queue === undefined) this.begin(subject, [step])
      else queue.push(step)
    })
  }

  watch(topic: string, onChange: () => void): void {
    this.listener.watch(topic, onChange)
  }

  onLoss(redo: () => void): void {
    this.redone.push(redo)
  }

  onConnect(check: (reader: Reader) => Promise<void>): void {
    this.checkConnection = check
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    await Promise.all(this.running)
    await Promise.all([this.listener.close(), this.pool.close()])
  }

  private begin(subject: string, queue: Step[]): void {
    this.queues.set(subject, queue)
    const running = this.drain(subject, queue).finally(() => this.running.delete(running))
    this.running.add(running)
  }

  /** Runs the steps of a subject, a group at a time, until none waits. Never rejects. */
  private async drain(subject: string, queue: Step[]): Promise<void> {
    // Steps of the same turn of the event loop share the first group.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await this.runGroup(subject, queue.splice(0, MAX_GROUP))
    this.queues.delete(subject)
  }

  /** A step that throws undoes its group. So each runs alone then. */
  private async runGroup(subject: string, group: readonly Step[]): Promise<void> {
    const deadlineMs = Math.min(...group.map((step) => step.deadlineMs))
    try {
      const { outcomes, announced } = await this.attempt(deadlineMs, (connection) =>
        transact(connection, subject, group, deadlineMs),
      )
      for (const topic of announced) this.listener.tell(topic)
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as never)
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else for (const step of group) await this.runGroup(subject, [step])
    }
  }

  /**
   * Repeats what fails for a moment. Rejects: with a `StoreError`, or as the work throws. If our deadline ends the last
   * attempt, the error is that of the one before, which says what the server answered.
   */
  private async attempt<Result>(
    deadlineMs: number,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    if (this.isClosed && this.running.size === 0) throw new StoreError('closed', 'The store was closed.')
    let answered: unknown
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await this.pool.lend(deadlineMs, work)
      } catch (error) {
        if (!isTransient(error)) throw toStoreError(error)
        if (isOfServer(error)) answered = error
        if (performance.now() + pauseMs >= deadlineMs) throw toStoreError(answered ?? error)
        await sleep(pauseMs * (0.5 + Math.random() / 2))
      }
    }
  }
}

function toReader(connection: Connection, deadlineMs: number): Reader {
  return {
    list: async <Row>(sql: string, ...values: Value[]) =>
      (await connection.ask(sql, values, deadlineMs - performance.now())).rows as Row[],
  }
}

async function transact(
  connection: Connection,
  subject: string,
  group: readonly Step[],
  deadlineMs: number,
): Promise<{ readonly outcomes: readonly unknown[]; readonly announced: ReadonlySet<string> }> {
  const leftMs = (): number => deadlineMs - performance.now()
  const isLossy = group.every(({ durability }) => durability === 'lossy')
  const announced = new Set<string>()
  const tx: Transaction = {
    ...toReader(connection, deadlineMs),
    run: async (sql, ...values) => (await connection.ask(sql, values, leftMs())).rowCount ?? 0,
    exec: async (sql) => {
      await connection.exec(toPostgres(sql), leftMs())
    },
    lock: async (subjects) => {
      // In an order that all have: two that lock the same ones do not wait for each other.
      await Promise.all(subjects.toSorted().map((one) => connection.ask(LOCK, [one], leftMs())))
    },
    announce: async (topic) => {
      announced.add(topic)
      await connection.ask('SELECT pg_notify($1, $2)', [Listener.CHANNEL, topic], leftMs())
    },
  }
  // Sent with the first statement: this saves two round trips.
  const begun = Promise.all([
    connection.exec(isLossy ? `${BEGIN}; SET LOCAL synchronous_commit = off` : BEGIN, leftMs()),
    connection.ask(LOCK, [subject], leftMs()),
  ])
  begun.catch(() => undefined)
  try {
    const outcomes: unknown[] = []
    for (const { work } of group) outcomes.push(await work(tx))
    await begun
    const { command } = await connection.exec('COMMIT', leftMs())
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`)
    return { outcomes, announced }
  } catch (error) {
    // A connection whose transaction can't be ended is not used again.
    if (connection.isOpen) await connection.exec('ROLLBACK', Math.max(leftMs(), 100)).catch(() => connection.destroy())
    // If it did not begin, its first statement says only that it failed.
    await begun
    throw error
  }
}
