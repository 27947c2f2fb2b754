import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Loads a module in the way of this process. */
export type LoadModule = (file: string) => Promise<Readonly<Record<string, unknown>>>

const IS_SOURCE = import.meta.url.endsWith('.ts')

/**
 * The first code of a thread: loads its module, and calls the `start` of it. From source, modules are
 * TypeScript, which the loader of the process gives to threads for `require` alone.
 */
const START = toModule(`
  import { createRequire } from 'node:module'
  import { fileURLToPath } from 'node:url'
  import { workerData } from 'node:worker_threads'
  const load = ${IS_SOURCE ? 'async (file) => createRequire(file)(fileURLToPath(file))' : '(file) => import(file)'}
  await (await load(workerData.entry)).start(workerData.data, load)`)

function toModule(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

/** The module of a thread, next to the module that starts it. From source, it is a `.ts` file. */
export function besides(base: string, name: string): URL {
  return new URL(`./${name}${IS_SOURCE ? '.ts' : '.js'}`, base)
}

/** Starts a thread. Its module exports `start`, which gets the data, and how to load other modules. */
export function startThread(entry: URL, data: unknown, options: Omit<WorkerOptions, 'workerData'> = {}): Worker {
  return new Worker(START, { ...options, workerData: { entry: entry.href, data } })
}
