import { parentPort } from 'node:worker_threads'

/** What a thread sends for each task. */
export type Reply<Result> = { readonly result: Result } | { readonly error: unknown }

/** Does the tasks that a thread gets, one after the other. Its first message says that it has started. */
export function serveTasks(work: (task: unknown) => unknown): void {
  parentPort?.on('message', (task: unknown) => parentPort?.postMessage(toReply(work, task)))
  parentPort?.postMessage(null)
}

function toReply(work: (task: unknown) => unknown, task: unknown): Reply<unknown> {
  try {
    return { result: work(task) }
  } catch (error) {
    return { error }
  }
}
