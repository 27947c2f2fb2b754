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
