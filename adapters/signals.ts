import { setMaxListeners } from 'node:events'

/**
 * Waits for work, but not after the signal is aborted, whether the work heeds the signal or not. Work that heeds it has
 * the last word: it knows how far it has come.
 *
 * `reason`: gives the error of a wait that was aborted. Default: the reason of the signal.
 * Rejects: as the work does; with that error.
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  reason: () => Error = () => signal.reason as Error,
): Promise<T> {
  work.catch(() => undefined)
  if (signal.aborted) throw reason()
  let leave = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    leave = () => void setImmediate(() => reject(reason()))
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Whether a reason of an abort is a time limit that has passed. */
export function isTimeout(reason: unknown): reason is Error {
  return reason instanceof Error && reason.name === 'TimeoutError'
}

/** The reason of an abort for a time limit: `AbortSignal.timeout` has such a one. */
export function timeoutReason(message: string): Error {
  return new DOMException(message, 'TimeoutError')
}

/** A controller that is aborted when a caller's signal is. `unfollow` must be called in the end: the caller may live long. */
export function followSignal(caller: AbortSignal): { readonly own: AbortController; readonly unfollow: () => void } {
  const own = new AbortController()
  const leave = (): void => own.abort(caller.reason)
  if (caller.aborted) leave()
  caller.addEventListener('abort', leave, { once: true })
  return { own, unfollow: () => caller.removeEventListener('abort', leave) }
}

/**
 * Ends many jobs at the same time. Each job in progress listens to its signal, and leaves it: the number of listeners
 * is limited by the slots of the jobs, so that Node's warning of a leak does not apply.
 */
export function sharedEnd(): AbortController {
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  return end
}
