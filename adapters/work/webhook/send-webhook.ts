import { Readable } from 'node:stream'
import { Client } from 'undici'
import type { WatchEventName } from '../../../core/contract/index.ts'
import type { AttemptOutcome } from '../../../core/policy/index.ts'
import { version } from '../../package-version.ts'
import type { AlertType } from './alert.ts'
import { AttemptClock } from './attempt-clock.ts'
import { readWebhookUrl, type WebhookUrlOptions } from './check-webhook-url.ts'
import { describeFailure } from './describe-failure.ts'
import { publicLookup, resolveHost } from '../../public-address.ts'
import type { SignedBody } from './signed-body.ts'

/** One delivery: every attempt at it sends the same bytes. */
export interface WebhookDelivery extends SignedBody {
  readonly url: string
  /** What happened. */
  readonly event: 'batch.completed' | AlertType | WatchEventName
  /** Default: null, the event is not one of a batch. */
  readonly batchId?: string | null | undefined
  /** Default: null, the event is not one of a watch. */
  readonly watchId?: string | null | undefined
  /** Whether it goes to operators: their address may be private, and need not be https. Default: false. */
  readonly isAlert?: boolean | undefined
  /** Starts the body from its first byte. */
  readonly body: () => AsyncIterable<Uint8Array>
}

export interface WebhookSenderOptions extends Omit<WebhookUrlOptions, 'timeLimitMs'> {
  /**
   * Time to resolve the host name and to connect; time in which the receiver must take each
   * 100 kB of the body; and time from the last byte to the end of the answer. Unit: ms. Default: 10,000.
   */
  readonly timeLimitMs?: number | undefined
}

export interface WebhookSender {
  /**
   * Makes one attempt. The receiver's status decides. At most 64 KiB of the
   * answer's body are read and dropped; a body that breaks off, or does not end in
   * time, changes nothing. Redirects are not followed.
   *
   * Rejects: with the reason of the signal; otherwise only for a mistake on this side: an error of
   * the body itself, a body whose length is not `contentLength`, a sender that was closed.
   */
  readonly send: (delivery: WebhookDelivery, signal?: AbortSignal) => Promise<AttemptOutcome>
  /** Waits for the attempts in flight. A large body to a slow receiver takes its time. */
  readonly close: () => Promise<void>
}

const LIMIT_MS = 10_000
const ANSWER_BYTES = 64 * 1024
/** A body is sent in slices, so that a slow receiver is seen to take them. Unit: bytes. */
const SLICE_BYTES = 16 * 1024

export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const inFlight = new Set<Promise<AttemptOutcome>>()
  let isClosed = false
  return {
    send: async (delivery, signal) => {
      if (isClosed) throw new Error('The webhook sender is closed.')
      const attempt = makeAttempt(delivery, options, signal)
      inFlight.add(attempt)
      try {
        return await attempt
      } finally {
        inFlight.delete(attempt)
      }
    },
    close: async () => {
      isClosed = true
      await Promise.allSettled(inFlight)
    },
  }
}

async function makeAttempt(
  delivery: WebhookDelivery,
  options: WebhookSenderOptions,
  signal?: AbortSignal,
): Promise<AttemptOutcome> {
  const { resolve = resolveHost, allowedOrigins = [], timeLimitMs = LIMIT_MS } = options
  signal?.throwIfAborted()
  const reading = readWebhookUrl(
    delivery.url,
    delivery.isAlert === true ? [new URL(delivery.url).origin] : allowedOrigins,
  )
  if ('problem' in reading) return { ok: false, error: 'refused address' }
  const { url, isExempt } = reading
  // Each attempt opens a connection: a connection that was kept alive would skip the check of the address.
  const client = new Client(url.origin, {
    connect: { timeout: timeLimitMs, ...(isExempt ? {} : { lookup: publicLookup(resolve) }) },
    pipelining: 0,
    // The limits of the clock apply instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const clock = new AttemptClock(timeLimitMs, () => void client.destroy(timeLimitError()))
  const abort = (): void => void client.destroy()
  signal?.addEventListener('abort', abort)
  const body = watchBody(delivery.body, clock)
  try {
    const path = url.pathname + url.search
    const answer = await client.request({ method: 'POST', path, headers: headersOf(delivery), body: body.stream })
    await answer.body.dump({ limit: ANSWER_BYTES })
    const { statusCode: status } = answer
    return status >= 200 && status < 300 ? { ok: true, status } : { ok: false, error: `http ${status}` }
  } catch (error) {
    signal?.throwIfAborted()
    if (body.hasFailed() || isOwnMistake(error)) throw error
    return { ok: false, error: describeFailure(error) }
  } finally {
    clock.end()
    signal?.removeEventListener('abort', abort)
    await client.destroy()
  }
}

/** Headers in their spelling on the wire, except `Content-Length`, which the client writes in lower case. */
function headersOf({
  event,
  batchId = null,
  watchId = null,
  headers,
  contentLength,
}: WebhookDelivery): Record<string, string> {
  return {
    'User-Agent': `shelfmark/${version}`,
    'Content-Type': 'application/json',
    'Content-Length': String(contentLength),
    ...(batchId === null ? {} : { 'X-SVC-Batch-Id': batchId }),
    ...(watchId === null ? {} : { 'X-SVC-Watch-Id': watchId }),
    'X-SVC-Event': event,
    ...headers,
  }
}

/** Streams a body in slices, moves the clock on, and records whether the body itself failed, not the connection. */
function watchBody(begin: () => AsyncIterable<Uint8Array>, clock: AttemptClock) {
  let isReading = true
  let failed = false
  const read = async function* (): AsyncGenerator<Uint8Array> {
    clock.begin()
    try {
      for await (const piece of begin()) {
        for (let from = 0; from < piece.length; from += SLICE_BYTES) {
          const slice = piece.subarray(from, from + SLICE_BYTES)
          isReading = false
          // When the stream is destroyed, this line throws.
          yield slice
          isReading = true
          clock.take(slice.length)
        }
      }
      clock.begin()
    } catch (error) {
      failed = isReading
      throw error
    }
  }
  return { stream: Readable.from(read()), hasFailed: () => failed }
}

const OWN_MISTAKES: ReadonlySet<unknown> = new Set(['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'UND_ERR_INVALID_ARG'])

function isOwnMistake(error: unknown): boolean {
  return OWN_MISTAKES.has((error as NodeJS.ErrnoException).code)
}

function timeLimitError(): NodeJS.ErrnoException {
  return Object.assign(new Error('No answer arrived in time.'), { code: 'ETIMEDOUT' })
}
