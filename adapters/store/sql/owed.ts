import { Backlog } from '../backlog.ts'

type Step = () => Promise<unknown>

/** Steps that nobody waits for, and that must be done: they are repeated until the store works. Those that are left end with the process, as `Processes` describes. */
export class Owed {
  private readonly backlog = new Backlog<Step>(async (steps) => {
    for (const step of steps) await step()
  })

  /** Tries a step now, and later again if it fails. It has no effect if it was done before. */
  add(step: Step): void {
    step().catch(() => this.backlog.add(step))
  }

  /** Tries what is left once more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.backlog.close().map((step) => step()))
  }
}
