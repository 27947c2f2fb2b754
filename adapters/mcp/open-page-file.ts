import { constants, type ReadStream } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { ToolError } from './tool-error.ts'

/** A link in the place of the file is not followed, and a pipe does not wait for its other end. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a file of saved pages in a folder. A model, which a page may have told what to read, names the file.
 *
 * @param file Path, from the folder.
 * Rejects: with the errors of `node:fs`; with `invalid_params` for a file that is elsewhere, also by links, and for
 * what is not a regular file, such as a device or a pipe.
 */
export async function openPageFile(file: string, folder: string): Promise<ReadStream> {
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
    await requireInside(handle)
  } catch (error) {
    await handle.close()
    throw error
  }
  return handle.createReadStream()

  /** What was opened is what is inside now: its folders were not replaced by links meanwhile. */
  async function requireInside(handle: FileHandle): Promise<void> {
    const found = await handle.stat()
    const inside = await lstat((await realpath(real)) === real ? real : root)
    if (inside.ino !== found.ino || inside.dev !== found.dev) throw outside
    if (!found.isFile()) throw notAFile(file)
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function notAFile(file: string): ToolError {
  return new ToolError('invalid_params', `The page can't be read: ${file} is not a file.`)
}
