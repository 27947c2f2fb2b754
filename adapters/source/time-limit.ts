import { SourceError } from './page-source.ts'

/**
 * Does something within a time limit, and ends it when the caller leaves.
 *
 * Rejects: `timeout`, `aborted`, whatever else the work itself made of being
 * ended; a `SourceError` of the work; `network` for any other error.
 */
export async function withTimeLimit<T>(
  caller: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (caller.aborted) throw abortedError()
  const controller = new AbortController()
  const leave = () => controller.abort(abortedError())
  const timer = setTimeout(() => controller.abort(timeoutError(limitMs)), limitMs)
  caller.addEventListener('abort', leave, { once: true })
  try {
    return await work(controller.signal)
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    if (error instanceof SourceError) throw error
    throw new SourceError('network', `There is no answer: ${describe(error)}.`, { cause: error })
  } finally {
    clearTimeout(timer)
    caller.removeEventListener('abort', leave)
  }
}

export function abortedError(): SourceError {
  return new SourceError('aborted', 'Nobody waits for the page any more.')
}

function timeoutError(limitMs: number): SourceError {
  return new SourceError('timeout', `There was no whole answer within ${limitMs} ms.`)
}

/** Code of a socket's or client's error, which says more than its message; with the message of what has none. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
