import PQueue from 'p-queue'

/**
 * Runs a task for each value, in their order, some at the same time.
 *
 * Rejects: with the error of the first task that fails, or with the reason of the caller's signal. The tasks in
 * progress are aborted by the signal that they got, and have ended by then.
 */
export async function workOnAll<T>(
  values: Iterable<T>,
  concurrency: number,
  work: (value: T, signal: AbortSignal) => Promise<void>,
  caller: AbortSignal,
): Promise<void> {
  const queue = new PQueue({ concurrency })
  const failure = new AbortController()
  const signal = AbortSignal.any([caller, failure.signal])
  for (const value of values) {
    // Lists are long: only the next values wait in the queue.
    await queue.onSizeLessThan(concurrency)
    if (signal.aborted) break
    void queue.add(async () => {
      if (!signal.aborted) await work(value, signal).catch((error: unknown) => failure.abort(error))
    })
  }
  await queue.onIdle()
  signal.throwIfAborted()
}
