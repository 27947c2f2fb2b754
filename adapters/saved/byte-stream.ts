import { MAX_PAGE_SIZE } from '../../core/index.ts'
import { SavedPageError } from './saved-page.ts'

/** Bytes in pieces of any size. A piece is read when it is asked for. */
export type ByteStream = AsyncIterable<Uint8Array>

/** The first bytes of a stream, at least `size` if it has them, and the whole stream. */
export async function peek(
  source: ByteStream,
  size: number,
): Promise<{ readonly head: Uint8Array; readonly whole: ByteStream }> {
  const pieces = source[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  for (let length = 0; length < size; ) {
    const { value, done } = await pieces.next()
    if (done === true) break
    first.push(value)
    length += value.length
  }
  return { head: Buffer.concat(first), whole: rejoin(first, pieces) }
}

async function* rejoin(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* first
    yield* { [Symbol.asyncIterator]: () => rest }
  } finally {
    await rest.return?.()
  }
}

/**
 * All bytes of a page.
 *
 * Rejects: with `page_too_large` as soon as there are more than a page may have.
 */
export async function readPageBytes(source: ByteStream): Promise<Uint8Array> {
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
