/** A client must take each piece within this time, and the time that its bytes need at the least rate. Unit: ms. */
const PATIENCE_MS = 10_000
/** Least rate at which a client must read. Unit: bytes a second. */
const MIN_BYTES_PER_SECOND = 10_000

/**
 * A body that is read piece by piece, as fast as the client takes it. A client that reads too
 * slowly is cut off: its pieces take memory until they are read.
 *
 * `release`: called once, when the body has ended, in any way.
 */
export function pacedStream(pieces: AsyncIterable<Uint8Array>, release: () => void): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = async (): Promise<void> => {
    clearTimeout(timer)
    if (hasEnded) return
    hasEnded = true
    release()
    await iterator.return?.()
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    clearTimeout(timer)
    try {
      const { done, value } = await iterator.next()
      if (hasEnded) return
      if (done === true) {
        await end()
        controller.close()
        return
      }
      controller.enqueue(value)
      const patienceMs = PATIENCE_MS + (value.length * 1000) / MIN_BYTES_PER_SECOND
      timer = setTimeout(() => {
        controller.error(new Error('The client reads too slowly.'))
        // The end of the pieces has no reader who could learn of its failure.
        end().catch(() => undefined)
      }, patienceMs)
    } catch (error) {
      await end()
      throw error
    }
  }
  // A piece is made when it is asked for, not before.
  return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 })
}
