import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from '../../../core/index.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import { builtInPages, Sandbox, type SandboxAnswer, type SandboxOptions } from '../../sandbox/server/index.ts'
import { decodeAnswer } from './decode-answer.ts'
import { followRedirects, readLocation, type Hop } from './follow-redirects.ts'
import {
  abortedFetch,
  ATTEMPT_MS,
  MAX_BYTES,
  SourceError,
  tooLargeError,
  withAnswerHead,
  type PageSource,
  type PostedBody,
} from './page-source.ts'
import { withTimeLimit } from './time-limit.ts'

export interface SandboxSourceOptions extends Partial<SandboxOptions> {
  /** Time limit of one attempt. Unit: ms. Default: 15,000. */
  readonly timeLimitMs?: number | undefined
}

/**
 * Pages of the simulated marketplace, rendered in this process: no network, and the
 * same page for the same URL. Faults happen here too, such as those of magic ASINs and
 * queries. The options are those of `Sandbox`. Default: its built-in pages, `light`.
 */
export function sandboxSource({ timeLimitMs = ATTEMPT_MS, ...options }: SandboxSourceOptions = {}): PageSource {
  const sandbox = new Sandbox({ pages: builtInPages, weight: 'light', ...options })
  const answerOf = (url: URL, place: Place | undefined, post?: PostedBody) =>
    sandbox.answer({
      method: post === undefined ? 'GET' : 'POST',
      posted: post === undefined ? undefined : { text: post.text, headers: lowerNames(post.headers) },
      target: url.pathname + url.search,
      host: url.host,
      acceptEncoding: undefined,
      faults: undefined,
      place,
    })
  return {
    heedsPlace: true,
    fetch: async ({ domain, url, place, post }, caller) => {
      const { host } = requireMarketplace(domain)
      if (caller.aborted) throw abortedFetch(caller)
      const start = new URL(url)
      const answer = answerOf(start, place, post)
      return await withAnswerHead(async (onAnswer) => {
        const note = ({ status, delivery }: SandboxAnswer, { href }: URL): void => {
          if (delivery.lost === null) onAnswer({ status, url: href })
        }
        const isPrompt = headMs(answer) + bodyMs(answer) === 0 && locationOf(answer) === null
        if (isPrompt) {
          note(answer, start)
          return { ...(await receive(answer)), url: start.href }
        }
        let next: SandboxAnswer | null = answer
        return await withTimeLimit(caller, timeLimitMs, (signal) =>
          followRedirects(url, host, async (address): Promise<Hop> => {
            const current = next ?? answerOf(address, place)
            next = null
            await arrive(headMs(current), signal)
            const location = locationOf(current)
            if (location !== null) return { location }
            note(current, address)
            await arrive(bodyMs(current), signal)
            return await receive(current)
          }),
        )
      })
    },
    close: async () => undefined,
  }
}

function lowerNames(headers: PostedBody['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function locationOf({ status, headers }: SandboxAnswer): string | null {
  return readLocation(status, headers.Location)
}

/** Time until an answer begins. Unit: ms. */
function headMs({ delivery }: SandboxAnswer): number {
  return delivery.lost === 'hang' ? Infinity : delivery.delayMs
}

/** Time from the beginning of an answer to its end. Unit: ms. */
function bodyMs({ body, delivery }: SandboxAnswer): number {
  const { bytesPerSecond, breakAt } = delivery
  const bytes = Math.min(body.length, breakAt ?? Infinity)
  return bytesPerSecond === null ? 0 : (bytes / bytesPerSecond) * 1000
}

/** A longer wait is cut: the attempt's time limit ends it first. Unit: ms. */
const MAX_SLEEP_MS = 600_000

async function arrive(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(Math.min(ms, MAX_SLEEP_MS), undefined, { signal })
}

/** Reads an answer that has arrived, as a client would. */
async function receive({ status, headers, body, delivery }: SandboxAnswer) {
  if (delivery.lost === 'reset') throw new SourceError('network', 'There is no answer: ECONNRESET.')
  if (delivery.breakAt !== null && delivery.breakAt < body.length) {
    throw new SourceError('network', 'There is no complete answer: the connection was closed.')
  }
  if (body.length > MAX_BYTES) throw tooLargeError(MAX_BYTES)
  const bytes = await decodeAnswer(body, { encoding: headers['Content-Encoding'], maxBytes: MAX_BYTES })
  // The sandbox keeps its own bytes, and the receiver may transfer these.
  return { status, contentType: headers['Content-Type'], bytes: bytes === body ? new Uint8Array(body) : bytes }
}
