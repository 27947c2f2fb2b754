import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { ERRORS, type ServiceErrorCode } from '../../core/contract/index.ts'
import { version } from '../package-version.ts'
import { LongBatchError, ServerRefusal } from './long-batch-error.ts'
import { parseJson } from './parse-json.ts'

export interface ServerClientOptions {
  /** Base address of the service, without a slash at its end. */
  readonly server: string
  readonly key: string
  /** Tells that the server is away, and that it is there again. */
  readonly say: (message: string) => void
  /** How long a server that is away is waited for. Unit: ms. Default: 300,000. */
  readonly patienceMs?: number | undefined
}

interface ServerCall {
  readonly method: 'GET' | 'POST'
  /** Begins with a slash. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** JSON. */
  readonly body?: string | undefined
}

interface ServerAnswer {
  /** 2xx. */
  readonly status: number
  /** Value of the JSON. */
  readonly body: unknown
}

/** Asks a service. Calls are made again while it asks for patience, or is away: they must bear that. */
export interface ServerClient {
  /** Rejects: with a `LongBatchError` when the server refuses, or is away too long; with the reason of the signal. */
  readonly call: (call: ServerCall, signal: AbortSignal) => Promise<ServerAnswer>
  readonly close: () => Promise<void>
}

const PATIENCE_MS = 300_000
/** Pauses before another attempt: each is twice as long as the last, up to a limit. Unit: ms. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000
const LONGEST_RETRY_AFTER_MS = 60_000
const CONNECT_MS = 10_000
/** A server that sends nothing for so long is away. Unit: ms. */
const SILENCE_MS = 60_000

const TOO_MANY = 429
/** Of the service when it is about to end, and of what stands before it. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])
const LONGEST_TEXT = 200

type Attempt =
  | { readonly status: number; readonly text: string; readonly retryAfterMs: number | null }
  /** There was no answer. */
  | { readonly trouble: string }

export function createServerClient({ server, key, say, patienceMs = PATIENCE_MS }: ServerClientOptions): ServerClient {
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })
  const own = { Authorization: `Bearer ${key}`, 'User-Agent': `shelfmark/${version}` }
  // Of all calls together. Absent: null, the server is there.
  let awaySinceMs: number | null = null

  const attempt = async ({ method, path, headers, body }: ServerCall, signal: AbortSignal): Promise<Attempt> => {
    try {
      const options = { method, headers: { ...own, ...headers }, body: body ?? null, dispatcher, signal }
      const answer = await request(server + path, options)
      const retryAfterMs = readRetryAfter(answer.headers['retry-after'])
      return { status: answer.statusCode, text: await answer.body.text(), retryAfterMs }
    } catch (error) {
      signal.throwIfAborted()
      return { trouble: describeTrouble(error) }
    }
  }
  const wait = (trouble: string): void => {
    if (awaySinceMs === null) say(`the server is away (${trouble}), and is asked again for ${patienceMs / 1000} s`)
    awaySinceMs ??= performance.now()
    if (performance.now() - awaySinceMs < patienceMs) return
    throw new LongBatchError(`${server} is away for ${patienceMs / 1000} s: ${trouble}`)
  }
  return {
    call: async (call, signal) => {
      let pauseMs = FIRST_PAUSE_MS
      for (;;) {
        const answer = await attempt(call, signal)
        const isAnswer = 'status' in answer
        if (isAnswer && answer.status !== TOO_MANY && !AWAY.has(answer.status)) {
          if (awaySinceMs !== null) say('the server is there again')
          awaySinceMs = null
          return readAnswer(answer.status, answer.text)
        }
        if (!isAnswer || answer.status !== TOO_MANY) wait(isAnswer ? `status ${answer.status}` : answer.trouble)
        const retryAfterMs = isAnswer ? answer.retryAfterMs : null
        await sleep(retryAfterMs ?? pauseMs, undefined, { signal })
        if (retryAfterMs === null) pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

/** Absent: null, it is not said, or not in seconds. */
function readRetryAfter(header: string | string[] | undefined): number | null {
  const seconds = typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
  return seconds === null ? null : Math.min(Math.max(1, seconds) * 1000, LONGEST_RETRY_AFTER_MS)
}

/** Names with several addresses have an error without words. */
function describeTrouble(error: unknown): string {
  if (!(error instanceof Error)) return 'network error'
  return 'code' in error ? String(error.code) : error.message
}

function readAnswer(status: number, text: string): ServerAnswer {
  const body = parseJson(text)
  if (status < 200 || status > 299) throw toRefusal(status, body, text)
  if (body === undefined) throw new LongBatchError(`the server's answer is no JSON: ${text.slice(0, LONGEST_TEXT)}`)
  return { status, body }
}

/** What the server said, and what that means. */
function toRefusal(status: number, body: unknown, text: string): ServerRefusal {
  const { error, details } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (typeof error !== 'string') {
    return new ServerRefusal(null, `the server answered ${status}: ${text.slice(0, LONGEST_TEXT)}`)
  }
  const meaning = Object.hasOwn(ERRORS, error) ? ` ${ERRORS[error as ServiceErrorCode].description}` : ''
  const lines = Array.isArray(details) ? details.map((detail: unknown) => `\n  ${describeDetail(detail)}`) : []
  return new ServerRefusal(error, `the server answered ${status} ${error}.${meaning}${lines.join('')}`)
}

function describeDetail(detail: unknown): string {
  const { param, message } = (typeof detail === 'object' && detail !== null ? detail : {}) as Record<string, unknown>
  return typeof param === 'string' && typeof message === 'string' ? `${param} ${message}` : JSON.stringify(detail)
}
