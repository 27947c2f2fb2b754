import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakCircuits } from '../../adapters/work/webhook/circuit-breaker.ts'
import type { WebhookDelivery } from '../../adapters/work/webhook/send-webhook.ts'
import { pickDeliveries, type AttemptOutcome } from '../../core/policy/index.ts'

const TIMEOUT: AttemptOutcome = { ok: false, error: 'timeout' }
const REFUSED: AttemptOutcome = { ok: false, error: 'http 500' }
const OPEN: AttemptOutcome = { ok: false, error: 'circuit open' }

const due = (workspaceId: string, ...origins: readonly string[]) => origins.map((origin) => ({ workspaceId, origin }))

test('80 webhooks to an origin that never answers take two slots, and another workspace is served', () => {
  const dead = due('attacker', ...Array<string>(80).fill('https://dead.example'))
  const own = due('victim', 'https://victim.example')
  const slots = { total: 64, perWorkspace: 8, perOrigin: 2 }
  const picked = pickDeliveries([...dead, ...own], [], slots)
  assert.deepEqual(picked, [...dead.slice(0, 2), ...own])
  assert.deepEqual(pickDeliveries([...dead, ...own], picked, slots), own)
})

test('many origins of a workspace share its slots, and the process has a limit', () => {
  const many = Array.from({ length: 100 }, (_, at) => `https://${at}.dead.example`)
  const slots = { total: 10, perWorkspace: 8, perOrigin: 2 }
  const all = [...due('one', ...many), ...due('two', ...many)]
  const picked = pickDeliveries(all, [], slots)
  assert.deepEqual(
    ['one', 'two'].map((id) => picked.filter(({ workspaceId }) => workspaceId === id).length),
    [8, 2],
  )
})

/** A sender with a clock of its own, whose receivers answer as they are told. */
function startCircuits() {
  let nowMs = 1_000_000
  const calls: string[] = []
  const answers = new Map<string, AttemptOutcome>()
  const send = async ({ url }: WebhookDelivery): Promise<AttemptOutcome> => {
    calls.push(url)
    return answers.get(new URL(url).origin) ?? { ok: true, status: 204 }
  }
  const circuits = breakCircuits({ send, close: async () => undefined }, () => nowMs)
  const attempt = (url: string): Promise<AttemptOutcome> =>
    circuits.send({
      url,
      event: 'batch.completed',
      batchId: 'b',
      signature: '',
      headers: {},
      contentLength: 0,
      body: async function* () {},
    })
  return { attempt, answers, calls, wait: (ms: number) => (nowMs += ms) }
}

test('five attempts without an answer open the circuit of their origin for 30 s; one attempt then decides', async () => {
  const { attempt, answers, calls, wait } = startCircuits()
  answers.set('https://dead.example', TIMEOUT)
  for (let count = 0; count < 5; count++) assert.deepEqual(await attempt(`https://dead.example/${count}`), TIMEOUT)
  assert.deepEqual(await attempt('https://dead.example/6'), OPEN)
  assert.deepEqual(await attempt('https://other.example/'), { ok: true, status: 204 })
  wait(29_999)
  assert.deepEqual(await attempt('https://dead.example/7'), OPEN)
  wait(1)
  const [probe, second] = await Promise.all([attempt('https://dead.example/8'), attempt('https://dead.example/9')])
  assert.deepEqual([probe, second], [TIMEOUT, OPEN])
  wait(30_000)
  answers.delete('https://dead.example')
  assert.deepEqual(await attempt('https://dead.example/10'), { ok: true, status: 204 })
  assert.deepEqual(await attempt('https://dead.example/11'), { ok: true, status: 204 })
  assert.equal(calls.filter((url) => url.startsWith('https://dead')).length, 8)
})

test('an answer with a bad status never opens the circuit: a caller can not cut others off from a receiver that works', async () => {
  const { attempt, answers } = startCircuits()
  answers.set('https://shared.example', REFUSED)
  for (let count = 0; count < 20; count++) assert.deepEqual(await attempt('https://shared.example/'), REFUSED)
  answers.set('https://shared.example', TIMEOUT)
  for (let count = 0; count < 4; count++) await attempt('https://shared.example/')
  answers.set('https://shared.example', REFUSED)
  assert.deepEqual(await attempt('https://shared.example/'), REFUSED)
  answers.set('https://shared.example', TIMEOUT)
  assert.deepEqual(await attempt('https://shared.example/'), TIMEOUT)
})
