import { appendFileSync, closeSync, createReadStream, existsSync, fstatSync, openSync, truncateSync } from 'node:fs'
import { LongBatchError } from './long-batch-error.ts'
import { parseJson } from './parse-json.ts'
import { isItemResult, type PlacedResult } from './placed-result.ts'

/** Unit: bytes. */
const PIECE_BYTES = 1024 * 1024
const LINE_END = 10

/** A result that a file holds already. */
export type KeptResult = Omit<PlacedResult, 'json'>

/** A file that results are added to, line by line. */
export interface ResultFile {
  /** Throws: a `LongBatchError` when somebody else has written to the file meanwhile, and as `node:fs` does. */
  readonly append: (lines: string) => void
  readonly close: () => void
}

/**
 * Opens a file of results, makes it when there is none, and removes a last line that was cut.
 *
 * @param onKept Told of each result that the file holds.
 * Rejects: with a `LongBatchError` when it holds anything else, and as `node:fs` does.
 */
export async function openResultFile(path: string, onKept: (result: KeptResult) => void): Promise<ResultFile> {
  const isThere = existsSync(path)
  let size = isThere ? await readResults(path, onKept) : 0
  if (isThere) truncateSync(path, size)
  const file = openSync(path, 'a')
  return {
    append: (lines) => {
      const bytes = Buffer.from(lines)
      if (fstatSync(file).size !== size) throw new LongBatchError(`${path}: somebody else writes to it`)
      // Written before anything else happens: whenever the process ends, what came is there.
      appendFileSync(file, bytes)
      size += bytes.length
    },
    close: () => closeSync(file),
  }
}

/** Gives the size of all complete lines together. Unit: bytes. */
async function readResults(path: string, onKept: (result: KeptResult) => void): Promise<number> {
  let size = 0
  let number = 0
  for await (const line of readLines(path)) {
    number++
    size += line.length + 1
    const result = parseJson(line.toString())
    if (!isItemResult(result)) throw new LongBatchError(`${path}, line ${number}: this is no result of an item`)
    const { index, error, credits_charged: credits } = result
    onKept({ index, error: error?.error ?? null, credits })
  }
  return size
}

/** Complete lines alone. Pages can have line separators in them that are none of JSON lines: bytes are looked at. */
async function* readLines(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes = Buffer.concat([rest, piece as Buffer])
    let start = 0
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
}
