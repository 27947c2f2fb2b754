import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const syncFile = promisify(fdatasync)

/**
 * Puts the log of a database in WAL mode on disk, without blocking the thread. Callers that come while
 * one sync runs share the next.
 */
export class WriteAheadLog {
  private readonly path: string
  /** Absent: null, nothing was synced yet. SQLite creates the log with its first write. */
  private descriptor: number | null = null
  private running: Promise<void> | null = null
  private next: Promise<void> | null = null

  /** `file`: the database. It keeps its log while it is open. */
  constructor(file: string) {
    this.path = `${file}-wal`
  }

  /** Resolves when all that is in the log now is on disk. Rejects: with the error of the system; it may not be on disk then. */
  sync(): Promise<void> {
    if (this.running === null) return this.start()
    this.next ??= this.running.then(
      () => this.start(),
      () => this.start(),
    )
    return this.next
  }

  /** Call it when no sync runs. A second call has no effect. */
  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor)
    this.descriptor = null
  }

  private start(): Promise<void> {
    this.next = null
    this.running = this.syncNow().finally(() => (this.running = null))
    return this.running
  }

  private async syncNow(): Promise<void> {
    this.descriptor ??= openSync(this.path, 'r+')
    await syncFile(this.descriptor)
  }
}
