import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Files that this program writes. Others may write to their folder, such as `/tmp`, and put a symbolic link where a
 * file will be: no link is followed, so that nothing is written elsewhere.
 */

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR, O_TRUNC, O_WRONLY } = constants

/** A file that is written under another name, next to its own. */
export interface PartFile {
  readonly path: string
  /** Descriptor of the file, open for writing. */
  readonly descriptor: number
  /** Closes the file, which has its own name from then on. It is on the disk. */
  readonly end: () => void
}

/**
 * @param mode Permissions of the file.
 * Throws: the errors of `node:fs`; an error when the name is that of something else than a regular file.
 */
export function openPart(file: string, mode = 0o666): PartFile {
  requireReplaceable(file)
  const path = `${file}.${randomBytes(6).toString('hex')}.part`
  const descriptor = openSync(path, 'wx', mode)
  return {
    path,
    descriptor,
    end: () => {
      fsyncSync(descriptor)
      closeSync(descriptor)
      renameSync(path, file)
    },
  }
}

/** Replaces a file as a whole: when the process ends at any time, the file is the old one or the new one. */
export function replaceFile(file: string, content: string, mode?: number): void {
  const part = openPart(file, mode)
  writeFileSync(part.descriptor, content)
  part.end()
}

/** Writes to a file, in place. Throws: the errors of `node:fs`; `ELOOP` for a link. */
export function writeOwnFile(file: string, content: string | Uint8Array): void {
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
  try {
    writeFileSync(descriptor, content)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Opens a file, or creates it, for reading and for writing at its end. Gives its descriptor.
 *
 * @param mode Permissions of a new file.
 * Throws: the errors of `node:fs`; `ELOOP` for a link; an error for what is not a regular file.
 */
export function openToAppend(file: string, mode = 0o666): number {
  const descriptor = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, mode)
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw systemError(file, `${file} is not a regular file.`)
}

function requireReplaceable(file: string): void {
  statSync(dirname(file))
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile()) return
  if (stats.isSymbolicLink()) throw systemError(file, `${file} is a symbolic link. Name the file that it points to.`)
  throw systemError(file, `${file} is not a regular file.`)
}

/** An error as those of `node:fs` are. */
function systemError(path: string, message: string): Error {
  return Object.assign(new Error(message), { code: 'EINVAL', syscall: 'open', path })
}
