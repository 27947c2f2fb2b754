import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import * as v from 'valibot'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { generateAsin, generateProduct } from '../../adapters/sandbox/index.ts'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'
import { watchEventSchema, type WatchChanges, type WatchEventBody } from '../../core/contract/index.ts'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  startBench,
  type BenchOptions,
} from '../support/service-bench.ts'
import { DAY_MS, shopTimeAt, START_MS } from '../support/simulated-watch.ts'
import { until } from '../support/wait.ts'
import {
  awaitLooks,
  callWatch,
  createWatch,
  readWatch,
  runNext,
  StillClock,
  WATCH,
  type PrintedWatch,
} from '../support/watch-bench.ts'
import { receive } from '../support/webhook-receiver.ts'

const SETTINGS = { SHELFMARK_BATCH_INTERVAL_MS: '100' }
const NOBODY = '0b3b8f0e-6d3c-4b7e-9a51-6c2f5f0d7a10'

/** A service whose live keys see the moving marketplace at the time of a clock. */
async function startMoving(clock: StillClock, { settings, ...options }: BenchOptions & { faults?: string } = {}) {
  const source = sandboxSource({ time: () => shopTimeAt(clock.ms), cacheBytes: 0, faults: options.faults })
  return startBench({ ...options, source, epochMs: clock.epochMs, settings: { ...SETTINGS, ...settings } })
}

/** A product whose price changes in the first days, and when. */
function findMoving(): { readonly asin: string; readonly day: number } {
  for (let index = 0; index < 200; index++) {
    const asin = generateAsin(`moving ${index}`, false)
    const prices = [0, 1, 2, 3].map((day) => generateProduct({ asin, domain: 'de', time: { day } }).record.price)
    const day = prices.findIndex((price) => price !== prices[0])
    if (day > 0 && prices[day] !== null && prices[0] !== null) return { asin, day }
  }
  return assert.fail('no product moves')
}

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

async function openInbox(t: TestContext) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(204).end()
    })
  })
  const { origin } = await receive(t, server)
  return { origin, received }
}

test('days pass, a price changes, and one signed event arrives, once', async (t) => {
  const clock = new StillClock(START_MS)
  const { origin, received } = await openInbox(t)
  const bench = await startMoving(clock, { settings: { SHELFMARK_WEBHOOK_ALLOW: origin } })
  const { key, workspace } = await bench.createCaller()
  const { asin, day } = findMoving()
  const watch = await createWatch(bench, key, {
    endpoint: 'market.product',
    items: [{ query: asin, domain: 'de', reference: 'row 7' }],
    every: '6h',
    fields: ['price'],
    webhook_url: `${origin}/hook`,
  })
  assert.match(watch.webhook_signature_secret, /^whsec_/)
  await awaitLooks(bench, key, watch.id, 1)
  let looks = 1
  while (clock.ms < START_MS + (day + 1) * DAY_MS) looks = (await runNext(bench, key, watch.id, { clock })).looks_count
  await until(() => received.length > 0, 'an event')
  const changes = jsonOf(await callWatch(bench, key, 'GET', `/${watch.id}/changes`)) as WatchChanges
  const alerts = changes.changes.filter((change) => change.alerts.length > 0)
  await until(() => received.length >= alerts.length, 'all events')
  const [first] = received
  assert.ok(first)
  const body = JSON.parse(first.body.toString()) as WatchEventBody
  v.parse(watchEventSchema, body)
  const before = generateProduct({ asin, domain: 'de', time: { day: 0 } }).record.price
  const after = generateProduct({ asin, domain: 'de', time: { day } }).record.price
  const [change] = body.changes
  assert.deepEqual(
    [body.event, body.watch, body.reference, body.item, change?.field, change?.before, change?.after],
    ['watch.changed', watch.id, 'row 7', { query: asin, domain: 'de', reference: 'row 7' }, 'price', before, after],
  )
  assert.equal(first.headers['x-svc-event'], 'watch.changed')
  assert.equal(first.headers['x-svc-watch-id'], watch.id)
  assert.equal(first.headers['webhook-id'], body.id)
  const signature = String(first.headers['x-svc-signature'])
  assert.ok(await verifyWebhook(first.body, signature, watch.webhook_signature_secret))
  // Each event was sent once, and every look that succeeded was charged once.
  const ids = received.map((one) => (JSON.parse(one.body.toString()) as WatchEventBody).id)
  assert.equal(new Set(ids).size, ids.length)
  const read = await readWatch(bench, key, watch.id)
  assert.deepEqual([read.looks_count, read.seen_count, read.credits_charged], [looks, looks, 5 * looks])
  const usage = await bench.readUsage(workspace)
  assert.equal(
    usage.reduce((sum, { charges }) => sum + charges, 0),
    looks,
  )
  // No run is among the batches of the customer.
  assert.deepEqual((jsonOf(await bench.call('/api/v1/market/batch', { key })) as { batches: unknown[] }).batches, [])

  const series = jsonOf(await callWatch(bench, key, 'GET', `/${watch.id}/series?field=price`)) as {
    points: { at: string; value: number }[]
    gaps: unknown[]
  }
  assert.deepEqual(
    series.points.slice(0, 2).map(({ value }) => value),
    [before, after],
  )
  assert.deepEqual(series.gaps, [])

  // A new secret signs what is sent from then on.
  const replaced = await callWatch(bench, key, 'POST', `/${watch.id}/secret`)
  assert.equal(replaced.status, 201)
  const { webhook_signature_secret: secret } = jsonOf(replaced) as PrintedWatch
  const sent = received.length
  assert.equal((await callWatch(bench, key, 'POST', `/${watch.id}/test`)).status, 202)
  await until(() => received.length > sent, 'the sample event')
  const last = received.at(-1)
  assert.ok(last)
  const proof = String(last.headers['x-svc-signature'])
  assert.deepEqual(
    await Promise.all([secret, watch.webhook_signature_secret].map((one) => verifyWebhook(last.body, proof, one))),
    [true, false],
  )
  await bench.close()
})

test('a watch is created whole or not at all, and its mistakes are named', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startMoving(clock)
  const { key } = await bench.createCaller({ plan: 'free' })
  const item = { query: 'B0SHLFX301' }
  const good = { endpoint: 'market.product', items: [item], every: '6h' }
  const wrong: readonly (readonly [object, readonly string[]])[] = [
    [{ ...good, every: '1h' }, ['every']],
    [{ ...good, every: '31d' }, ['every']],
    [{ ...good, every: undefined }, ['every']],
    [{ ...good, cron: '0 * * * *' }, ['cron']],
    [{ ...good, every: undefined, cron: '0 * * * *' }, ['cron']],
    [{ ...good, every: undefined, cron: 'every day' }, ['cron']],
    [{ ...good, every: undefined, cron: '0 0 0 * * *' }, ['cron']],
    [{ ...good, every: undefined, cron: '0 7 * * *', timezone: 'Europe/Atlantis' }, ['timezone']],
    [{ ...good, timezone: 'UTC' }, ['timezone']],
    [{ ...good, confirm: 6 }, ['confirm']],
    [{ ...good, keep: '30d' }, ['keep']],
    [{ ...good, max_credits_per_month: 0 }, ['max_credits_per_month']],
    [{ ...good, fields: ['prise'] }, ['fields']],
    [{ ...good, rules: [{ field: 'price', when: 'below' }] }, ['rules[0].value']],
    [{ ...good, items: [item, { query: 'short' }] }, ['items[1].query']],
    [{ ...good, items: [{ ...item, add_html: true }] }, ['items[0].add_html']],
    [{ ...good, items: [] }, ['items']],
    [{ ...good, endpoint: 'market.prices' }, ['endpoint']],
    [{ ...good, webhook_url: 'https://10.0.0.1/' }, ['webhook_url']],
    [{ ...good, rule: [] }, ['rule']],
    [{ ...good, every: '1h', confirm: 9 }, ['confirm', 'every']],
    [{ ...good, every: '1h', cron: 'every day' }, ['every', 'cron']],
    [{ ...good, max_credits_per_month: 4 }, ['max_credits_per_month']],
  ]
  for (const [body, params] of wrong) {
    // The bucket of a key of the plan is refilled by time.
    clock.ms += 1000
    const answer = await callWatch(bench, key, 'POST', '', body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assertInvalid(answer, params)
  }
  assertInvalid(await callWatch(bench, key, 'POST', '', [1]), ['body'])
  const noType = await bench.call(WATCH, { method: 'POST', key, body: '{}' })
  assertError(noType, 415, { error: 'unsupported_media_type' })
  assert.deepEqual(jsonOf(await callWatch(bench, key, 'GET', '')), { watches: [], next_cursor: null })

  const { id } = await createWatch(bench, key, { ...good, max_credits_per_month: 5 })
  assertInvalid(await callWatch(bench, key, 'PATCH', `/${id}`, { max_credits_per_month: 4 }), ['max_credits_per_month'])
  const { key: pro } = await bench.createCaller({ plan: 'pro' })
  const cron = await createWatch(bench, pro, { ...good, every: undefined, cron: '*/15 * * * *' })
  assert.deepEqual([cron.every, cron.cron], [null, '*/15 * * * *'])
  await bench.close()
  assert.match(id, /^[0-9a-f-]{36}$/)
})

test('a watch is of its workspace and kind of key; another one does not find it', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startMoving(clock)
  const { key, workspace } = await bench.createCaller()
  const other = await bench.createCaller()
  const sandbox = (await bench.createKey(workspace, 'test')).fullKey
  const body = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }], every: '6h' }
  const watch = await createWatch(bench, key, body)
  const calls: readonly (readonly [string, string, unknown?])[] = [
    ['GET', ''],
    ['PATCH', '', { confirm: 3 }],
    ['POST', '/run'],
    ['POST', '/test'],
    ['POST', '/redeliver'],
    ['GET', '/changes'],
    ['GET', '/series?field=price'],
    ['GET', '/values'],
    ['POST', '/secret'],
    ['POST', '/items', { items: [{ query: 'B0SHLFX301' }] }],
    ['DELETE', '/items?item=0'],
    ['DELETE', ''],
  ]
  for (const [method, path, sent] of calls) {
    for (const [id, caller] of [
      [watch.id, other.key],
      [watch.id, sandbox],
      [NOBODY, key],
      ['nothing', key],
    ] as const) {
      const answer = await callWatch(bench, caller, method, `/${id}${path}`, sent)
      assertError(answer, 404, { error: 'not_found' })
      assert.equal(headerOf(answer, 'Svc-Reason'), 'unknown_watch')
    }
    assert.equal((await bench.call(`${WATCH}/${watch.id}${path}`, { method, key: 'svc_live_none' })).status, 401)
  }
  const list = async (caller: string, query = ''): Promise<readonly string[]> => {
    const page = jsonOf(await callWatch(bench, caller, 'GET', query)) as { watches: { id: string }[] }
    return page.watches.map(({ id }) => id)
  }
  assert.deepEqual([await list(other.key), await list(sandbox), await list(key)], [[], [], [watch.id]])
  clock.ms += 1000
  const second = await createWatch(bench, key, body)
  assert.deepEqual(await list(key), [second.id, watch.id])
  assert.deepEqual(await list(key, '?limit=1'), [second.id])
  assert.deepEqual(await list(key, `?limit=1&cursor=${second.id}`), [watch.id])
  assertInvalid(await callWatch(bench, key, 'GET', `?cursor=${NOBODY}`), ['cursor'])
  assert.equal((await callWatch(bench, key, 'DELETE', `/${watch.id}`)).status, 200)
  assert.deepEqual(await list(key), [second.id])
  // A sandbox key pays nothing, and may watch 1,000 items.
  const many = Array.from({ length: 999 }, () => ({ query: 'B0SHLFX301' }))
  const free = await createWatch(bench, sandbox, { ...body, items: many })
  const refused = await callWatch(bench, sandbox, 'POST', '', { ...body, items: many.slice(0, 2) })
  assert.equal(refused.status, 429)
  assert.equal((await callWatch(bench, sandbox, 'DELETE', `/${free.id}`)).status, 200)
  await createWatch(bench, sandbox, { ...body, items: many.slice(0, 2) })
  await bench.close()
})
