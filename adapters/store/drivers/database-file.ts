import { readFileSync, statSync } from 'node:fs'
import { StoreError } from '../store-error.ts'

/** Files in which SQLite keeps transactions that are not in the database yet. */
const LOGS = ['-wal', '-journal'] as const

/** Size of a file. Absent: 0, the file does not exist. Unit: bytes. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** SQLite takes a file of a few bytes for an empty one. Unit: bytes. Source: https://sqlite.org/fileformat.html#the_database_header */
const HEADER_BYTES = 100
/** How every SQLite database begins. */
const MAGIC = 'SQLite format 3\0'

/** Whether there is no database in a file, nor anything that is left of one. */
export function isAbsent(file: string): boolean {
  return [file, ...LOGS.map((suffix) => file + suffix)].every((path) => sizeOf(path) === 0)
}

/**
 * Refuses to begin a new database on the remains of another: a file that was cut in its header, or a log
 * whose database was deleted or not copied. SQLite would drop both.
 *
 * Throws: `damaged`.
 */
export function refuseRemains(file: string): void {
  if (sizeOf(file) > 0 && sizeOf(file) < HEADER_BYTES) {
    const start = readFileSync(file, 'latin1').slice(0, MAGIC.length)
    const problem = MAGIC.startsWith(start) ? 'is cut:' : 'is not a database. If it was one,'
    throw new StoreError('damaged', `${file} ${problem} restore it from a backup.`)
  }
  const log = LOGS.map((suffix) => file + suffix).find((path) => sizeOf(path) > 0)
  if (log === undefined || sizeOf(file) > 0) return
  throw new StoreError(
    'damaged',
    `${log} exists, but ${file} is missing or empty: restore both from a backup. To begin with no data, remove ${log}.`,
  )
}

/**
 * Watches whether the files that a process has open are still those at their paths. SQLite does not
 * notice that they were deleted or replaced: it writes on, and all of it is lost when the process ends.
 */
export class DatabaseFile {
  private readonly paths: readonly string[]
  /** Inodes by path. The log has one from its first write on. */
  private readonly inodes = new Map<string, number>()

  /** `file`: the database, which is open. */
  constructor(file: string) {
    this.paths = [file, `${file}-wal`]
    this.requireSame()
  }

  /** Throws: `unavailable`, a file is gone, or is another. */
  requireSame(): void {
    for (const path of this.paths) {
      const inode = statSync(path, { throwIfNoEntry: false })?.ino
      const known = this.inodes.get(path)
      if (known !== undefined && inode !== known) {
        throw new StoreError(
          'unavailable',
          `${path} was ${inode === undefined ? 'deleted' : 'replaced'} while it was open.`,
        )
      }
      if (inode !== undefined) this.inodes.set(path, inode)
    }
  }
}
