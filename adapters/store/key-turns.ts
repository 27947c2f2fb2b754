/** Turns of the requests of a process that have the same idempotency key: one after the other, in their order. */
export class KeyTurns {
  /** Requests that wait, by the key that another one has in use. */
  private readonly used = new Map<string, Set<() => void>>()

  isUsed(name: string): boolean {
    return this.used.has(name)
  }

  /** Waits until no other request uses the key, which is then in use. Rejects: with the reason of the signal. */
  async begin(name: string, signal: AbortSignal | null): Promise<void> {
    signal?.throwIfAborted()
    const waiting = this.used.get(name)
    if (waiting === undefined) {
      this.used.set(name, new Set())
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(begin)
        reject(signal?.reason as Error)
      }
      const begin = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      waiting.add(begin)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** Ends the use of a key: the next request begins. */
  end(name: string): void {
    const waiting = this.used.get(name)
    const [next] = waiting ?? []
    if (waiting === undefined || next === undefined) {
      this.used.delete(name)
      return
    }
    waiting.delete(next)
    next()
  }
}
