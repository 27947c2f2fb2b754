import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import * as v from 'valibot'
import { ERRORS, pathOf, type Endpoint, type ServiceErrorCode } from '../../../core/contract/index.ts'
import { version } from '../../package-version.ts'
import { ListError, ServerRefusal } from './errors.ts'

export interface ServerClientOptions {
  /** Base URL of the service, without a slash at its end. */
  readonly server: string
  readonly key: string
  /** Prints a message for a person: the server is unavailable, or available again. */
  readonly say: (message: string) => void
  /** How long calls are repeated while the server is unavailable. Unit: ms. Default: 300,000. */
  readonly patienceMs?: number | undefined
}

interface ServerCall {
  /** From the table of the service's operations. */
  readonly operation: Endpoint
  /** Values for the parts of the path that are named. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** JSON. */
  readonly body?: string | undefined
}

interface ServerAnswer {
  /** A 2xx status. */
  readonly status: number
  /** The JSON, parsed. */
  readonly body: unknown
}

/**
 * Calls a service. A call is repeated while the server answers 429 or is unavailable, so calls must be idempotent.
 */
export interface ServerClient {
  /** Rejects: with a `ListError` when the server refuses, or is unavailable for too long; with the reason of the signal. */
  readonly call: (call: ServerCall, signal: AbortSignal) => Promise<ServerAnswer>
  readonly close: () => Promise<void>
}

const PATIENCE_MS = 300_000
/** Pauses before the next attempt: each is twice as long as the one before, up to a limit. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000
const LONGEST_RETRY_AFTER_MS = 60_000
const CONNECT_MS = 10_000
/** Time without a byte of an answer after which an attempt has failed. */
const SILENCE_MS = 60_000

const TOO_MANY_REQUESTS = 429
/** Statuses of a service that is ending, and of a proxy in front of it. */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504])
const MAX_QUOTED = 200

type Attempt =
  | { readonly status: number; readonly text: string; readonly retryAfterMs: number | null }
  /** There was no answer. */
  | { readonly failure: string }

export function createServerClient({ server, key, say, patienceMs = PATIENCE_MS }: ServerClientOptions): ServerClient {
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })
  const own = { Authorization: `Bearer ${key}`, 'User-Agent': `shelfmark/${version}` }
  // Since when the server is unavailable, for all calls together. Absent: null, it is available.
  let unavailableSinceMs: number | null = null

  const attempt = async (call: ServerCall, signal: AbortSignal): Promise<Attempt> => {
    const { operation, params, query, headers, body } = call
    try {
      const options = {
        method: operation.method,
        query: query ?? {},
        headers: { ...own, ...headers },
        body: body ?? null,
        dispatcher,
        signal,
      }
      const answer = await request(server + pathOf(operation, params), options)
      const retryAfterMs = readRetryAfter(answer.headers['retry-after'])
      return { status: answer.statusCode, text: await answer.body.text(), retryAfterMs }
    } catch (error) {
      signal.throwIfAborted()
      return { failure: describeFailure(error) }
    }
  }
  const recordFailure = (failure: string): void => {
    if (unavailableSinceMs === null) {
      say(`The server is unavailable (${failure}). Calls are repeated for ${patienceMs / 1000} s.`)
    }
    unavailableSinceMs ??= performance.now()
    if (performance.now() - unavailableSinceMs < patienceMs) return
    throw new ListError(`${server} was unavailable for ${patienceMs / 1000} s: ${failure}.`)
  }
  return {
    call: async (call, signal) => {
      let pauseMs = FIRST_PAUSE_MS
      for (;;) {
        const answer = await attempt(call, signal)
        const isAnswer = 'status' in answer
        if (isAnswer && answer.status !== TOO_MANY_REQUESTS && !UNAVAILABLE.has(answer.status)) {
          if (unavailableSinceMs !== null) say('The server is available again.')
          unavailableSinceMs = null
          return readAnswer(answer.status, answer.text)
        }
        if (!isAnswer) recordFailure(answer.failure)
        else if (answer.status !== TOO_MANY_REQUESTS) recordFailure(`status ${answer.status}`)
        const retryAfterMs = isAnswer ? answer.retryAfterMs : null
        await sleep(retryAfterMs ?? pauseMs, undefined, { signal })
        if (retryAfterMs === null) pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

/** Absent: null, there is no header, or its value is not in seconds. */
function readRetryAfter(header: string | string[] | undefined): number | null {
  const seconds = typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
  return seconds === null ? null : Math.min(Math.max(1, seconds) * 1000, LONGEST_RETRY_AFTER_MS)
}

/** The code of an error: for a host with several addresses, its message is empty. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'network error'
  return 'code' in error ? String(error.code) : error.message
}

const json = v.pipe(v.string(), v.parseJson())

function readAnswer(status: number, text: string): ServerAnswer {
  const { success: isJson, output: body } = v.safeParse(json, text)
  if (status < 200 || status > 299) throw toRefusal(status, body, text)
  if (!isJson) throw new ListError(`Invalid answer of the server: it is not JSON: ${text.slice(0, MAX_QUOTED)}`)
  return { status, body }
}

/** The error of an answer, with the description of its code. */
function toRefusal(status: number, body: unknown, text: string): ServerRefusal {
  const { error, details } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (typeof error !== 'string') {
    return new ServerRefusal(null, `The server answered ${status}: ${text.slice(0, MAX_QUOTED)}`)
  }
  const description = Object.hasOwn(ERRORS, error) ? ` ${ERRORS[error as ServiceErrorCode].description}` : ''
  const lines = Array.isArray(details) ? details.map((detail: unknown) => `\n  ${describeDetail(detail)}`) : []
  return new ServerRefusal(error, `The server answered ${status} ${error}.${description}${lines.join('')}`)
}

function describeDetail(detail: unknown): string {
  const { param, message } = (typeof detail === 'object' && detail !== null ? detail : {}) as Record<string, unknown>
  return typeof param === 'string' && typeof message === 'string' ? `${param} ${message}` : JSON.stringify(detail)
}
