import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, isServiceError, type Client } from '../../client/index.ts'
import { version } from '../../package-version.ts'

export interface ServerClientOptions {
  /** Base URL of the service. */
  readonly server: string
  readonly key: string
  /** Prints a message for a person: the server is unavailable, or available again. */
  readonly say: (message: string) => void
  /** How long a call is repeated while the server is unavailable. Unit: ms. Default: 300,000. */
  readonly patienceMs?: number | undefined
}

const PATIENCE_MS = 300_000
/** Results of a batch can be large, and connections slow. Unit: ms. */
const TIMEOUT_MS = 300_000

/** A client for long work: it waits for a server that is away, and says so once. */
export function createServerClient({ server, key, say, patienceMs = PATIENCE_MS }: ServerClientOptions): Client {
  let isAway = false
  return createClient({
    baseUrl: server,
    key,
    patienceMs,
    timeoutMs: TIMEOUT_MS,
    headers: { 'User-Agent': `shelfmark/${version}` },
    onRetry: (error) => {
      if (isAway || isFull(error)) return
      isAway = true
      say(`The server is unavailable. Calls are repeated for ${patienceMs / 1000} s. ${error.message}`)
    },
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (response.ok && isAway) {
        isAway = false
        say('The server is available again.')
      }
      return response
    },
  })
}

/** Repeats a call for as long as a ceiling is exceeded: work in progress makes room. */
export async function waitForRoom<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isFull(error)) throw error
      await sleep(error.retryAfterMs ?? 1000, undefined, { signal })
    }
  }
}

function isFull(error: unknown) {
  return isServiceError(error, 'rate_limited') || isServiceError(error, 'quota_exceeded')
}
