import { ExtractionError } from './extraction.ts'

interface Waiting {
  readonly admit: () => void
  readonly refuse: (error: ExtractionError) => void
}

/** Places at threads, and the line of those that wait for one, which is only so long. */
export class Seats {
  private free: number
  private readonly maxWaitingBytes: number
  private waitingBytes = 0
  private isClosed = false
  private readonly line = new Set<Waiting>()

  constructor(seats: number, maxWaitingBytes: number) {
    this.free = seats
    this.maxWaitingBytes = maxWaitingBytes
  }

  /** Waits for a place. Rejects: `busy`, `aborted`. */
  async take(sizeBytes: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isClosed) throw abortedError()
    if (this.free > 0) {
      this.free--
      return
    }
    if (this.waitingBytes + sizeBytes > this.maxWaitingBytes) {
      throw new ExtractionError('busy', `Pages of ${this.waitingBytes} bytes wait to be read already.`)
    }
    await this.wait(sizeBytes, signal)
  }

  /** Gives a place to whoever waited longest. */
  leave(): void {
    const [next] = this.line
    if (next === undefined) this.free++
    else next.admit()
  }

  /** Refuses all that wait, and all that come. */
  close(): void {
    this.isClosed = true
    for (const waiting of this.line) waiting.refuse(abortedError())
  }

  private wait(sizeBytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => waiting.refuse(abortedError())
      const quit = () => {
        this.line.delete(waiting)
        this.waitingBytes -= sizeBytes
        signal.removeEventListener('abort', leave)
      }
      const waiting: Waiting = {
        admit: () => {
          quit()
          resolve()
        },
        refuse: (error) => {
          quit()
          reject(error)
        },
      }
      this.line.add(waiting)
      this.waitingBytes += sizeBytes
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}

export function abortedError(): ExtractionError {
  return new ExtractionError('aborted', 'Nobody waits for the page any more.')
}
