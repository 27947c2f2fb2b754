import { type RandomBytes, randomCharacters } from '../sources.ts'
import { StoreError } from '../store-error.ts'
import type { Database, Durability, Reader, Transaction, Value } from './database.ts'

/** What tells a store from another one, and from itself in the past. */
interface Mark {
  readonly id: string
  /** Probes of all processes. */
  readonly probes: number
}

/** Name of the mark in the settings, and subject of its steps. */
const NAME = 'memory'
/** Code of PostgreSQL for a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Called when the data is not that which was opened. `id`: of the store, the same in all processes. `problem`: what was found. */
export type OnLoss = (id: string, problem: string) => void

export interface Remembering {
  readonly randomBytes: RandomBytes
  /** Rejects: `unavailable`, the data is no longer where it was opened. This may pass. Default: nothing is checked. */
  readonly requireSame?: (() => Promise<void>) | undefined
  readonly onLoss?: OnLoss | undefined
}

/**
 * A database that this process remembers. Data that is gone, that is another store's, or that is older than what the process
 * has seen of it, was replaced or restored while the process used it: from then on, every call rejects with `unavailable`
 * until the process is restarted. So nobody is refused for a key that was lost, and nothing is charged to what was restored.
 * Data that was moved away is used again when a probe finds it back.
 */
export class RememberedDatabase implements Database {
  readonly dialect: Database['dialect']
  private readonly database: Database
  private readonly options: Remembering
  /** Absent: null, the store was not opened yet. */
  private mark: Mark | null = null
  /** Absent: null, nothing is lost. */
  private loss: StoreError | null = null
  /** Why the data is not where it was opened. Absent: null, it is. */
  private absence: StoreError | null = null

  private constructor(database: Database, options: Remembering) {
    this.dialect = database.dialect
    this.database = database
    this.options = options
  }

  /** `database`: with its tables. Rejects: `unavailable`. */
  static async open(database: Database, options: Remembering): Promise<RememberedDatabase> {
    const remembered = new RememberedDatabase(database, options)
    const first = printMark({ id: randomCharacters(12, options.randomBytes), probes: 0 })
    const sql = 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING'
    await database.step(NAME, (tx) => tx.run(sql, NAME, first))
    await remembered.probe()
    database.onConnect(async (reader) => void (await remembered.requireMark(reader)))
    return remembered
  }

  /** Writes a few bytes as durably as a charge. Rejects: `unavailable`. */
  async probe(): Promise<void> {
    if (this.loss !== null) throw this.loss
    const probed = await this.database.step(NAME, async (tx) => {
      const mark = await this.requireMark(tx)
      const next = { ...mark, probes: mark.probes + 1 }
      await tx.run('UPDATE settings SET value = $2 WHERE name = $1', NAME, printMark(next))
      return next
    })
    if (probed.probes > (this.mark?.probes ?? 0)) this.mark = probed
    this.absence = await this.findAbsence()
    if (this.absence !== null) throw this.absence
  }

  list<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    const problem = this.loss ?? this.absence
    return problem === null ? this.database.list(sql, ...values) : Promise.reject(problem)
  }

  step<Outcome>(
    subject: string,
    work: (tx: Transaction) => Promise<Outcome>,
    durability?: Durability,
  ): Promise<Outcome> {
    const problem = this.loss ?? this.absence
    return problem === null ? this.database.step(subject, work, durability) : Promise.reject(problem)
  }

  watch(topic: string, onChange: () => void): void {
    this.database.watch(topic, onChange)
  }

  onLoss(redo: () => void): void {
    this.database.onLoss(redo)
  }

  onConnect(check: (reader: Reader) => Promise<void>): void {
    this.database.onConnect(check)
  }

  close(): Promise<void> {
    return this.database.close()
  }

  /** The mark of the data, which is not lost. */
  private async requireMark(reader: Reader): Promise<Mark> {
    // Known before: a probe that ends while this reads makes what was read older, and not the data.
    const { mark } = this
    const found = await readMark(reader)
    if (found === null) return this.lose('The store is empty: its data is gone.')
    if (mark !== null && found.id !== mark.id) return this.lose('The store is another one than before.')
    if (mark !== null && found.probes < mark.probes)
      return this.lose('The store is older than before: it was restored.')
    return found
  }

  private async findAbsence(): Promise<StoreError | null> {
    try {
      await this.options.requireSame?.()
      return null
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (this.absence === null) this.options.onLoss?.(this.mark?.id ?? '', error.message)
      return error
    }
  }

  private lose(problem: string): never {
    if (this.loss !== null) throw this.loss
    const message = `${problem} This process does not use it until it is restarted.`
    this.loss = new StoreError('unavailable', message)
    this.options.onLoss?.(this.mark?.id ?? '', message)
    throw this.loss
  }
}

/** Absent: null, the data has no mark, or no tables. */
async function readMark(reader: Reader): Promise<Mark | null> {
  try {
    const [row] = await reader.list<{ value: Uint8Array }>('SELECT value FROM settings WHERE name = $1', NAME)
    if (row === undefined) return null
    const [id = '', probes] = Buffer.from(row.value).toString().split(' ')
    return { id, probes: Number(probes) }
  } catch (error) {
    const { cause = error } = error as Error
    if ((cause as { readonly code?: string }).code === UNDEFINED_TABLE) return null
    throw error
  }
}

function printMark({ id, probes }: Mark): Uint8Array {
  return Buffer.from(`${id} ${probes}`)
}
