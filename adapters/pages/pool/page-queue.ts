import { reservedTurns } from '../../../core/policy/index.ts'
import { Line, type Payer } from './line.ts'
import { abortedExtraction, ExtractionError } from './page-extractor.ts'

/**
 * Gives free threads to the pages that wait: to workspaces in turn, and for each in the order in
 * which its pages come. The bytes that wait are limited; of the room for them, a workspace has three quarters at most.
 *
 * A thread is never kept free for others, as turns at a marketplace are: no page holds it for longer than its time limit.
 */
export class PageQueue {
  private freeThreads: number
  private readonly maxWaitingBytes: number
  private readonly line = new Line()
  private waitingBytes = 0
  private readonly waitingOf = new Map<string, number>()
  private isClosed = false

  constructor(threads: number, maxWaitingBytes: number) {
    this.freeThreads = threads
    this.maxWaitingBytes = maxWaitingBytes
  }

  /** Waits for a thread. `workspaceId`: null, the threads are shared with nobody. Rejects: `busy`, `aborted`. */
  async acquire(sizeBytes: number, workspaceId: string | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isClosed) throw abortedExtraction(signal)
    if (this.freeThreads > 0) {
      this.freeThreads--
      return
    }
    this.requireRoom(sizeBytes, workspaceId)
    this.count(sizeBytes, workspaceId)
    try {
      await this.line.join(payerOf(workspaceId), signal)
    } catch {
      throw abortedExtraction(signal)
    } finally {
      this.count(-sizeBytes, workspaceId)
    }
  }

  /** Gives a thread to the page whose turn is next. */
  release(): void {
    for (const payer of this.line) if (this.line.begin(payer, release)) return
    this.freeThreads++
  }

  /** Refuses all pages that wait, and all that come later. */
  close(): void {
    this.isClosed = true
    this.line.clear()
  }

  private requireRoom(sizeBytes: number, workspaceId: string | null): void {
    const own = this.waitingOf.get(workspaceId ?? '') ?? 0
    const most = this.maxWaitingBytes - (workspaceId === null ? 0 : reservedTurns(this.maxWaitingBytes))
    if (this.waitingBytes + sizeBytes <= this.maxWaitingBytes && own + sizeBytes <= most) return
    throw new ExtractionError('busy', `Pages of ${this.waitingBytes} bytes already wait for a thread.`)
  }

  private count(bytes: number, workspaceId: string | null): void {
    this.waitingBytes += bytes
    if (workspaceId === null) return
    const own = (this.waitingOf.get(workspaceId) ?? 0) + bytes
    if (own === 0) this.waitingOf.delete(workspaceId)
    else this.waitingOf.set(workspaceId, own)
  }
}

function payerOf(workspaceId: string | null): Payer {
  return { lane: 'requests', workspaceId }
}

/** What a page in the line gets as the end of its turn. Its thread is given back by `PageQueue.release`. */
const release = (): void => undefined
