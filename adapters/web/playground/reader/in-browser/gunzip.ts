import { Gunzip } from 'fflate'
import type { ByteStream } from '../../../../pages/saved/byte-stream.ts'
import { SavedPageError } from '../../../../pages/saved/saved-page.ts'

/** Bytes that are decompressed at a time: they can become a thousand times as many. */
const PIECE_BYTES = 64 * 1024

/**
 * Decompresses gzip of any number of members, as `adapters/pages/saved/gunzip.ts` does in Node. Gives one stream of bytes,
 * which throws a `SavedPageError` where the data are damaged or truncated: nothing after it is read.
 */
export async function* gunzip(source: ByteStream): AsyncGenerator<ByteStream> {
  yield inflate(source)
}

async function* inflate(source: ByteStream): AsyncGenerator<Uint8Array> {
  let received: Uint8Array[] = []
  let offset = 0
  const stream = new Gunzip((bytes) => received.push(bytes))
  const push = (bytes: Uint8Array, isLast: boolean): readonly Uint8Array[] => {
    try {
      stream.push(bytes, isLast)
    } catch (cause) {
      const problem = isLast
        ? 'The gzip data end in the middle: the file is truncated.'
        : `The gzip data are damaged after byte ${offset} of the file.`
      throw new SavedPageError(isLast ? 'truncated' : 'damaged', problem, { cause })
    }
    const taken = received
    received = []
    return taken
  }
  for await (const piece of source) {
    for (let start = 0; start < piece.length; start += PIECE_BYTES) {
      yield* push(piece.subarray(start, start + PIECE_BYTES), false)
      offset += Math.min(PIECE_BYTES, piece.length - start)
    }
  }
  yield* push(new Uint8Array(0), true)
}
