import { Backlog } from '../backlog.ts'
import type { Database } from './database.ts'

type Step = () => Promise<unknown>

/** A lossy step is on disk after this time, and on a synchronous standby. PostgreSQL: three times `wal_writer_delay`. Unit: ms. */
const LOSSY_MS = 10_000

/**
 * Steps that nobody waits for, and that must be done: they are repeated until the store works, and again when it has
 * lost them. Those that are left end with the process, as `Processes` describes.
 */
export class Owed {
  private readonly backlog = new Backlog<Step>(async (steps) => {
    for (const step of steps) await this.do(step)
  })
  /** Steps that were done in the last `LOSSY_MS` before the latest one. */
  private readonly done: { readonly step: Step; readonly atMs: number }[] = []
  /** What a file loses, this process does not survive. */
  private readonly canLose: boolean

  constructor(database: Pick<Database, 'dialect' | 'onLoss'>) {
    this.canLose = database.dialect === 'postgres'
    database.onLoss(() => {
      for (const { step } of this.done.splice(0)) this.add(step)
    })
  }

  /** Tries a step now, and later again if it fails. It has no effect if it was done before. */
  add(step: Step): void {
    this.do(step).catch(() => this.backlog.add(step))
  }

  /** Tries what is left once more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.backlog.close().map((step) => step()))
  }

  private async do(step: Step): Promise<void> {
    await step()
    if (!this.canLose) return
    const atMs = performance.now()
    while (atMs - (this.done[0]?.atMs ?? atMs) > LOSSY_MS) this.done.shift()
    this.done.push({ step, atMs })
  }
}
