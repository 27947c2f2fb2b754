import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A small disk in memory, that can be full. */
export interface SmallDisk {
  /** Takes all free space of the disk. Returns the bytes that are free then. */
  readonly fill: () => number
  readonly free: () => void
  readonly remove: () => void
}

/** Mounts a disk as a folder, which is created. Absent: null, this user can't mount one (root on Linux can). */
export function mountSmallDisk(directory: string, megabytes: number): SmallDisk | null {
  mkdirSync(directory, { recursive: true })
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`]
  if (spawnSync('mount', [...options, 'shelfmark', directory]).status !== 0) return null
  const ballast = join(directory, 'ballast')
  const fill = (): number => {
    const file = openSync(ballast, 'a')
    try {
      for (const bytes of [1_000_000, 4096]) while (!isFull(file, Buffer.alloc(bytes)));
    } finally {
      closeSync(file)
    }
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  }
  return { fill, free: () => rmSync(ballast), remove: () => void spawnSync('umount', [directory]) }
}

/** Writes, and says whether there was no room for all of it. */
function isFull(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) < chunk.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return true
    throw error
  }
}
