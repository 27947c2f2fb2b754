/** Waits for work, but not after the signal is aborted. Rejects: as the work does; with the reason of the signal. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined)
  let leave = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
