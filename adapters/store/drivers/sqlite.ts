import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Durability, Transaction, Value } from '../sql/database.ts'
import { StoreError } from '../store-error.ts'
import type { SqliteFile } from './sqlite-file.ts'

interface Step {
  readonly work: (tx: Transaction) => Promise<unknown>
  readonly durability: Durability
  readonly resolve: (outcome: never) => void
  readonly reject: (error: unknown) => void
}

/** A transaction blocks this thread. They may take at most one in this many parts of its time. */
const TIME_SHARE = 4
/**
 * Minimum pause after a transaction. Its fixed cost exceeds that of its steps, so steps wait for others; those that are
 * not durable do not, because they cost no write to the disk. Unit: ms.
 */
const MIN_PAUSE_MS = 5
/** A process that was frozen in a transaction, or waited for its disk, works on soon. Unit: ms. */
const MAX_PAUSE_MS = 1000
/** Time for which reads may block this thread before everything else has a turn: who reads much reads it in parts. Unit: ms. */
const READ_TURN_MS = 10

/**
 * A file that only this process has open. A disk confirms many steps as fast as one, so concurrent steps share a
 * transaction. Under light load, a group has the steps of one turn of the event loop. Under heavy load, it has those
 * that arrive during the pause after the last transaction. The thread works on while the disk writes.
 *
 * All calls share one connection, which sees what it has not committed. So reads outside a step wait while a group is
 * open. That is short: a step waits for nothing but the file.
 */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite'
  readonly file: SqliteFile
  private waiting: Step[] = []
  /** Earliest start of the next transaction, by what waits for it. Unit: ms of `performance.now`. */
  private nextMs: Readonly<Record<Durability, number>> = { durable: 0, lossy: 0 }
  /** Start of the next transaction, as it is planned. Unit: as above. */
  private plannedMs = Number.POSITIVE_INFINITY
  /** The group that is open. Never rejects. */
  private open: Promise<void> | null = null
  private isClosed = false
  /** Time that reads have taken since others had a turn. Unit: ms. */
  private readMs = 0
  private readonly watchers = new Map<string, (() => void)[]>()
  private announced = new Set<string>()
  private readonly tx: Transaction

  constructor(file: SqliteFile) {
    this.file = file
    this.tx = {
      list: async <Row>(sql: string, ...values: Value[]) => file.list<Row>(sql, ...values),
      run: async (sql, ...values) => file.run(sql, ...values),
      exec: async (sql) => file.exec(sql),
      // Nobody else writes.
      lock: async () => undefined,
      announce: async (topic) => {
        this.announced.add(topic)
      },
    }
  }

  async list<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    await this.idle()
    const start = performance.now()
    const rows = this.file.list<Row>(sql, ...values)
    this.readMs += performance.now() - start
    if (this.readMs > READ_TURN_MS) {
      this.readMs = 0
      await nextTurn()
    }
    return rows
  }

  step<Outcome>(
    _subject: string,
    work: (tx: Transaction) => Promise<Outcome>,
    durability: Durability = 'durable',
  ): Promise<Outcome> {
    if (this.isClosed) return Promise.reject(new StoreError('closed', 'The store was closed.'))
    this.schedule(this.nextMs[durability])
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, durability, resolve, reject })
    })
  }

  watch(topic: string, onChange: () => void): void {
    this.watchers.set(topic, [...(this.watchers.get(topic) ?? []), onChange])
  }

  onLoss(): void {}

  onConnect(): void {}

  /** Runs something on the file that must not be inside a transaction, such as `VACUUM`. */
  async outside<Result>(work: (file: SqliteFile) => Result): Promise<Result> {
    await this.idle()
    return work(this.file)
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    await this.idle()
    await this.flush()
    // Those who wait for the disk learn of it. Closing syncs all that is left, or throws.
    await this.file.sync().catch(() => undefined)
    this.file.close()
  }

  private async idle(): Promise<void> {
    while (this.open !== null) await this.open
  }

  private schedule(startMs: number): void {
    if (this.plannedMs <= startMs) return
    this.plannedMs = startMs
    const waitMs = startMs - performance.now()
    if (waitMs > 1) setTimeout(() => void this.flush(), waitMs)
    else setImmediate(() => void this.flush())
  }

  /** Writes the waiting steps now. Those that are durable resolve later, when they are on disk. */
  private async flush(): Promise<void> {
    await this.idle()
    if (this.waiting.length === 0) return
    const group = this.waiting
    this.waiting = []
    this.plannedMs = Number.POSITIVE_INFINITY
    const start = performance.now()
    this.open = this.runGroup(group)
    await this.open
    this.open = null
    const end = performance.now()
    const lossy = end + Math.min((TIME_SHARE - 1) * (end - start), MAX_PAUSE_MS)
    const wrote = group.some(({ durability }) => durability === 'durable')
    this.nextMs = { durable: Math.max(wrote ? end + MIN_PAUSE_MS : this.nextMs.durable, lossy), lossy }
  }

  /** A step that throws undoes its group. So each runs alone then. */
  private async runGroup(group: readonly Step[]): Promise<void> {
    try {
      const outcomes = await this.transact(group)
      void this.confirm(group, outcomes)
      this.tellWatchers()
    } catch (error) {
      this.announced.clear()
      if (group.length === 1) group[0]?.reject(error)
      else for (const step of group) await this.runGroup([step])
    }
  }

  private async transact(group: readonly Step[]): Promise<readonly unknown[]> {
    this.file.exec('BEGIN IMMEDIATE')
    try {
      const outcomes: unknown[] = []
      for (const { work } of group) outcomes.push(await work(this.tx))
      this.file.exec('COMMIT')
      return outcomes
    } catch (error) {
      this.file.rollBack()
      throw error
    }
  }

  private async confirm(group: readonly Step[], outcomes: readonly unknown[]): Promise<void> {
    const confirm = (wanted: Durability, end: (step: Step, outcome: unknown) => void): void => {
      for (const [index, step] of group.entries()) if (step.durability === wanted) end(step, outcomes[index])
    }
    const resolve = (step: Step, outcome: unknown): void => step.resolve(outcome as never)
    confirm('lossy', resolve)
    if (group.every(({ durability }) => durability === 'lossy')) return
    try {
      await this.file.sync()
      confirm('durable', resolve)
    } catch (error) {
      // Their steps are visible until a power cut.
      const message = `What was written may not be on disk: ${(error as Error).message}`
      const unsynced = new StoreError('unavailable', message, { cause: error })
      confirm('durable', (step) => step.reject(unsynced))
    }
  }

  private tellWatchers(): void {
    const topics = [...this.announced]
    this.announced.clear()
    for (const topic of topics) for (const onChange of this.watchers.get(topic) ?? []) onChange()
  }
}
