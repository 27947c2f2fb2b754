/** Attempts of this process to send something, a limited number at a time. */
export interface Attempts {
  /** Starts the attempts that are due and have a slot, without waiting for their end. Rejects: with a `StoreError`. */
  readonly start: () => Promise<void>
  /** Starts no more, waits for those in progress, and aborts them after `drainMs`: they are made again. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

interface AttemptOptions<Claim> {
  /** Attempts at the same time. */
  readonly slots: number
  /** Claims attempts that are due, at most as many as there are free slots. */
  readonly claim: (free: number) => Promise<readonly Claim[]>
  /** Makes one attempt, and records its outcome. Rejects: with the reason of the signal, when it ends the attempt. */
  readonly attempt: (claim: Claim, signal: AbortSignal) => Promise<void>
  /** Gets what an attempt rejects with, unless the end of the process has aborted it. */
  readonly onError: (error: unknown) => void
}

export function createAttempts<Claim>({ slots, claim, attempt, onError }: AttemptOptions<Claim>): Attempts {
  const running = new Set<Promise<void>>()
  const end = new AbortController()
  let isClosed = false
  let starting: Promise<void> = Promise.resolve()
  const startDue = async (): Promise<void> => {
    const free = slots - running.size
    if (free === 0 || isClosed) return
    for (const one of await claim(free)) {
      const made: Promise<void> = attempt(one, end.signal)
        .catch((error: unknown) => {
          if (!end.signal.aborted) onError(error)
        })
        .finally(() => running.delete(made))
      running.add(made)
    }
  }
  return {
    start: () => {
      starting = startDue()
      return starting
    },
    close: async (drainMs) => {
      isClosed = true
      const timer = setTimeout(() => end.abort(), drainMs)
      // Who has called `start` gets its error.
      await starting.catch(() => undefined)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
