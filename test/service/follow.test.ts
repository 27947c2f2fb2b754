import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AdminBatch } from '../../adapters/http/admin/batch-commands.ts'
import { awaitEvent, readEvents, type StreamEvent } from '../support/read-events.ts'
import { ADMIN_TOKEN, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { inTime } from '../support/wait.ts'

let bench: Bench
/** Ends the streams of the tests. */
const over = new AbortController()

before(async () => {
  // A stop that waits for an open stream takes longer than any test may.
  bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '100', SHELFMARK_DRAIN_MS: '600000' } })
})
after(async () => {
  over.abort()
  await bench.close()
})

type Headers = Readonly<Record<string, string>>

const BEARER = { Authorization: `Bearer ${ADMIN_TOKEN}` }

/** Asks to follow a command. */
function ask(command: string, input: object, headers: Headers = BEARER, to = bench): Promise<Response> {
  return fetch(`http://127.0.0.1:${to.adminPort}/admin/v1/${command}`, {
    method: 'POST',
    headers: { Accept: 'text/event-stream', ...headers },
    body: JSON.stringify(input),
    signal: over.signal,
  })
}

/** Headers of a person who has signed in. */
async function signIn(): Promise<Headers> {
  const origin = `http://127.0.0.1:${bench.adminPort}`
  const answer = await fetch(`${origin}/admin/session`, {
    method: 'POST',
    headers: { Origin: origin },
    body: JSON.stringify({ token: ADMIN_TOKEN }),
  })
  const [Cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  const { csrf_token } = (await answer.json()) as { csrf_token: string }
  return { Cookie, Origin: origin, 'Shelfmark-CSRF': csrf_token }
}

const isBatch = (status: string) => (event: StreamEvent) => (event.data as AdminBatch).status === status

test('a batch is followed to its end, by a program and by a person', async () => {
  const { workspace, key } = await bench.createCaller({}, 'test')
  for (const headers of [BEARER, await signIn()]) {
    const list = await ask('batches.list', { workspace, kind: 'test' }, headers)
    const items = [{ query: 'B0SHLFX301', domain: 'de' }]
    const { id } = jsonOf(await bench.createBatch(key, { endpoint: 'market.product', items })) as { id: string }
    const batch = await ask('batches.read', { batch: id }, headers)
    assert.equal(batch.status, 200)
    assert.match(batch.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(batch.headers.get('content-encoding'), null)
    const last = await awaitEvent(readEvents(batch), isBatch('complete'))
    assert.equal((last.data as AdminBatch).success_count, 1)
    await awaitEvent(readEvents(list), ({ data }) => {
      const { batches } = data as { batches: AdminBatch[] }
      return batches.some((entry) => entry.id === id && entry.status === 'complete')
    })
  }
})

test('who may not run a command may not follow it', async () => {
  const own = await signIn()
  const { Cookie, Origin } = own as Headers & { Cookie: string; Origin: string }
  const statusOf = async (headers: Headers): Promise<number> => (await ask('workspaces.list', {}, headers)).status
  assert.equal(await statusOf({}), 401)
  assert.equal(await statusOf({ Authorization: 'Bearer wrong' }), 401)
  assert.equal(await statusOf({ Cookie, Origin }), 403)
  assert.equal(await statusOf({ ...own, Origin: 'https://evil.example' }), 403)
})

test('a command that changes something can not be followed, and does nothing', async () => {
  const name = 'must not be created'
  const answer = await ask('workspaces.create', { name, plan: 'free' })
  assert.equal(answer.status, 400)
  assert.match(JSON.stringify(await answer.json()), /workspaces.create can not be followed/)
  const all = await bench.administrate('workspaces.list', {})
  assert.equal(all.filter((entry) => entry.name === name).length, 0)
})

test('what can not be read is refused before the stream, as without one', async () => {
  const unknown = await ask('batches.read', { batch: '00000000-0000-4000-8000-000000000000' })
  assert.deepEqual([unknown.status, ((await unknown.json()) as { error: string }).error], [404, 'unknown_batch'])
  assert.equal((await ask('batches.read', {})).status, 400)
})

test('signing out ends the streams of the session', async () => {
  const own = await signIn()
  const events = readEvents(await ask('service.health', {}, own))
  await awaitEvent(events, () => true)
  const left = await fetch(`${own.Origin}/admin/session`, { method: 'DELETE', headers: own })
  assert.equal(left.status, 204)
  const end = await awaitEvent(events, ({ type }) => type === 'end')
  assert.equal((end.data as { error: string }).error, 'unauthorized')
  assert.equal((await inTime(events.next(), 'the end of the stream')).done, true)
})

test('an open stream ends with the server, and does not delay its stop', async () => {
  const other = await startBench({ settings: { SHELFMARK_DRAIN_MS: '600000' } })
  const events = readEvents(await ask('service.health', {}, BEARER, other))
  await awaitEvent(events, () => true)
  await inTime(other.close(), 'the stop of the server')
  const end = await awaitEvent(events, ({ type }) => type === 'end')
  assert.equal((end.data as { error: string }).error, 'unavailable')
})
