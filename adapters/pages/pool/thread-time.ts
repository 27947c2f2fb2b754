import { readFileSync, readlinkSync } from 'node:fs'

const NS_PER_MS = 1e6

/** Name of the calling thread, for `threadTimeMs` in another thread. Absent: null, the system is not Linux. */
export function findThreadName(): string | null {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}

/**
 * Time that a thread of this process has spent on a processor. Unit: ms.
 * Absent: null, the system does not count it, or the thread has ended.
 */
export function threadTimeMs(name: string | null): number | null {
  if (name === null) return null
  try {
    // A thread has taken time to start: 0 is a system that does not count.
    return Number.parseInt(readFileSync(`/proc/${name}/schedstat`, 'latin1'), 10) / NS_PER_MS || null
  } catch {
    return null
  }
}
