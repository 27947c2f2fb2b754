/** What is recorded: something of a workspace. */
interface Row {
  readonly workspaceId: string
}

/** Rows that wait for a write. Others are left out, so that the memory is limited. */
const MAX_ROWS = 10_000
/** Those of one workspace: it does not take the room of the others. */
const MAX_ROWS_OF_WORKSPACE = 2000

export interface RequestRecorderOptions<Recorded extends Row> {
  /** Adds rows to the store. Rejects: some may not have been added, and all are given again. */
  readonly write: (rows: readonly Recorded[]) => Promise<void>
  /** Time between two writes. Unit: ms. Default: 2 seconds. */
  readonly intervalMs?: number
}

/** Collects what is known of requests in memory, and writes it in groups: no request waits for that. */
export class RequestRecorder<Recorded extends Row> {
  private readonly options: RequestRecorderOptions<Recorded>
  private rows: Recorded[] = []
  /** Rows that wait, by workspace. */
  private readonly counts = new Map<string, number>()
  /** What is being written, or was refused. Empty: all is written. */
  private group: readonly Recorded[] = []
  private writing: Promise<void> | null = null
  private readonly timer: NodeJS.Timeout

  constructor(options: RequestRecorderOptions<Recorded>) {
    this.options = options
    this.timer = setInterval(() => void this.flush(), options.intervalMs ?? 2000).unref()
  }

  add(row: Recorded): void {
    const own = this.counts.get(row.workspaceId) ?? 0
    if (own >= MAX_ROWS_OF_WORKSPACE || this.rows.length >= MAX_ROWS) return
    this.counts.set(row.workspaceId, own + 1)
    this.rows.push(row)
  }

  /** Writes what was recorded. What the store refuses is written the next time. */
  flush(): Promise<void> {
    this.writing ??= this.write().finally(() => (this.writing = null))
    return this.writing
  }

  /** Writes for the last time. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.flush()
    // A write that was under way took the rows of its beginning.
    if (this.group.length === 0) await this.flush()
  }

  private async write(): Promise<void> {
    if (this.group.length === 0) {
      if (this.rows.length === 0) return
      this.group = this.rows
      this.rows = []
      this.counts.clear()
    }
    const isWritten = await this.options.write(this.group).then(
      () => true,
      () => false,
    )
    if (isWritten) this.group = []
  }
}
