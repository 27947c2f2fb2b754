import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandError } from '../../adapters/http/admin/command-error.ts'
import { EventStreams } from '../../adapters/http/admin/event-streams.ts'
import { follow } from '../../adapters/http/admin/follow.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { openSessions } from '../support/open-sessions.ts'

const MINUTE_MS = 60_000

/** Follows results on a clock that moves while the stream waits. `lookMs`: duration of a look. */
function startFollowing(
  results: readonly string[],
  {
    lookMs = 0,
    isAllowed = async () => true,
  }: { readonly lookMs?: number; readonly isAllowed?: () => Promise<boolean> } = {},
) {
  const state = { nowMs: 0, looks: 0, pauses: [] as number[] }
  const ender = new AbortController()
  const events = follow({
    first: results[0] ?? '',
    look: async () => {
      state.looks++
      state.nowMs += lookMs
      return results[state.looks] ?? results.at(-1) ?? ''
    },
    everyMs: 1000,
    isAllowed,
    signal: ender.signal,
    wait: async (ms, signal) => {
      signal.throwIfAborted()
      state.pauses.push(ms)
      state.nowMs += ms
    },
    monotonicMs: () => state.nowMs,
  })
  return { state, ender, next: async (): Promise<unknown> => (await events.next()).value }
}

test('a followed result is sent at once, and again when it has changed; else a comment', async () => {
  const { next } = startFollowing(['1', '1', '2', '2', '1'])
  assert.deepEqual(
    [await next(), await next(), await next(), await next(), await next()],
    ['retry: 3000\ndata: 1\n\n', ':\n\n', 'data: 2\n\n', ':\n\n', 'data: 1\n\n'],
  )
})

test('for a client that does not read, nothing is looked at and nothing is kept', async () => {
  const { next, state } = startFollowing(['1', '2', '3'])
  await next()
  assert.equal(state.looks, 0)
  await next()
  assert.equal(state.looks, 1)
})

test('a look that is slow is repeated less often, and each 20 seconds something is sent', async () => {
  const quick = startFollowing(['1'], { lookMs: 10 })
  const slow = startFollowing(['1'], { lookMs: 300 })
  const slowest = startFollowing(['1'], { lookMs: 5000 })
  for (const { next } of [quick, slow, slowest]) for (let count = 0; count < 3; count++) await next()
  assert.deepEqual(
    [quick, slow, slowest].map(({ state }) => state.pauses),
    [
      [1000, 1000],
      [1000, 6000],
      [1000, 20_000],
    ],
  )
})

test('a stream ends with its session, which it does not prolong', async (t) => {
  const { clock, sessions } = await openSessions(t, { idleMinutes: 2 })
  const owner = { person: null, generation: 0, address: null, startedAtMs: clock.nowMs }
  const { id } = await sessions.open(owner)
  const isAllowed = async (): Promise<boolean> => (await sessions.find(id, false)) !== null
  const { next } = startFollowing(['1', '2', '3', '4'], { isAllowed })
  await next()
  clock.nowMs += MINUTE_MS
  assert.equal(await next(), 'data: 2\n\n')
  clock.nowMs += MINUTE_MS
  assert.match(String(await next()), /^event: end\ndata: \{"error":"unauthorized"/)
  assert.equal(await next(), undefined)
})

test('a stream ends while the store is down, which is not the end of its session', async () => {
  const isAllowed = (): Promise<never> => Promise.reject(new StoreError('unavailable', 'The store does not work.'))
  const { next, state } = startFollowing(['1', '2'], { isAllowed })
  await next()
  assert.equal(await next(), 'event: end\ndata: {"error":"unavailable","message":"The store does not work."}\n\n')
  assert.deepEqual([await next(), state.looks], [undefined, 0])
})

test('a stream ends when its server does, and with a result that can not be read any more', async () => {
  const ended = startFollowing(['1'])
  await ended.next()
  ended.ender.abort()
  assert.match(String(await ended.next()), /^event: end\ndata: \{"error":"unavailable"/)
  assert.equal(await ended.next(), undefined)

  const look = (): Promise<string> => Promise.reject(new CommandError('unknown_batch', 'There is no batch.'))
  const { signal } = new AbortController()
  const options = { first: '1', look, everyMs: 1, isAllowed: async () => true, signal, wait: async () => undefined }
  const printed: string[] = []
  for await (const text of follow(options)) printed.push(text)
  assert.deepEqual(printed.slice(1), ['event: end\ndata: {"error":"unknown_batch","message":"There is no batch."}\n\n'])
})

test('streams are limited in number, and none begins while the server ends', () => {
  const streams = new EventStreams(2)
  const [first, second] = [streams.begin(), streams.begin()]
  assert.equal(streams.begin(), null)
  first?.release()
  const third = streams.begin()
  assert.deepEqual([second?.signal.aborted, third?.signal.aborted], [false, false])
  streams.end()
  assert.deepEqual([second?.signal.aborted, third?.signal.aborted], [true, true])
  second?.release()
  assert.equal(streams.begin(), null)
})
