import type { Operations } from './operations.ts'
import type { ReaderAnswer, ReaderRequest } from './messages.ts'

/** The worker can't do what it was asked. The message says why, for a person. */
class ReadError extends Error {}

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: ReadError) => void
}

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Asks the worker that reads pages, which is started for the first page. Rejects: with a `ReadError`. */
export function askReader<Name extends keyof Operations>(
  name: Name,
  ...args: Parameters<Operations[Name]>
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  worker ??= startWorker()
  const request: ReaderRequest<Name> = { id: ++lastId, name, args }
  // Bytes go to the worker, without a copy.
  const bytes = args.flatMap((arg: unknown) => (arg instanceof Uint8Array ? [arg.buffer] : []))
  worker.postMessage(request, bytes as ArrayBuffer[])
  return new Promise((resolve, reject) => waiting.set(request.id, { resolve, reject }))
}

function startWorker(): Worker {
  const started = new Worker(new URL(READER_WORKER, import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<ReaderAnswer>) => {
    const own = waiting.get(data.id)
    waiting.delete(data.id)
    if ('result' in data) own?.resolve(data.result as never)
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
