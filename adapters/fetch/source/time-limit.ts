import { untilAborted } from '../../signals.ts'
import { abortedFetch, SourceError } from './page-source.ts'

/**
 * Runs work with a time limit, and aborts it when the caller leaves. The work has no more time than that,
 * whether it heeds its signal or not.
 *
 * Rejects: `timeout` or `aborted`, regardless of the error that the abort caused in the work;
 * else a `SourceError` of the work; `network` for any other error of the work.
 */
export async function withTimeLimit<T>(
  caller: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (caller.aborted) throw abortedFetch(caller)
  const controller = new AbortController()
  const leave = () => controller.abort(abortedFetch(caller))
  const timer = setTimeout(() => controller.abort(timeoutError(limitMs)), limitMs)
  caller.addEventListener('abort', leave, { once: true })
  try {
    return await untilAborted(work(controller.signal), controller.signal)
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    if (error instanceof SourceError) throw error
    throw new SourceError('network', `There is no answer: ${describeFailure(error)}.`, { cause: error })
  } finally {
    clearTimeout(timer)
    caller.removeEventListener('abort', leave)
  }
}

function timeoutError(limitMs: number): SourceError {
  return new SourceError('timeout', `There was no complete answer within ${limitMs} ms.`)
}

/** The code of a socket's or client's error, which is more precise than its message; else the message. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
