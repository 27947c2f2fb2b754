import {
  ERRORS,
  pathOf,
  PROBLEM_TYPE,
  type Endpoint,
  type ErrorBody,
  type ServiceErrorCode,
} from '../../core/contract/index.ts'
import { readMeta, type Answer } from './answer.ts'
import { ConnectionError, ServiceError, type ClientError } from './client-error.ts'

/** Where the service is, with which key it is called, and for how long. */
export interface ClientOptions {
  /** Where the service is: `http://127.0.0.1:8080`, or with the path that it is mounted at. */
  readonly baseUrl: string
  /** API key. For programs on servers: a page for a browser shows it to everybody. */
  readonly key: string
  /** Time limit of one attempt. Unit: ms. Default: 75,000, more than the longest retrieval takes. */
  readonly timeoutMs?: number | undefined
  /**
   * How long a call is repeated after errors that pass: the service can't be reached, is ending or busy, or a ceiling is
   * exceeded. Unit: ms. 0: not at all. Default: 120,000.
   */
  readonly patienceMs?: number | undefined
  /** Called before each repetition. */
  readonly onRetry?: ((error: ClientError, pauseMs: number) => void) | undefined
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Waits, for tests. Rejects with the reason of the signal. Default: a timer. */
  readonly sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Time limit of one attempt. Unit: ms. Default: that of the client. */
  readonly timeoutMs?: number | undefined
}

/** Options of a call that is charged, or creates something. */
export interface ChargedCallOptions extends CallOptions {
  /** Names the call for a day: the same key gives the same result, charged once. Default: a new one for each call. */
  readonly idempotencyKey?: string | undefined
}

/** A call of the service. */
interface Call extends CallOptions {
  readonly endpoint: Endpoint
  /** Values for the variable parts of the path. */
  readonly params?: Readonly<Record<string, string>> | undefined
  /** Parameters of the query. Those that are undefined or null are left out. */
  readonly query?: object | undefined
  /** Parameters whose lists are sent value by value. The lists of others are texts with commas. Default: none. */
  readonly repeated?: readonly string[] | undefined
  /** Sent as JSON. */
  readonly body?: object | undefined
  readonly idempotencyKey?: string | undefined
  /** Whether a second call has a second effect: it is repeated only after an answer that says that nothing was done. Default: false. */
  readonly isOnce?: boolean | undefined
}

/**
 * Calls the service until there is an answer.
 *
 * Rejects: with a `ServiceError` or a `ConnectionError`; with the reason of the caller's signal.
 */
export type Caller = <Data>(call: Call) => Promise<Answer<Data>>

/** An answer is JSON, and an error says what happened. */
const ACCEPT = `application/json, ${PROBLEM_TYPE}`

const TIMEOUT_MS = 75_000
const PATIENCE_MS = 120_000
/** Pauses before the next attempt, each twice as long as the one before. Unit: ms. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/** Errors that pass by themselves. Others that are retryable cost the marketplace another page, so their caller decides. */
const PASSING: ReadonlySet<ServiceErrorCode> = new Set([
  'rate_limited',
  'quota_exceeded',
  'unavailable',
  'internal_error',
])

export function createCaller({
  baseUrl,
  key,
  timeoutMs = TIMEOUT_MS,
  patienceMs = PATIENCE_MS,
  onRetry = () => undefined,
  headers = {},
  fetch = globalThis.fetch,
  sleep = sleepFor,
}: ClientOptions): Caller {
  const base = baseUrl.replace(/\/+$/, '')
  const send = async <Data>(call: Call): Promise<Answer<Data> | ClientError> => {
    const { endpoint, params, query = {}, repeated = [], body, idempotencyKey, signal } = call
    const url = new URL(base + pathOf(endpoint, params))
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null) continue
      if (!repeated.includes(name)) url.searchParams.set(name, String(value))
      else for (const one of [value].flat()) url.searchParams.append(name, String(one))
    }
    const limit = AbortSignal.timeout(call.timeoutMs ?? timeoutMs)
    const request: RequestInit = {
      method: endpoint.method,
      headers: {
        Accept: ACCEPT,
        ...headers,
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      // The key goes to the service alone.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    }
    try {
      const response = await fetch(url, request)
      return readAnswer(response, await response.text())
    } catch (cause) {
      signal?.throwIfAborted()
      if (limit.aborted) return new ConnectionError('timeout', `${base} did not answer in time.`, null, { cause })
      return new ConnectionError('network', `${base} can't be reached: ${describeCause(cause)}.`, null, { cause })
    }
  }
  return async <Data>(call: Call): Promise<Answer<Data>> => {
    call.signal?.throwIfAborted()
    let longestPauseMs = FIRST_PAUSE_MS
    let leftMs = patienceMs
    for (;;) {
      const answer = await send<Data>(call)
      if (!(answer instanceof Error)) return answer
      // Jitter keeps clients that were refused together from coming back together.
      const pauseMs = (answer.retryAfterMs ?? longestPauseMs / 2) + (Math.random() * longestPauseMs) / 2
      const mayRepeat = passes(answer) && (call.isOnce !== true || isRefusal(answer))
      if (!mayRepeat || pauseMs > leftMs) throw answer
      leftMs -= pauseMs
      longestPauseMs = Math.min(2 * longestPauseMs, LONGEST_PAUSE_MS)
      onRetry(answer, pauseMs)
      await sleep(pauseMs, call.signal)
    }
  }
}

function passes(error: ClientError): boolean {
  return error instanceof ServiceError ? PASSING.has(error.code) : error.retryable
}

/** Whether the service has done nothing. */
function isRefusal(error: ClientError): boolean {
  return error instanceof ServiceError && error.code !== 'internal_error'
}

function readAnswer<Data>(response: Response, text: string): Answer<Data> | ClientError {
  const { status, ok, headers } = response
  const value = parseJson(text)
  if (ok && value !== undefined) return { data: value as Data, meta: readMeta(response) }
  if (!ok && isErrorBody(value)) return new ServiceError(status, value, readMeta(response), readRetryAfter(headers))
  const start = text.slice(0, MAX_QUOTED)
  return new ConnectionError('invalid_answer', `The answer ${status} is not one of the service: ${start}`, status)
}

const MAX_QUOTED = 200

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false
  return typeof value.error === 'string' && Object.hasOwn(ERRORS, value.error)
}

/** Absent: null, there is no header, or its value is not in seconds. */
function readRetryAfter(headers: Headers): number | null {
  const seconds = headers.get('Retry-After') ?? ''
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : null
}

/** `fetch` wraps the reason: a code such as ECONNREFUSED. */
function describeCause(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown }
  const reason = cause instanceof Error ? cause : error
  if (!(reason instanceof Error)) return 'network error'
  return 'code' in reason ? String(reason.code) : reason.message
}

/** 16 random bytes as hexadecimal digits. Pages that were not loaded by https have no `crypto.randomUUID`. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Rejects: with the reason of the signal. */
export async function sleepFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
