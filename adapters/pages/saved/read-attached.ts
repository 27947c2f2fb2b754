import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readPageBytes } from './byte-stream.ts'

/** Reads a file that another file names. Absent: null, there is none. Rejects: with `page_too_large`. */
export type ReadAttached = (name: string) => Promise<Uint8Array | null>

const ABSENT: readonly (string | undefined)[] = ['ENOENT', 'ELOOP']

function orAbsent(error: NodeJS.ErrnoException): null {
  if (ABSENT.includes(error.code)) return null
  throw error
}

/** Reads files of the same folder as a file: not those of other folders, and not through links. */
export function attachedTo(file: string): ReadAttached {
  return async (name) => {
    if (name !== basename(name)) return null
    const opened = await open(join(dirname(file), name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(orAbsent)
    if (opened === null) return null
    try {
      return (await opened.stat()).isFile() ? await readPageBytes(opened.createReadStream({ autoClose: false })) : null
    } finally {
      await opened.close()
    }
  }
}
