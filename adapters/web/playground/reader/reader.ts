import type { PageReading, ReaderInput, ReadAnswer, ReadOptions, ReadRequest } from './protocol.ts'

/** A page can't be read. The message says why, for a person. */
class ReadError extends Error {}

interface Waiting {
  readonly resolve: (reading: PageReading) => void
  readonly reject: (error: ReadError) => void
}

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Reads a page in a worker, which is started for the first page. Rejects: with a `ReadError`. */
export function readInWorker(source: ReaderInput, options: ReadOptions): Promise<PageReading> {
  worker ??= startWorker()
  const request: ReadRequest = { id: ++lastId, source, options }
  worker.postMessage(request)
  return new Promise((resolve, reject) => waiting.set(request.id, { resolve, reject }))
}

function startWorker(): Worker {
  const started = new Worker(new URL(READER_WORKER, import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
    const own = waiting.get(data.id)
    waiting.delete(data.id)
    if ('reading' in data) own?.resolve(data.reading)
    else own?.reject(new ReadError(data.problem))
  })
  started.addEventListener('error', () => {
    worker = null
    for (const { reject } of waiting.values())
      reject(new ReadError('The reader could not be loaded. Load the page again.'))
    waiting.clear()
  })
  return started
}
