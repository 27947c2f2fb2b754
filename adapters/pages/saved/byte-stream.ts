import { MAX_PAGE_SIZE } from '../../../core/index.ts'
import { SavedPageError } from './saved-page.ts'

/** Bytes in pieces of any size. A piece is read when it is asked for. */
export type ByteStream = AsyncIterable<Uint8Array>

/** The first bytes of a stream, at least `size` if it has them, and the whole stream, with the error that ends it. */
export async function peek(
  source: ByteStream,
  size: number,
): Promise<{ readonly head: Buffer; readonly whole: ByteStream }> {
  const pieces = source[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let end: Promise<IteratorResult<Uint8Array>> | null = null
  for (let length = 0; length < size && end === null;) {
    const next = pieces.next()
    const piece = await next.catch(() => null)
    if (piece === null || piece.done === true) end = next
    else {
      first.push(piece.value)
      length += piece.value.length
    }
  }
  return { head: Buffer.concat(first), whole: rejoin(first, end, pieces) }
}

async function* rejoin(
  first: readonly Uint8Array[],
  end: Promise<unknown> | null,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first
    if (end === null) yield* { [Symbol.asyncIterator]: () => rest }
    else await end
  } finally {
    await rest.return?.()
  }
}

const UTF8_MARK = [0xef, 0xbb, 0xbf] as const

/** The same bytes without the byte order mark of UTF-8. */
export async function* withoutMark(source: ByteStream): AsyncGenerator<Uint8Array> {
  let isStart = true
  for await (const piece of inLargerPieces(source, UTF8_MARK.length)) {
    const hasMark = isStart && UTF8_MARK.every((byte, index) => piece[index] === byte)
    yield hasMark ? piece.subarray(UTF8_MARK.length) : piece
    isStart = false
  }
}

/** The same bytes in pieces of at least `size`, except for the last one. */
export async function* inLargerPieces(source: ByteStream, size: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  try {
    for await (const piece of source) {
      waiting.push(piece)
      waitingBytes += piece.length
      if (waitingBytes < size) continue
      yield waiting.length === 1 ? piece : Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
    }
  } catch (error) {
    if (waitingBytes > 0) yield Buffer.concat(waiting)
    throw error
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}

/**
 * All bytes of a page.
 *
 * Rejects: with `page_too_large` as soon as there are more than a page may have.
 */
export async function readPageBytes(source: ByteStream): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source) {
    size += piece.length
    if (size > MAX_PAGE_SIZE) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

export function tooLarge(): SavedPageError {
  return new SavedPageError('page_too_large', `The page has more than ${MAX_PAGE_SIZE} bytes, which is the limit.`)
}
