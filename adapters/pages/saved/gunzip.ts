import type { TransformOptions } from 'node:stream'
import { createGunzip, type Gunzip, type ZlibOptions } from 'node:zlib'
import type { ByteStream } from './byte-stream.ts'
import { isGzip, MEMBER_START } from './gzip-start.ts'
import { SavedPageError } from './saved-page.ts'
import { through } from './through.ts'

/** Deflate makes a piece at most 1,032 times as long. Pieces have at most this length. Unit: bytes. */
const PIECE_BYTES = 64 * 1024
const MAX_OUTPUT_BYTES = 1100 * PIECE_BYTES
const OUTPUT_BYTES = 256 * 1024
/**
 * A record of a WARC is longer, also when it is compressed: each has a URL, a time and an id. A start that follows
 * sooner is not looked at, because each piece is a round trip to zlib's thread. Unit: bytes.
 */
const MIN_MEMBER_BYTES = 128
/** Each start that is tried costs a thousand times as much as its bytes. */
const MAX_DAMAGES = 1000

interface Piece {
  readonly bytes: Uint8Array
  /** Position of its first byte in the file. */
  readonly offset: number
  /** Whether a gzip member may start with it. */
  readonly isStart: boolean
}

/**
 * Decompresses gzip of any number of members. Gives one stream of bytes, which throws a `SavedPageError` where
 * the data are damaged or truncated. After damage, it gives another one, which starts at the next member; after the
 * thousandth damage, it throws.
 *
 * Each stream must be read to its end before the next one is asked for.
 */
export async function* gunzip(source: ByteStream): AsyncGenerator<ByteStream> {
  const pieces = splitAtMembers(source)
  /** The piece that is read next. Absent: undefined, the file has ended. */
  const next = { piece: await nextOf(pieces) }
  const inflate = async function* (): AsyncGenerator<Uint8Array> {
    const options: ZlibOptions & TransformOptions = { chunkSize: OUTPUT_BYTES, readableHighWaterMark: MAX_OUTPUT_BYTES }
    const stream = createGunzip(options)
    stream.on('error', () => undefined)
    const start = next.piece
    let offset = 0
    try {
      for (; next.piece !== undefined; next.piece = await nextOf(pieces)) {
        offset = next.piece.offset
        yield* inflatePiece(stream, next.piece)
      }
      yield* through(stream, null)
    } catch (error) {
      // The end of a member may be what is damaged: then its successor, with which the error appears, is not.
      if (next.piece === start) next.piece = await nextOf(pieces)
      while (next.piece?.isStart === false) next.piece = await nextOf(pieces)
      throw toSavedPageError(error, offset)
    } finally {
      stream.destroy()
    }
  }
  try {
    for (let streams = 0; next.piece !== undefined && streams < MAX_DAMAGES; streams++) yield inflate()
    if (next.piece !== undefined) throw tooDamaged(next.piece.offset)
  } finally {
    await pieces.return(undefined)
  }
}

async function* inflatePiece(stream: Gunzip, { bytes }: Piece): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield* through<Uint8Array>(stream, bytes.subarray(start, start + PIECE_BYTES))
  }
}

async function nextOf(pieces: AsyncGenerator<Piece>): Promise<Piece | undefined> {
  const { value, done } = await pieces.next()
  return done === true ? undefined : value
}

function tooDamaged(offset: number): SavedPageError {
  const problem = `The gzip data are damaged in ${MAX_DAMAGES} places: reading stopped at byte ${offset} of the file.`
  return new SavedPageError('damaged', problem)
}

function toSavedPageError(error: unknown, offset: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') {
    return new SavedPageError('truncated', 'The gzip data end in the middle: the file is truncated.', { cause: error })
  }
  if (code?.startsWith('Z_') !== true) return error
  return new SavedPageError('damaged', `The gzip data are damaged after byte ${offset} of the file.`, { cause: error })
}

/** Splits at bytes that look like the start of a member, so that reading can go on there after damage. */
async function* splitAtMembers(source: ByteStream): AsyncGenerator<Piece, undefined> {
  let offset = 0
  let nextStart = MIN_MEMBER_BYTES
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = Buffer.concat([rest, chunk])
    const findStart = (): number => bytes.indexOf(MEMBER_START, Math.max(nextStart - offset, 1))
    let start = 0
    for (let next = findStart(); next !== -1; next = findStart()) {
      yield toPiece(bytes.subarray(start, next), offset + start)
      start = next
      nextStart = offset + start + MIN_MEMBER_BYTES
    }
    // The last bytes may be the first ones of a start; a piece has those of its own start.
    const end = bytes.length - start < 2 * MEMBER_START.length ? start : bytes.length - MEMBER_START.length + 1
    if (end > start) yield toPiece(bytes.subarray(start, end), offset + start)
    offset += end
    rest = bytes.subarray(end)
  }
  if (rest.length > 0) yield toPiece(rest, offset)
  return undefined
}

function toPiece(bytes: Uint8Array, offset: number): Piece {
  return { bytes, offset, isStart: isGzip(bytes) }
}
