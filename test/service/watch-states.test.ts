import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import type { Series, WatchChanges } from '../../core/contract/index.ts'
import { monthOf } from '../../core/policy/index.ts'
import { assertInvalid, headerOf, jsonOf, startBench } from '../support/service-bench.ts'
import { DAY_MS, START_MS } from '../support/simulated-watch.ts'
import { until } from '../support/wait.ts'
import {
  awaitLooks,
  callWatch,
  createWatch,
  readWatch,
  runNext,
  StillClock,
  type PrintedWatch,
} from '../support/watch-bench.ts'
import { receive } from '../support/webhook-receiver.ts'
import { BODY, HOUR_MS, movingShop, readEvents, SETTINGS } from '../support/moving-shop.ts'

test('a watch that sees nothing fails once, looks less often, and recovers once', async () => {
  const clock = new StillClock(START_MS)
  const shop = movingShop(clock)
  const bench = await startBench({
    source: shop.source,
    epochMs: clock.epochMs,
    settings: SETTINGS,
    retrieval: { attempts: 1 },
  })
  const { key, workspace } = await bench.createCaller()
  const { id } = await createWatch(bench, key, BODY)
  await awaitLooks(bench, key, id, 1)
  shop.isDown = true
  const pauses: number[] = []
  let watch: PrintedWatch = await readWatch(bench, key, id)
  // Where in a longer interval the next run is depends on the id of the watch: some come soon, and then more follow.
  for (let run = 0; run < 30 && (run < 12 || pauses.at(-1) !== 24); run++) {
    const beforeMs = clock.ms
    watch = await runNext(bench, key, id, { clock })
    pauses.push(Math.round((clock.ms - beforeMs) / HOUR_MS))
  }
  assert.equal(watch.status, 'failing')
  assert.ok(Math.max(...pauses) <= 24 && pauses.at(-1) === 24, pauses.join(' '))
  const events = async (): Promise<readonly string[]> =>
    (await readEvents(bench, key, id)).filter((event) => event !== 'watch.changed')
  assert.deepEqual(await events(), ['watch.failing'])
  assert.deepEqual([watch.seen_count, watch.credits_charged], [1, 5])
  shop.isDown = false
  await runNext(bench, key, id, { clock })
  // The first success is noticed after the pause, not a day later.
  clock.ms += 2 * 60_000
  await until(async () => (await readWatch(bench, key, id)).status === 'active', 'the watch recovers')
  const soon = await readWatch(bench, key, id)
  assert.ok(Date.parse(soon.next_run_at ?? '') - clock.ms <= HOUR_MS + 60_000, soon.next_run_at ?? '')
  assert.deepEqual(await events(), ['watch.failing', 'watch.recovered'])
  // The time without a look that saw anything is one gap.
  const series = jsonOf(await callWatch(bench, key, 'GET', `/${id}/series?field=price`)) as Series
  assert.equal(series.gaps.length, 1)
  const usage = await bench.readUsage(workspace)
  assert.equal(
    usage.reduce((sum, { credits }) => sum + credits, 0),
    10,
  )
  await bench.close()
})

test('a watch stops at its credits of the month, and goes on with the next month, or with more credits', async () => {
  const clock = new StillClock(START_MS)
  const { source } = movingShop(clock)
  const bench = await startBench({ source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key } = await bench.createCaller()
  const items = ['B0SHLFX301', 'B0SHLFX302', 'B0SHLFX303'].map((query) => ({ query }))
  const { id } = await createWatch(bench, key, { ...BODY, items, every: '30d', max_credits_per_month: 14 })
  await awaitLooks(bench, key, id, 2)
  const paused = async (): Promise<PrintedWatch> => {
    await until(async () => (await readWatch(bench, key, id)).status === 'paused', 'the watch is paused')
    return readWatch(bench, key, id)
  }
  clock.ms += 2 * 60_000
  const first = await paused()
  assert.deepEqual([first.credits_charged, first.paused_by], [10, 'credits'])
  assert.deepEqual(await readEvents(bench, key, id), ['watch.paused'])
  assertInvalid(await callWatch(bench, key, 'POST', `/${id}/run`), ['id'])
  const more = await callWatch(bench, key, 'PATCH', `/${id}`, { max_credits_per_month: 15 })
  assert.equal((jsonOf(more) as PrintedWatch).status, 'active')
  assert.equal((await awaitLooks(bench, key, id, 3)).credits_charged, 15)
  clock.ms += 2 * 60_000
  assert.equal((await callWatch(bench, key, 'POST', `/${id}/run`)).status, 202)
  const second = await paused()
  const month = monthOf(clock.ms)
  clock.ms = Date.parse(second.next_run_at ?? '')
  assert.notEqual(monthOf(clock.ms), month)
  const third = await awaitLooks(bench, key, id, 6)
  assert.deepEqual([third.status, third.credits_charged, third.credits_this_month], ['active', 30, 15])
  await bench.close()
})

test('a watch is changed, paused, run and resumed; its items stay', async () => {
  const clock = new StillClock(START_MS)
  const { source } = movingShop(clock)
  const bench = await startBench({ source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key } = await bench.createCaller()
  const { id } = await createWatch(bench, key, BODY)
  await awaitLooks(bench, key, id, 1)
  const change = async (body: object): Promise<PrintedWatch> => {
    const answer = await callWatch(bench, key, 'PATCH', `/${id}`, body)
    assert.equal(answer.status, 200, answer.bytes.toString())
    return jsonOf(answer) as PrintedWatch
  }
  const cron = await change({ cron: '0 7,19 * * *', timezone: 'Europe/Berlin' })
  assert.deepEqual([cron.every, cron.cron], [null, '0 7,19 * * *'])
  const atSeven = await runNext(bench, key, id, { clock })
  assert.equal(new Date(clock.ms).toISOString(), '2026-01-01T06:00:00.000Z')
  assert.equal(atSeven.looks_count, 2)
  const every = await change({ every: '6h' })
  assert.deepEqual([every.every, every.cron], ['6h', null])
  for (const [body, params] of [
    [{ items: [] }, ['items']],
    [{ every: '1m' }, ['every']],
    [{ every: '6h', cron: '0 7 * * *' }, ['cron']],
    [{ status: 'stopped' }, ['status']],
    [{ webhook_url: 'http://example.com/' }, ['webhook_url']],
    [{ statuss: 'active' }, ['statuss']],
  ] as const) {
    assertInvalid(await callWatch(bench, key, 'PATCH', `/${id}`, body), params)
  }
  const stopped = await change({ status: 'paused' })
  assert.deepEqual([stopped.status, stopped.paused_by, stopped.next_run_at], ['paused', 'caller', null])
  clock.ms += DAY_MS
  assertInvalid(await callWatch(bench, key, 'POST', `/${id}/run`), ['id'])
  // A day is missed: one look is owed.
  assert.equal((await change({ status: 'active' })).status, 'active')
  assert.equal((await awaitLooks(bench, key, id, 3)).looks_count, 3)
  clock.ms += 2 * 60_000
  assert.equal((await callWatch(bench, key, 'POST', `/${id}/run`)).status, 202)
  assert.equal((await awaitLooks(bench, key, id, 4)).looks_count, 4)
  for (const path of ['/test', '/redeliver']) {
    assertInvalid(await callWatch(bench, key, 'POST', `/${id}${path}`), ['id'])
  }
  assertInvalid(await callWatch(bench, key, 'POST', `/${id}/redeliver?event=1`), ['event'])
  await bench.close()
})

test('samples and failed events are sent, once a minute', async (t) => {
  const clock = new StillClock(START_MS)
  const { source } = movingShop(clock)
  let attempts = 0
  const server = createServer((request, response) => {
    attempts++
    request.resume()
    response.writeHead(500).end()
  })
  const { origin } = await receive(t, server)
  const bench = await startBench({
    source,
    epochMs: clock.epochMs,
    settings: { ...SETTINGS, SHELFMARK_WEBHOOK_ALLOW: origin },
  })
  const { key } = await bench.createCaller()
  const { id } = await createWatch(bench, key, { ...BODY, webhook_url: `${origin}/hook` })
  assert.deepEqual(jsonOf(await callWatch(bench, key, 'POST', `/${id}/test`)), { id, events: 1 })
  const soon = await callWatch(bench, key, 'POST', `/${id}/test`)
  assert.deepEqual([soon.status, headerOf(soon, 'Retry-After') ?? headerOf(soon, 'retry-after')], [429, '60'])
  const status = async (): Promise<readonly (string | null)[]> => {
    const { changes } = jsonOf(await callWatch(bench, key, 'GET', `/${id}/changes`)) as WatchChanges
    return changes.map(({ event, webhook_delivery_status }) => `${event} ${webhook_delivery_status}`)
  }
  await until(async () => (await status())[0] === 'watch.test retrying', 'the first attempt')
  while ((await status())[0] !== 'watch.test failed') {
    const before = attempts
    clock.ms += HOUR_MS
    await until(async () => attempts > before || (await status())[0] === 'watch.test failed', 'the next attempt')
  }
  assert.ok(attempts >= 6, `${attempts} attempts`)
  assert.deepEqual(jsonOf(await callWatch(bench, key, 'POST', `/${id}/redeliver`)), { id, events: 1 })
  assert.equal((await callWatch(bench, key, 'POST', `/${id}/redeliver`)).status, 429)
  await until(async () => (await status())[0] === 'watch.test retrying', 'it is sent again')
  await bench.close()
})

test('a series is answered as JSON, lines, CSV and Parquet, all with the same points and gaps', async () => {
  const clock = new StillClock(START_MS)
  const shop = movingShop(clock)
  const { source } = shop
  const bench = await startBench({
    source,
    epochMs: clock.epochMs,
    settings: SETTINGS,
    retrieval: { attempts: 1 },
  })
  const { key } = await bench.createCaller()
  const { id } = await createWatch(bench, key, {
    ...BODY,
    every: '1d',
    fields: ['price', 'sales_rank[0].rank', 'in_stock'],
  })
  await awaitLooks(bench, key, id, 1)
  for (let run = 0; run < 12; run++) {
    shop.isDown = run === 3
    await runNext(bench, key, id, { clock })
  }
  const path = `/${id}/series?field=${encodeURIComponent('sales_rank[0].rank')}`
  const ask = (rest: string, Accept?: string) =>
    bench.callEncoded(`/api/v1/market/watch${path}${rest}`, { key, headers: Accept === undefined ? {} : { Accept } })
  const series = jsonOf(await ask('')) as Series
  assert.ok(series.points.length >= 3 && series.gaps.length === 1, JSON.stringify(series))
  const lines = (await ask('', 'application/x-ndjson')).bytes.toString().split('\n').slice(0, -1)
  const rows = lines.map((line) => JSON.parse(line) as { kind: string; at: string; value: number | null })
  assert.deepEqual((await ask('&format=jsonl')).bytes.toString(), `${lines.join('\n')}\n`)
  const points = rows.filter(({ kind }) => kind === 'point')
  assert.deepEqual(
    points.map(({ at, value }) => [at, value]),
    series.points.map(({ at, value }) => [at, value]),
  )
  assert.equal(rows.length, series.points.length + series.gaps.length)
  const csv = await ask('', 'text/csv')
  assert.equal(headerOf(csv, 'content-type') ?? headerOf(csv, 'Content-Type'), 'text/csv; charset=utf-8')
  const [head, ...cells] = csv.bytes.toString().trimEnd().split('\r\n')
  assert.equal(head, 'kind,at,until,value,series,place,winner')
  assert.equal(cells.length, rows.length)
  const parquet = await ask('', 'application/vnd.apache.parquet')
  const file = new Uint8Array(parquet.bytes).slice().buffer
  const read = await parquetReadObjects({ file })
  assert.deepEqual(
    read.map((row) => Object.assign({}, row, { series: row['series'] === null ? null : Number(row['series']) })),
    rows,
  )
  // A span has the point that holds at its begin.
  const from = series.points[1]?.at.slice(0, 10) ?? ''
  const later = jsonOf(await ask(`&from=${from}`)) as Series
  assert.deepEqual(
    later.points,
    series.points.slice(later.points.length === series.points.length ? 0 : -later.points.length),
  )
  for (const [rest, params] of [
    ['&item=1', ['item']],
    ['&format=xml', ['format']],
    ['&from=yesterday', ['from']],
    ['&from=2026-02-01&to=2026-01-01', ['to']],
  ] as const) {
    assertInvalid(await callWatch(bench, key, 'GET', path + rest), params)
  }
  assertInvalid(await callWatch(bench, key, 'GET', `/${id}/series`), ['field'])
  assertInvalid(await callWatch(bench, key, 'GET', `/${id}/series?field=prise`), ['field'])
  await bench.close()
})
