import { appendFileSync, closeSync, createReadStream, fstatSync, ftruncateSync } from 'node:fs'
import * as v from 'valibot'
import { openToAppend } from '../../own-file.ts'
import { splitLines } from '../../pages/saved/lines.ts'
import { ListError } from './errors.ts'

const CHUNK_BYTES = 1024 * 1024

const json = v.pipe(v.string(), v.parseJson())

/** A file to which results are added, one a line. */
export interface ResultFile {
  /** Throws: a `ListError` when another process has written to the file; the errors of `node:fs`. */
  readonly append: (lines: string) => void
  readonly close: () => void
}

/**
 * Opens a file of results, or creates it. Removes an incomplete last line.
 *
 * @param keep Called with each line of the file, parsed. Gives whether it is a result.
 * Rejects: with a `ListError` when the file contains anything else; with the errors of `node:fs`.
 */
export async function openResultFile(path: string, keep: (value: unknown) => boolean): Promise<ResultFile> {
  const file = openToAppend(path)
  let size = await readResults(path, file, keep)
  ftruncateSync(file, size)
  return {
    append: (lines) => {
      const bytes = Buffer.from(lines)
      if (fstatSync(file).size !== size) {
        throw new ListError(`Another process writes to ${path}. Give each run a file of its own as --out.`)
      }
      // Synchronous: a result that was fetched is in the file even when the process ends at once.
      appendFileSync(file, bytes)
      size += bytes.length
    },
    close: () => closeSync(file),
  }
}

/** Size of all complete lines together. Unit: bytes. */
async function readResults(path: string, file: number, keep: (value: unknown) => boolean): Promise<number> {
  let size = 0
  let number = 0
  const stream = createReadStream(path, { fd: file, start: 0, autoClose: false, highWaterMark: CHUNK_BYTES })
  for await (const { bytes, isComplete } of splitLines(stream)) {
    if (bytes === null || !isComplete) break
    number++
    size += bytes.length + 1
    const { output } = v.safeParse(json, Buffer.from(bytes).toString())
    if (!keep(output)) {
      throw new ListError(`Line ${number} of ${path} is not a result of this command. Name another file as --out.`)
    }
  }
  return size
}
