import type { Duplex } from 'node:stream'

/**
 * Writes a piece to a transforming stream, and gives all that comes out of it. `null` ends the stream.
 *
 * Unlike a pipeline, it gives what came out before an error. The stream must have room for the
 * output of one piece (`readableHighWaterMark`), and a listener of its errors.
 *
 * Throws: the error of the stream, at the end.
 */
export async function* through<Out>(stream: Duplex, piece: Uint8Array | null): AsyncGenerator<Out> {
  if (piece === null) {
    yield* stream.end() as AsyncIterable<Out>
    return
  }
  const failure = await new Promise<Error | null | undefined>((resolve) => {
    // Some streams call back after an error, others only report it.
    stream.once('error', resolve)
    stream.write(piece, (error) => {
      stream.off('error', resolve)
      resolve(error)
    })
  })
  for (let out = stream.read() as Out | null; out !== null; out = stream.read() as Out | null) yield out
  if (failure) throw failure
}
