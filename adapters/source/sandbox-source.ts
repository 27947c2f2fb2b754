import { setTimeout as sleep } from 'node:timers/promises'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { builtInPages, Sandbox, type SandboxAnswer, type SandboxOptions } from '../sandbox/index.ts'
import { decodeBody, tooLargeError } from './decode-body.ts'
import { followRedirects, readLocation, type Hop } from './follow-redirects.ts'
import { ATTEMPT_MS, MAX_BYTES } from './limits.ts'
import { SourceError, type PageSource } from './page-source.ts'
import { abortedError, withTimeLimit } from './time-limit.ts'

export interface SandboxSourceOptions extends Partial<SandboxOptions> {
  /** Time of one attempt. Unit: ms. Default: 15,000. */
  readonly timeLimitMs?: number | undefined
}

/**
 * Pages of the simulated marketplace, in this process: no network, the same page
 * for the same address. Faults happen here too, magic ASINs' and queries' among them.
 * Options: those of `Sandbox`; its built-in pages, `light`, unless they say otherwise.
 */
export function sandboxSource({ timeLimitMs = ATTEMPT_MS, ...options }: SandboxSourceOptions = {}): PageSource {
  const sandbox = new Sandbox({ pages: builtInPages, weight: 'light', ...options })
  const askNow = (url: URL) =>
    sandbox.answer({
      method: 'GET',
      target: url.pathname + url.search,
      host: url.host,
      acceptEncoding: undefined,
      faults: undefined,
    })
  return {
    fetch: async ({ domain, url }, caller) => {
      const { host } = requireMarketplace(domain)
      if (caller.aborted) throw abortedError()
      const start = new URL(url)
      const answer = askNow(start)
      const isPrompt = deliveryMs(answer) === 0 && readLocation(answer.status, answer.headers.Location) === null
      if (isPrompt) return { ...(await receive(answer)), url: start.href }
      let next: SandboxAnswer | null = answer
      return await withTimeLimit(caller, timeLimitMs, (signal) =>
        followRedirects(url, host, async (address): Promise<Hop> => {
          const current = next ?? askNow(address)
          next = null
          await arrive(current, signal)
          const location = readLocation(current.status, current.headers.Location)
          return location === null ? await receive(current) : { location }
        }),
      )
    },
    close: async () => undefined,
  }
}

/** How long an answer is on its way. Unit: ms. */
function deliveryMs({ body, delivery }: SandboxAnswer): number {
  const { delayMs, bytesPerSecond, breakAt, lost } = delivery
  if (lost === 'hang') return Infinity
  const bytes = Math.min(body.length, breakAt ?? Infinity)
  return delayMs + (bytesPerSecond === null ? 0 : (bytes / bytesPerSecond) * 1000)
}

/** Longer waits end by themselves, by their time limit. Unit: ms. */
const FOR_EVER_MS = 600_000

async function arrive(answer: SandboxAnswer, signal: AbortSignal): Promise<void> {
  const ms = deliveryMs(answer)
  if (ms > 0) await sleep(Math.min(ms, FOR_EVER_MS), undefined, { signal })
}

/** What a client makes of an answer that has arrived. */
async function receive({ status, headers, body, delivery }: SandboxAnswer) {
  if (delivery.lost === 'reset') throw new SourceError('network', 'There is no answer: ECONNRESET.')
  if (delivery.breakAt !== null && delivery.breakAt < body.length) {
    throw new SourceError('network', 'There is no whole answer: the connection was closed.')
  }
  if (body.length > MAX_BYTES) throw tooLargeError(MAX_BYTES)
  const bytes = await decodeBody(body, headers['Content-Encoding'], MAX_BYTES)
  // The sandbox keeps its own.
  return { status, contentType: headers['Content-Type'], bytes: bytes === body ? new Uint8Array(body) : bytes }
}
