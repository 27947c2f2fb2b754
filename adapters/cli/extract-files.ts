import { Worker } from 'node:worker_threads'
import type { ExtractPageOptions } from '../pages/extract-page.ts'
import { STANDARD_INPUT } from '../pages/list-pages.ts'
import { extractFile, type FileResult } from './extract-file.ts'

/** Run from source, there are no threads: on Node 20 the loader for TypeScript does not reach them. */
const IS_SOURCE = import.meta.url.endsWith('.ts')

/** Pages that a worker may be ahead of the one that is printed next. */
const PAGES_AHEAD = 16

/** Reads many pages, several at a time, and gives them in the order in which they were named. */
export async function* extractFiles(
  files: readonly string[],
  options: ExtractPageOptions,
  jobs: number,
): AsyncGenerator<FileResult> {
  if (jobs === 1 || IS_SOURCE) {
    for (const file of files) yield await extractFile(file, options)
    return
  }
  const pool = Array.from({ length: Math.min(jobs, files.length) }, () => new PageWorker())
  try {
    const results: Promise<FileResult>[] = []
    for (let next = 0; next < files.length; next++) {
      for (let ahead = results.length; ahead < Math.min(files.length, next + pool.length * PAGES_AHEAD); ahead++) {
        const file = files[ahead] as string
        const worker = pool[ahead % pool.length] as PageWorker
        // A thread has a standard input of its own, an empty one.
        results.push(file === STANDARD_INPUT ? extractFile(file, options) : worker.extract(file, options))
      }
      yield await (results[next] as Promise<FileResult>)
      results[next] = NOTHING
    }
  } finally {
    await Promise.all(pool.map((worker) => worker.stop()))
  }
}

/** A place in the list of results whose page was handed on already. */
const NOTHING = new Promise<never>(() => undefined)

/** A thread that reads pages one after the other. */
class PageWorker {
  private readonly thread: Worker
  private readonly waiting: { resolve: (result: FileResult) => void; reject: (error: Error) => void }[] = []

  constructor() {
    this.thread = new Worker(new URL('./page-thread.js', import.meta.url))
    this.thread.on('message', (result: FileResult) => this.waiting.shift()?.resolve(result))
    this.thread.on('error', (error) => {
      for (const { reject } of this.waiting.splice(0)) reject(error)
    })
  }

  extract(file: string, options: ExtractPageOptions): Promise<FileResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject })
      this.thread.postMessage({ file, options })
    })
  }

  async stop(): Promise<void> {
    await this.thread.terminate()
  }
}
