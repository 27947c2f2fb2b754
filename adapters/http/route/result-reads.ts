/** Limits of the answers with results that are being read at the same time. */
export interface ResultReadLimits {
  /** Of the process. */
  readonly total: number
  readonly perWorkspace: number
  /** How long a reader waits for its turn. Unit: ms. */
  readonly waitMs: number
}

/** Memory for results that are being read, in the whole process. Unit: bytes. */
const BUDGET_BYTES = 64 * 1024 * 1024
/** What one reader needs: `RESULT_BYTES_PER_READ` of stored results, one of them inflated, what its connection holds, and the compression of its answer, which takes half of it. Unit: bytes. */
const READER_BYTES = 1024 * 1024

const LIMITS: ResultReadLimits = { total: BUDGET_BYTES / READER_BYTES, perWorkspace: 4, waitMs: 5000 }

/** Ends a turn. A second call has no effect. */
type Release = () => void

interface Waiting {
  readonly workspaceId: string
  readonly begin: () => void
}

/**
 * Turns of readers of results, in the order of their requests. A workspace has few at a time,
 * so that its readers, however many and slow, leave turns to others.
 */
export class ResultReads {
  private readonly limits: ResultReadLimits
  private readonly reading = new Map<string, number>()
  private total = 0
  private readonly waiting = new Set<Waiting>()

  constructor(limits: ResultReadLimits = LIMITS) {
    this.limits = limits
  }

  /** Waits for a turn. Absent: null, none was free in time. */
  take(workspaceId: string): Promise<Release | null> {
    if (this.hasTurn(workspaceId)) return Promise.resolve(this.begin(workspaceId))
    return new Promise((resolve) => {
      const entry: Waiting = {
        workspaceId,
        begin: () => {
          clearTimeout(timer)
          this.waiting.delete(entry)
          resolve(this.begin(workspaceId))
        },
      }
      const timer = setTimeout(() => {
        this.waiting.delete(entry)
        resolve(null)
      }, this.limits.waitMs)
      this.waiting.add(entry)
    })
  }

  private hasTurn(workspaceId: string): boolean {
    const { total, perWorkspace } = this.limits
    return this.total < total && (this.reading.get(workspaceId) ?? 0) < perWorkspace
  }

  private begin(workspaceId: string): Release {
    this.total++
    this.reading.set(workspaceId, (this.reading.get(workspaceId) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.end(workspaceId)
    }
  }

  private end(workspaceId: string): void {
    this.total--
    const left = (this.reading.get(workspaceId) ?? 1) - 1
    if (left === 0) this.reading.delete(workspaceId)
    else this.reading.set(workspaceId, left)
    for (const entry of this.waiting) {
      if (!this.hasTurn(entry.workspaceId)) continue
      entry.begin()
      return
    }
  }
}
