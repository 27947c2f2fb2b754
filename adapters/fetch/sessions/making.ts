import { untilAborted } from '../../signals.ts'
import { abortedFetch } from '../source/page-source.ts'

/** One piece of work for all who wait for it. It is aborted when all of them have left. */
export class Making<Result> {
  private readonly controller = new AbortController()
  private readonly result: Promise<Result>
  private waiting = 0
  /** Whether it has ended, or was aborted. */
  isOver = false

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.result = work(this.controller.signal).finally(() => {
      this.isOver = true
    })
    // All who waited may have left.
    this.result.catch(() => undefined)
  }

  /** Waits for the result. Rejects: as the work does; `timeout` or `aborted`, when the signal is aborted. */
  async wait(signal: AbortSignal): Promise<Result> {
    this.waiting++
    try {
      return await untilAborted(this.result, signal, () => abortedFetch(signal))
    } finally {
      this.waiting--
      if (this.waiting === 0 && !this.isOver) {
        this.isOver = true
        this.controller.abort()
      }
    }
  }
}
