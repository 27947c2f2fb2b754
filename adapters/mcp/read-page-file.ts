import { constants } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { MAX_PAGE_SIZE } from '../../core/index.ts'
import { ToolError } from './tool-error.ts'

/** A link in the place of the file is not followed, and a pipe does not wait for its other end. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Reads a saved page in a folder. A model, which a page may have told what to read, names the file.
 *
 * @param file Path, from the folder.
 * Throws: the errors of `node:fs`; `invalid_params` for a file that is elsewhere, also by links, for what is no
 * regular file, such as a device or a pipe, and for one that is too large for a page.
 */
export async function readPageFile(file: string, folder: string): Promise<Buffer> {
  const root = await realpath(folder)
  const path = resolve(folder, file)
  const isNamedInside = isInside(path, resolve(folder)) || isInside(path, root)
  const outside = new ToolError(
    'invalid_params',
    `The page can't be read: ${file} is not in ${root}. A person can start "shelfmark mcp" with --files FOLDER.`,
  )
  // Whether a file elsewhere exists is not said.
  const real = await realpath(path).catch((error: unknown) => {
    throw isNamedInside ? error : outside
  })
  if (!isInside(real, root)) throw outside
  if (!(await lstat(real)).isFile()) throw notAFile(file)
  const handle = await open(real, FLAGS)
  try {
    const found = await handle.stat()
    // What was opened is what is inside now: its folders were not replaced by links meanwhile.
    const inside = await lstat((await realpath(real)) === real ? real : root)
    if (inside.ino !== found.ino || inside.dev !== found.dev) throw outside
    if (!found.isFile()) throw notAFile(file)
    return await readAll(handle)
  } finally {
    await handle.close()
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function notAFile(file: string): ToolError {
  return new ToolError('invalid_params', `The page can't be read: ${file} is not a file.`)
}

/** All bytes of a file, which may grow meanwhile. Throws: `invalid_params`. */
async function readAll(handle: FileHandle): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min((await handle.stat()).size, MAX_PAGE_SIZE) + 1)
  let size = 0
  for (;;) {
    const { bytesRead } = await handle.read(bytes, size, bytes.length - size)
    size += bytesRead
    if (bytesRead === 0 || size === bytes.length) break
  }
  if (size > MAX_PAGE_SIZE) {
    throw new ToolError('invalid_params', `The page can't be read: it has more than ${MAX_PAGE_SIZE} bytes.`)
  }
  return bytes.subarray(0, size)
}
