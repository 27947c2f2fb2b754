import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../../store/store-error.ts'
import { CommandError } from './command-error.ts'

/** Media type of a result that is followed. Source: WHATWG HTML, 9.2 (server-sent events), 2026-05. */
export const EVENTS_TYPE = 'text/event-stream'

/** Time after which a client asks again when its stream has ended. Unit: ms. */
const RETRY_MS = 3000
/** Longest pause between two looks: each sends something, so that clients and proxies see that the stream lives. Unit: ms. */
const MAX_PAUSE_MS = 20_000
/** A look that is slow is repeated less often: the pause is this many times its duration. */
const PAUSE_PER_LOOK = 20

/** Sent when a look has found no change: a comment. */
const NO_CHANGE = ':\n\n'

export interface Following {
  /** Result that was read when the stream was asked for, as JSON. */
  readonly first: string
  /** Reads the result again, as JSON. Rejects: with a `CommandError`, or a `StoreError` when the store can't be read; both end the stream. */
  readonly look: () => Promise<string>
  /** Time between two looks. Unit: ms. */
  readonly everyMs: number
  /** Whether the session that asked is still valid. Rejects: with a `StoreError`, which ends the stream. */
  readonly isAllowed: () => Promise<boolean>
  /** Ends the stream: the server ends, or the client has left. */
  readonly signal: AbortSignal
  /** Rejects: when the signal ends it. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** A clock that is never set. Unit: ms. */
  readonly monotonicMs?: () => number
}

/**
 * A result as server-sent events: as it is, and again whenever a look finds that it has changed. The event `end`
 * says why no more follow.
 *
 * A look is made when the client has taken what was sent before: a slow one misses results in between, and none are kept.
 */
export async function* follow({
  first,
  look,
  everyMs,
  isAllowed,
  signal,
  ...clock
}: Following): AsyncGenerator<string> {
  const { wait = (ms, ender) => sleep(ms, undefined, { signal: ender }), monotonicMs = () => performance.now() } = clock
  let known = first
  let pauseMs = everyMs
  yield `retry: ${RETRY_MS}\n${printEvent(first)}`
  for (;;) {
    const isOver = await wait(pauseMs, signal).then(
      () => false,
      () => true,
    )
    if (isOver) return yield printEnd('unavailable', 'The server ends.')
    const allowed = await isAllowed().catch((error: unknown) => toEnd(error))
    if (allowed === false) return yield printEnd('unauthorized', 'The session has ended.')
    if (allowed !== true) return yield allowed.end
    const startMs = monotonicMs()
    const found = await look().catch((error: unknown) => toEnd(error))
    if (typeof found !== 'string') return yield found.end
    pauseMs = Math.min(Math.max(everyMs, PAUSE_PER_LOOK * (monotonicMs() - startMs)), MAX_PAUSE_MS)
    yield found === known ? NO_CHANGE : printEvent(found)
    known = found
  }
}

/** JSON has no line break. */
const printEvent = (json: string): string => `data: ${json}\n\n`

const printEnd = (error: string, message: string): string =>
  `event: end\n${printEvent(JSON.stringify({ error, message }))}`

function toEnd(error: unknown): { readonly end: string } {
  if (error instanceof StoreError) return { end: printEnd('unavailable', error.message) }
  if (error instanceof CommandError) return { end: printEnd(error.code, error.message) }
  throw error
}
