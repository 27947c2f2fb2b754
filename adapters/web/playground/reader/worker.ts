import { operations } from './operations.ts'
import type { ReaderAnswer, ReaderRequest } from './messages.ts'

/** Does one thing after the other, apart from the page that is shown: it stays responsive. */
addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => {
  void answer(data).then((result) => postMessage(result))
})

async function answer({ id, name, args }: ReaderRequest): Promise<ReaderAnswer> {
  try {
    const operation = operations[name] as (...args: unknown[]) => unknown
    return { id, result: await operation(...args) }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}
