import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'
import {
  assertError,
  assertInvalid,
  BATCH,
  headerOf,
  jsonOf,
  startBench,
  type Bench,
  type BenchOptions,
} from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  readonly method: string
}

type Batch = Readonly<Record<string, unknown>> & { readonly results: readonly unknown[] }

const MINUTE_MS = 60_000
/** A test checks this long before an attempt is due that it was not made. A busy machine needs less time for the check. Unit: ms. */
const MARGIN_MS = 45_000

/** Receives webhooks, and answers with the statuses that it is given, then with 200. */
async function startReceiver() {
  const received: Received[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, rawHeaders, method = '' } = request
      received.push({ headers, rawHeaders, method, body: Buffer.concat(chunks) })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, url: `${origin}/hooks?a=1`, received, statuses, close: () => server.close() }
}

const receiver = await startReceiver()
let offset = 0
const options: BenchOptions = {
  epochMs: () => Date.now() + offset,
  settings: {
    SHELFMARK_BATCH_INTERVAL_MS: '200',
    SHELFMARK_WEBHOOK_ALLOW: receiver.origin,
    SHELFMARK_MASTER_KEY: 'a master key of thirty-two characters or more',
  },
}
const bench: Bench = await startBench(options)
const { key } = await bench.createCaller()
after(async () => {
  await bench.close()
  receiver.close()
})

async function create(items: readonly string[], webhookUrl = receiver.url) {
  const answer = await bench.createBatch(key, {
    endpoint: 'market.product',
    items: items.map((query) => ({ query })),
    webhook_url: webhookUrl,
  })
  assert.equal(answer.status, 201, answer.bytes.toString())
  return jsonOf(answer) as { readonly id: string; readonly webhook_signature_secret: string }
}

async function poll(id: string): Promise<Batch> {
  return jsonOf(await bench.call(`${BATCH}/${id}`, { key })) as Batch
}

/** Polls until something is true of a batch. */
async function untilBatch(id: string, isTrue: (batch: Batch) => boolean): Promise<Batch> {
  let batch = await poll(id)
  const isSo = async (): Promise<boolean> => {
    batch = await poll(id)
    return isTrue(batch)
  }
  await until(isSo, () => JSON.stringify({ ...batch, results: 0 }))
  return batch
}

const ofBatch = (id: string): Received[] => receiver.received.filter(({ headers }) => headers['x-svc-batch-id'] === id)

test('a finished batch is posted: headers, signature, and the body of the poll', async () => {
  const { id, webhook_signature_secret: secret } = await create(['B0SHLFX301', 'B0GONE0404'])
  const delivered = await untilBatch(id, ({ webhook_delivery_status: status }) => status === 'delivered')
  const [hook, ...more] = ofBatch(id)
  assert.ok(hook && more.length === 0)
  assert.equal(hook.method, 'POST')
  assert.equal(hook.headers['content-type'], 'application/json')
  assert.equal(hook.headers['x-svc-event'], 'batch.completed')
  for (const name of ['X-SVC-Batch-Id', 'X-SVC-Event', 'X-SVC-Signature'])
    assert.ok(hook.rawHeaders.includes(name), name)
  assert.match(String(hook.headers['x-svc-signature']), /^sha256=[0-9a-f]{64}$/)
  assert.ok(await verifyWebhook(hook.body, String(hook.headers['x-svc-signature']), secret))
  assert.equal(await verifyWebhook(hook.body, String(hook.headers['x-svc-signature']), `${secret}x`), false)
  assert.equal(hook.headers['webhook-id'], id)
  assert.ok(await verifyWebhook(hook.body, hook.headers, secret))
  const { webhook_delivered_at: at, webhook_delivery_status: status, ...rest } = delivered
  assert.deepEqual(JSON.parse(hook.body.toString()), {
    ...rest,
    webhook_delivery_status: 'pending',
    webhook_delivered_at: null,
  })
  assert.equal(status, 'delivered')
  assert.ok(Date.parse(String(at)) >= Date.parse(String(delivered['completed_at'])))
  assert.equal(delivered['webhook_last_error'], null)
})

test('five failures, then success: the same bytes, after 1, 2, 5, 15 and 60 minutes', async () => {
  receiver.statuses.push(500, 302, 404, 503, 500)
  const { id } = await create(['B0SHLFX302'])
  const waits = [1, 2, 5, 15, 60]
  const errors = ['http 500', 'http 302', 'http 404', 'http 503', 'http 500']
  for (const [index, minutes] of waits.entries()) {
    const batch = await untilBatch(id, () => ofBatch(id).length === index + 1)
    const failed = await untilBatch(
      id,
      (one) => one['webhook_last_error'] === errors[index] && one['webhook_delivery_status'] === 'retrying',
    )
    assert.equal(failed['webhook_delivered_at'], null)
    assert.equal(batch['status'], 'complete')
    offset += minutes * MINUTE_MS - MARGIN_MS
    await sleep(700)
    assert.equal(ofBatch(id).length, index + 1, 'it came before its time')
    offset += MARGIN_MS
  }
  const delivered = await untilBatch(id, ({ webhook_delivery_status: status }) => status === 'delivered')
  assert.equal(delivered['webhook_last_error'], 'http 500')
  const bodies = new Set(ofBatch(id).map(({ body }) => body.toString()))
  const signatures = new Set(ofBatch(id).map(({ headers }) => headers['x-svc-signature']))
  assert.deepEqual([ofBatch(id).length, bodies.size, signatures.size], [6, 1, 1])
})

test('six failures: failed; redelivery starts over', async () => {
  // Distinct statuses show when an attempt is not only received, but also recorded.
  const refusals = [500, 501, 502, 503, 504, 505]
  receiver.statuses.push(...refusals)
  const { id } = await create(['B0SHLFX303'])
  for (const status of refusals) {
    await untilBatch(id, ({ webhook_last_error: error }) => error === `http ${status}`)
    offset += 60 * MINUTE_MS
  }
  const failed = await untilBatch(id, ({ webhook_delivery_status: status }) => status === 'failed')
  assert.deepEqual([failed['webhook_last_error'], failed['webhook_delivered_at']], ['http 505', null])
  offset += 24 * 60 * MINUTE_MS
  await sleep(700)
  assert.equal(ofBatch(id).length, 6)
  const answer = await bench.call(`${BATCH}/${id}/redeliver`, { key, method: 'POST' })
  assert.deepEqual([answer.status, jsonOf(answer)], [202, { id, webhook_delivery_status: 'pending' }])
  const tooSoon = await bench.call(`${BATCH}/${id}/redeliver`, { key, method: 'POST' })
  assert.deepEqual([tooSoon.status, (jsonOf(tooSoon) as { error: string }).error], [429, 'rate_limited'])
  const seconds = Number(headerOf(tooSoon, 'Retry-After') ?? headerOf(tooSoon, 'retry-after'))
  assert.ok(seconds > 0 && seconds <= 60)
  await untilBatch(id, ({ webhook_delivery_status: status }) => status === 'delivered')
  assert.equal(new Set(ofBatch(id).map(({ body }) => body.toString())).size, 1)
  assert.equal(ofBatch(id).length, 7)
})

test('attempts are listed for the keys of the workspace, and for operators', async () => {
  receiver.statuses.push(503, 302)
  const { id } = await create(['B0SHLFX307'])
  for (const status of [503, 302]) {
    await untilBatch(id, ({ webhook_last_error: error }) => error === `http ${status}`)
    offset += 60 * MINUTE_MS
  }
  await untilBatch(id, ({ webhook_delivery_status: status }) => status === 'delivered')
  const answer = await bench.call(`${BATCH}/${id}/deliveries`, { key })
  assert.equal(answer.status, 200)
  const listed = jsonOf(answer) as {
    readonly webhook_delivery_status: string
    readonly deliveries: readonly Readonly<Record<string, unknown>>[]
  }
  assert.equal(listed.webhook_delivery_status, 'delivered')
  assert.deepEqual(
    listed.deliveries.map(({ attempt, http_status, error }) => [attempt, http_status, error]),
    [
      [1, 503, 'http 503'],
      [2, 302, 'http 302'],
      [3, 200, null],
    ],
  )
  const times = listed.deliveries.map(({ started_at: at }) => Date.parse(String(at)))
  assert.ok(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= MINUTE_MS))
  assert.deepEqual(await bench.administrate('batches.deliveries', { batch: id.toUpperCase() }), listed)
  const stranger = await bench.createCaller()
  const path = `${BATCH}/${id}/deliveries`
  assertError(await bench.call(path, { key: stranger.key }), 404, { error: 'not_found' })
  assertError(await bench.call(path), 401, { error: 'unauthorized' })
  assert.equal((await bench.call(`${BATCH}/${id.toUpperCase()}/deliveries`, { key })).status, 200)
})

test('after 7 days, results and redelivery are 410, and the record stays', async () => {
  const first = await startBench(options)
  const own = await first.createCaller()
  const items = [{ query: 'B0SHLFX306' }]
  const created = await first.createBatch(own.key, { endpoint: 'market.product', items, webhook_url: receiver.url })
  const { id } = jsonOf(created) as { id: string }
  const path = `${BATCH}/${id}`
  const isDelivered = async (): Promise<boolean> =>
    (jsonOf(await first.call(path, { key: own.key })) as Batch)['webhook_delivery_status'] === 'delivered'
  await until(isDelivered, 'the webhook is delivered')
  await first.stop()
  offset += 8 * 24 * 60 * MINUTE_MS
  // A running server looks once a minute, and not right after the clock has jumped; a new one looks at once.
  const later = await startBench({ ...options, folder: first.folder })
  const call = (rest: string, method: string) => later.call(`${path}${rest}`, { key: own.key, method })
  await until(async () => (await call('', 'GET')).status === 410, 'the results are removed')
  assertError(await call('/redeliver', 'POST'), 410, { error: 'results_expired' })
  assertError(await call('?offset=0&limit=1', 'GET'), 410, { error: 'results_expired' })
  const record = jsonOf(await call('?limit=0', 'GET')) as Batch
  assert.deepEqual([record['processed_count'], record.results], [1, []])
  await later.close()
})

test('a canceled batch is posted too, with its status in the body', async () => {
  const { id, webhook_signature_secret: secret } = await create(Array<string>(200).fill('B0SLOW2000'))
  await bench.call(`${BATCH}/${id}`, { key, method: 'DELETE' })
  await untilBatch(id, ({ webhook_delivery_status: status }) => status === 'delivered')
  const [hook] = ofBatch(id)
  assert.ok(hook)
  const body = JSON.parse(hook.body.toString()) as Batch
  assert.deepEqual([body['status'], body.results.length, body['failure_count']], ['failed', 200, 200])
  assert.ok(await verifyWebhook(hook.body, String(hook.headers['x-svc-signature']), secret))
})

test('nothing is posted without a webhook_url, and nothing is redelivered', async () => {
  const before = receiver.received.length
  const body = { endpoint: 'market.product', items: [{ query: 'B0SHLFX304' }] }
  const { id } = jsonOf(await bench.createBatch(key, body)) as { id: string }
  const done = await untilBatch(id, ({ status }) => status === 'complete')
  assert.deepEqual([done['webhook_url'], done['webhook_delivery_status']], [null, null])
  await sleep(700)
  assert.equal(receiver.received.length, before)
  assertInvalid(await bench.call(`${BATCH}/${id}/redeliver`, { key, method: 'POST' }), ['id'])
})

test('redelivery: not before the batch has ended, not of an unknown one', async () => {
  const { id } = await create(Array<string>(50).fill('B0SLOW2000'))
  assertInvalid(await bench.call(`${BATCH}/${id}/redeliver`, { key, method: 'POST' }), ['id'])
  await bench.call(`${BATCH}/${id}`, { key, method: 'DELETE' })
  const unknown = `${BATCH}/00000000-0000-4000-8000-000000000000/redeliver`
  assertError(await bench.call(unknown, { key, method: 'POST' }), 404, { error: 'not_found' })
})

test('the secret is not on disk in plain, when a master key is configured', async () => {
  const { id, webhook_signature_secret: secret } = await create(['B0SHLFX305'])
  await untilBatch(id, ({ webhook_delivery_status: status }) => status === 'delivered')
  const files = readdirSync(bench.folder)
  assert.ok(files.some((name) => name.includes('sqlite')))
  for (const name of files) assert.ok(!readFileSync(`${bench.folder}/${name}`).includes(secret), name)
})
