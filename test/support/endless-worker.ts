import work from '../../adapters/pages/pool/extract-worker.ts'

/** Entry of a thread in which the extraction of an empty page never ends. Other pages are extracted as usual. */
export default function workEndlessly(task: Parameters<typeof work>[0]): ReturnType<typeof work> {
  if (task.bytes.byteLength === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return work(task)
}
