import work from '../../adapters/pages/pool/extract-worker.ts'

/** How long the page of one byte waits, without taking processor time. Unit: ms. */
const STARVED_MS = 1000

/**
 * Entry of a thread in which the extraction of an empty page never ends, and that of a page of one byte waits, as on a
 * machine that is too busy. Other pages are extracted as usual.
 */
export default function workEndlessly(task: Parameters<typeof work>[0]): ReturnType<typeof work> {
  const { byteLength } = task.bytes
  if (byteLength === 0) for (;;) performance.now()
  if (byteLength === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STARVED_MS)
  return work(task)
}
