export type Value = string | number | Uint8Array | null

/** What both a database and a transaction can do. */
export interface Reader {
  /**
   * All rows of a statement. Values are `$1`, `$2`...; a truth is 0 or 1, and a whole number a `number`, in both directions.
   * Outside a step, no step that is not durable yet is visible before its own transaction has ended.
   */
  list<Row>(sql: string, ...values: Value[]): Promise<Row[]>
}

/** A step in progress. It awaits nothing but this: the file of an embedded store waits for it. */
export interface Transaction extends Reader {
  /** Changes rows. Returns their number. */
  run(sql: string, ...values: Value[]): Promise<number>
  /** Runs statements of a migration. */
  exec(sql: string): Promise<void>
  /** Keeps steps on more subjects away, until this one ends. Call it before their rows are read. */
  lock(subjects: readonly string[]): Promise<void>
  /** Tells all processes that watch a topic, when the step is written. */
  announce(topic: string): Promise<void>
}

/**
 * - `durable`: the step resolves when it is on disk
 * - `lossy`: it resolves when it is visible; a power cut, or the end of a server of the database, may lose it
 */
export type Durability = 'durable' | 'lossy'

/** Where the data is: a file of this process, or a server that many share. Every method rejects with a `StoreError`. */
export interface Database extends Reader {
  /** Statements have a common subset. Few have none, and a spelling for each. */
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * Runs work in a transaction. Steps on one subject, such as a workspace, run one after the other in all processes:
   * what one has read of its subject is still so when it writes. Those that wait at the same time share a transaction.
   *
   * The work can run several times, and also after it was written: when the answer got lost. So it has no effect but
   * its writes, draws its ids before, and recognizes what it has written by them. If it throws, nothing of it is written.
   *
   * Rejects: as the work throws; `unavailable`, and then it may be written later, but not after another step on its subject.
   */
  step<Outcome>(subject: string, work: (tx: Transaction) => Promise<Outcome>, durability?: Durability): Promise<Outcome>
  /** Calls back when a step has announced a topic, and when such an announcement may have got lost. */
  watch(topic: string, onChange: () => void): void
  /** Calls back when the last lossy steps may have got lost, and this process goes on: the server has ended, or another took its place. */
  onLoss(redo: () => void): void
  /** Checks each connection that is made from now on, before anything else uses it: one that the check refuses is not used. */
  onConnect(check: (reader: Reader) => Promise<void>): void
  /** Waits for steps in progress. A second call has no effect. */
  close(): Promise<void>
}
