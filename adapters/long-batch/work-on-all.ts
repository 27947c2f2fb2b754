import PQueue from 'p-queue'

/**
 * Works on many things, so many at a time, in their order.
 *
 * Rejects: with the error of the first that fails, or the reason of the signal; what runs is told by its own signal, and waited for.
 */
export async function workOnAll<T>(
  things: Iterable<T>,
  concurrency: number,
  work: (thing: T, signal: AbortSignal) => Promise<void>,
  caller: AbortSignal,
): Promise<void> {
  const queue = new PQueue({ concurrency })
  const failure = new AbortController()
  const signal = AbortSignal.any([caller, failure.signal])
  for (const thing of things) {
    // Lists are long: only the next ones wait in the queue.
    await queue.onSizeLessThan(concurrency)
    if (signal.aborted) break
    void queue.add(async () => {
      if (!signal.aborted) await work(thing, signal).catch((error: unknown) => failure.abort(error))
    })
  }
  await queue.onIdle()
  signal.throwIfAborted()
}
