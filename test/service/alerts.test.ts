import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from '../../adapters/observe/log.ts'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'
import { loseFields } from '../contract/layout-contract.ts'
import { jsonOf, startBench, type BenchOptions } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const MINUTE_MS = 60_000
const SECRET = 'a secret of the operator'

test('fields whose values vanish are a signed alert to the operator, repeated until it is taken', async (t) => {
  const inbox = await openInbox(500, 204)
  t.after(inbox.close)
  const startMs = Date.now()
  let offset = 0
  let logged = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      logged += String(chunk)
      done()
    },
  })
  const options: BenchOptions = {
    epochMs: () => Date.now() + offset,
    log: createLog('info', stream),
    settings: {
      SHELFMARK_BATCH_INTERVAL_MS: '200',
      SHELFMARK_ALERT_URL: `${inbox.origin}/hook?token=hunter2`,
      SHELFMARK_ALERT_SECRET: SECRET,
    },
  }
  const bench = await startBench({ ...options, prepare: (store) => loseFields(store, Date.now()) })
  const readOutcomes = async (): Promise<unknown[]> => {
    const { entries } = await bench.administrate('audit.list', { from: '2020-01-01', to: '2100-01-01' })
    return entries.filter(({ command }) => command === 'layout.drift').map(({ outcome }) => outcome)
  }
  const readHealth = async (): Promise<unknown> => (await bench.administrate('service.health', {})).alerts
  await until(async () => JSON.stringify(await readHealth()).includes('http 500'), 'the first attempt')
  assert.deepEqual(await readHealth(), { receiver: inbox.origin, waiting: 1, last_error: 'http 500' })
  assert.deepEqual(await readOutcomes(), [null])
  offset += MINUTE_MS
  await until(async () => (await readOutcomes())[0] === 'ok', 'the second attempt')
  await until(async () => JSON.stringify(await readHealth()).includes('"waiting":0'), 'its end')
  assert.equal(inbox.posts.length, 2)
  for (const { path, headers, body } of inbox.posts) {
    assert.equal(path, '/hook?token=hunter2')
    const now = (): number => Date.now() + offset
    assert.equal(await verifyWebhook(body, headers, SECRET, { now }), true)
    assert.equal(await verifyWebhook(body, String(headers['x-svc-signature']), SECRET), true)
    assert.equal(headers['x-svc-event'], 'layout.drift')
    assert.deepEqual([headers['x-svc-batch-id'], headers['x-svc-watch-id']], [undefined, undefined])
    const { id, at, ...told } = JSON.parse(body.toString()) as Record<string, unknown>
    assert.equal(headers['webhook-id'], id)
    // However long the test takes: within it, on either clock. The steady clock of the store may lag a little.
    const atMs = Date.parse(String(at))
    assert.ok(atMs >= startMs - MINUTE_MS && atMs <= Date.now() + offset, String(at))
    const price = { field: 'price', drift: 'vanished', filled: { before: 0.975, recent: 0 } }
    const text =
      'Shelfmark: the pages of product on the marketplace de may have changed: price has vanished (98 % had it before, 0 % now).'
    assert.deepEqual(told, { type: 'layout.drift', record: 'product', domain: 'de', fields: [price], text })
  }
  const { bytes } = await bench.callAdmin('/metrics')
  for (const outcome of ['ok', 'failed']) {
    assert.ok(bytes.includes(`shelfmark_alert_attempts_total{outcome="${outcome}"} 1`), outcome)
  }
  await bench.stop()
  assert.match(logged, /"error":"http 500","msg":"alert"/)
  assert.doesNotMatch(logged, /hunter2|a secret of/)

  const again = await startBench({ ...options, folder: bench.folder })
  const tested = await again.administrate('alerts.test', {})
  assert.deepEqual(tested, { receiver: inbox.origin, delivered: true, http_status: 204, error: null })
  assert.deepEqual(
    inbox.posts.slice(2).map(({ headers }) => headers['x-svc-event']),
    ['alert.test'],
  )
  await again.close()
})

test('without a receiver, a finding has its entry, and a test of alerts says what to set', async () => {
  const bench = await startBench({ prepare: (store) => loseFields(store, Date.now()) })
  await until(async () => {
    const { entries } = await bench.administrate('audit.list', { from: '2020-01-01', to: '2100-01-01' })
    return entries.some(({ command, outcome }) => command === 'layout.drift' && outcome === 'ok')
  }, 'the entry')
  assert.equal((await bench.administrate('service.health', {})).alerts, null)
  const refused = await bench.callAdmin('/admin/v1/alerts.test', { method: 'POST', body: '{}' })
  assert.equal(refused.status, 409)
  assert.deepEqual(jsonOf(refused), {
    error: 'no_alert_url',
    message: 'No receiver is set: set SHELFMARK_ALERT_URL and SHELFMARK_ALERT_SECRET',
  })
  await bench.close()
})
