import { parentPort } from 'node:worker_threads'
import type { LoadModule } from './start-thread.ts'
import { findThreadName } from './thread-time.ts'

/** What a thread sends for each task. */
export type Reply<Result> = { readonly result: Result } | { readonly error: unknown }

/**
 * Does the tasks that a thread gets, one after the other. Its first message is its name: it has started.
 * `work`: module whose default export does a task.
 */
export async function start({ work: file }: { readonly work: string }, load: LoadModule): Promise<void> {
  const work = (await load(file))['default'] as (task: unknown) => unknown
  parentPort?.on('message', (task: unknown) => parentPort?.postMessage(toReply(work, task)))
  parentPort?.postMessage(findThreadName())
}

function toReply(work: (task: unknown) => unknown, task: unknown): Reply<unknown> {
  try {
    return { result: work(task) }
  } catch (error) {
    return { error }
  }
}
