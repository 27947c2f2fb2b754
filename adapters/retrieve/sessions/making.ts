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

  /** Waits for the result. Rejects: as the work does; `aborted`, when the signal is. */
  async wait(signal: AbortSignal): Promise<Result> {
    this.waiting++
    try {
      return await unlessAborted(signal, this.result)
    } finally {
      this.waiting--
      if (this.waiting === 0 && !this.isOver) {
        this.isOver = true
        this.controller.abort()
      }
    }
  }
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(abortedFetch())
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
