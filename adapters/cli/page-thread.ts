import { parentPort } from 'node:worker_threads'
import type { ExtractPageOptions } from '../pages/extract-page.ts'
import { extractFile } from './extract-file.ts'

/** Body of a thread: reads the pages that it is sent, in order. */
let previous: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ file, options }: { file: string; options: ExtractPageOptions }) => {
  previous = previous.then(async () => parentPort?.postMessage(await extractFile(file, options)))
})
