import { abortedExtraction, ExtractionError } from './page-extractor.ts'

interface WaitingPage {
  readonly start: () => void
  readonly refuse: (error: ExtractionError) => void
}

/** Gives pages a free thread in the order in which they come. The bytes that wait are limited. */
export class PageQueue {
  private freeThreads: number
  private readonly maxWaitingBytes: number
  private waitingBytes = 0
  private isClosed = false
  private readonly waiting = new Set<WaitingPage>()

  constructor(threads: number, maxWaitingBytes: number) {
    this.freeThreads = threads
    this.maxWaitingBytes = maxWaitingBytes
  }

  /** Waits for a thread. Rejects: `busy`, `aborted`. */
  async acquire(sizeBytes: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isClosed) throw abortedExtraction()
    if (this.freeThreads > 0) {
      this.freeThreads--
      return
    }
    if (this.waitingBytes + sizeBytes > this.maxWaitingBytes) {
      throw new ExtractionError('busy', `Pages of ${this.waitingBytes} bytes already wait for a thread.`)
    }
    await this.wait(sizeBytes, signal)
  }

  /** Gives a thread to the page that has waited longest. */
  release(): void {
    const [next] = this.waiting
    if (next === undefined) this.freeThreads++
    else next.start()
  }

  /** Refuses all pages that wait, and all that come later. */
  close(): void {
    this.isClosed = true
    for (const page of this.waiting) page.refuse(abortedExtraction())
  }

  private wait(sizeBytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => page.refuse(abortedExtraction())
      const leave = () => {
        this.waiting.delete(page)
        this.waitingBytes -= sizeBytes
        signal.removeEventListener('abort', onAbort)
      }
      const page: WaitingPage = {
        start: () => {
          leave()
          resolve()
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
      }
      this.waiting.add(page)
      this.waitingBytes += sizeBytes
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
