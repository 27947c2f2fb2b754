import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createClient } from '../../adapters/client/index.ts'
import { BATCH, jsonOf, startBench, type Answer } from '../support/service-bench.ts'
import { S3_KEYS, startS3Server } from '../support/s3-server.ts'
import { until } from '../support/wait.ts'

const SCHEDULE = '/api/v1/market/schedule'
const DAY_MS = 86_400_000

const s3 = await startS3Server()
let offset = 0
const settings = {
  SHELFMARK_BATCH_INTERVAL_MS: '200',
  SHELFMARK_WEBHOOK_ALLOW: s3.endpoint,
  SHELFMARK_MASTER_KEY: 'a master key of thirty-two characters or more',
}
const bench = await startBench({ epochMs: () => Date.now() + offset, settings })
after(async () => {
  await bench.close()
  s3.close()
})

const items = [{ query: 'B0SHLFX301', domain: 'de' }]
const deliver = {
  to: 's3://kettles/daily/',
  endpoint: s3.endpoint,
  region: s3.region,
  format: 'jsonl',
  credentials: S3_KEYS,
}

interface Run {
  readonly id: string
  readonly completed_at: string | null
  readonly credits_charged: number
  readonly schedule_id: string
  readonly deliver: { readonly status: string; readonly file: string; readonly last_error: string | null } | null
}

interface Schedule {
  readonly id: string
  readonly status: string
  readonly paused_by: string | null
  readonly next_run_at: string | null
  readonly last_problem: string | null
  readonly runs: readonly Run[]
}

const ask = (method: string, path: string, key: string, body?: object): Promise<Answer> =>
  bench.call(path, {
    method,
    key,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })

async function create(key: string, more: object): Promise<Schedule> {
  const answer = await ask('POST', SCHEDULE, key, { endpoint: 'market.product', items, ...more })
  assert.equal(answer.status, 201, answer.bytes.toString())
  return jsonOf(answer) as Schedule
}

async function read(key: string, id: string): Promise<Schedule> {
  const answer = await bench.call(`${SCHEDULE}/${id}`, { key })
  assert.equal(answer.status, 200)
  assert.equal(answer.bytes.includes(S3_KEYS.secret_access_key), false)
  return jsonOf(answer) as Schedule
}

async function untilSchedule(key: string, id: string, isTrue: (schedule: Schedule) => boolean): Promise<Schedule> {
  let found = await read(key, id)
  const isSo = async (): Promise<boolean> => isTrue((found = await read(key, id)))
  await until(isSo, () => JSON.stringify(found))
  return found
}

test('each run is a batch in the bucket, charged as one, and begins once', async () => {
  const { workspace, key } = await bench.createCaller()
  const { id } = await create(key, { every: '1d', deliver, metadata: { shop: 'kettles' } })
  const isWritten = ({ runs }: Schedule, count: number): boolean =>
    runs.length === count && runs.every((run) => run.deliver?.status === 'delivered')
  const first = await untilSchedule(key, id, (schedule) => isWritten(schedule, 1))
  assert.deepEqual([first.status, first.last_problem, first.runs[0]?.schedule_id], ['active', null, id])
  for (let days = 1; days <= 2; days++) {
    offset += DAY_MS
    await untilSchedule(key, id, (schedule) => isWritten(schedule, days + 1))
  }
  const { runs } = await read(key, id)
  const files = runs.map((run) => s3.objects.get(String(run.deliver?.file).replace('s3://kettles/', '')))
  assert.deepEqual(
    files.map((file) => file?.writes),
    [1, 1, 1],
  )
  assert.equal(s3.objects.size, 6)
  const credits = runs.reduce((sum, run) => sum + run.credits_charged, 0)
  const charged = (await bench.readUsage(workspace)).reduce((sum, usage) => sum + usage.credits, 0)
  assert.ok(credits > 0 && credits === charged)
  const listed = jsonOf(await bench.call(`${BATCH}?metadata[shop]=kettles`, { key })) as { batches: Run[] }
  assert.equal(listed.batches.length, 3)
  // Several days without a process: one run, not one for each day.
  offset += 5 * DAY_MS
  await untilSchedule(key, id, (schedule) => isWritten(schedule, 4))
})

test('the next times of a cron line follow its time zone, also where clocks change', async () => {
  const { key } = await bench.createCaller()
  const terms = { cron: '30 6 * * *', timezone: 'Europe/Berlin' }
  const { id, next_run_at: next } = await create(key, terms)
  assert.match(String(next), /T0[45]:30:00.000Z$/)
  assert.deepEqual((await read(key, id)).runs, [])
  offset = Date.parse(String(next)) - Date.now() + 1000
  const { next_run_at: after } = await untilSchedule(key, id, ({ runs }) => runs.length === 1)
  const hours = (Date.parse(String(after)) - Date.parse(String(next))) / 3_600_000
  assert.ok(hours >= 23 && hours <= 25)
})

test('a schedule is paused, resumed by another key, and deleted with its run', async () => {
  const { workspace, key, keyId } = await bench.createCaller()
  const { id } = await create(key, { every: '1d' })
  await untilSchedule(key, id, ({ runs }) => runs.length === 1 && runs[0]?.completed_at !== null)
  const paused = await ask('PATCH', `${SCHEDULE}/${id}`, key, { status: 'paused' })
  assert.deepEqual([(jsonOf(paused) as Schedule).paused_by, (jsonOf(paused) as Schedule).next_run_at], ['caller', null])
  assert.equal((await ask('PATCH', `${SCHEDULE}/${id}`, key, { status: 'off' })).status, 400)
  assert.equal((await ask('PATCH', `${SCHEDULE}/${id}`, key, { status: 'active', every: '2d' })).status, 400)
  assert.equal((await ask('PATCH', `${SCHEDULE}/${id}`, key, { status: 'active' })).status, 200)
  const other = (await bench.createKey(workspace)).fullKey
  assert.equal((await bench.administrate('keys.revoke', { key: keyId })).pausedSchedules, 1)
  assert.equal((await read(other, id)).paused_by, 'key')
  offset += 2 * DAY_MS
  const resumed = jsonOf(await ask('PATCH', `${SCHEDULE}/${id}`, other, { status: 'active' })) as Schedule
  assert.deepEqual([resumed.paused_by, resumed.runs.length], [null, 1])
  offset += DAY_MS
  await untilSchedule(other, id, ({ runs }) => runs.length === 2)
  assert.equal((await ask('DELETE', `${SCHEDULE}/${id}`, other)).status, 200)
  assert.equal((await ask('DELETE', `${SCHEDULE}/${id}`, other)).status, 404)
  assert.equal((await bench.call(`${SCHEDULE}/${id}`, { key: other })).status, 404)
  const stranger = await bench.createCaller()
  const { id: foreign } = await create(stranger.key, { every: '1d' })
  assert.equal((await bench.call(`${SCHEDULE}/${foreign}`, { key: other })).status, 404)
})

test('a run says why its results could not be written', async () => {
  const { key } = await bench.createCaller()
  const wrong = { ...deliver, credentials: { ...S3_KEYS, secret_access_key: 'another' } }
  const { id } = await create(key, { every: '1d', deliver: wrong })
  const { runs } = await untilSchedule(key, id, (schedule) => typeof schedule.runs[0]?.deliver?.last_error === 'string')
  assert.equal(runs[0]?.deliver?.last_error, 'http 403 SignatureDoesNotMatch')
  const { schedules } = jsonOf(await bench.call(SCHEDULE, { key })) as { readonly schedules: readonly Schedule[] }
  assert.deepEqual(
    [schedules[0]?.last_problem, (await read(key, id)).last_problem],
    ['deliver_failed', 'deliver_failed'],
  )
})

test('a member that is not known is refused', async () => {
  const { key } = await bench.createCaller()
  const unknown = { track: {}, format: 'csv', webhook_ulr: 'a', deliver: { ...deliver, acl: 'private' } }
  const answer = await ask('POST', SCHEDULE, key, { endpoint: 'market.product', items, every: '1d', ...unknown })
  assert.equal(answer.status, 400)
  assert.deepEqual((jsonOf(answer) as { readonly details: unknown }).details, [
    { param: 'deliver.acl', message: 'is not known' },
    { param: 'track', message: 'is not known' },
    { param: 'format', message: 'is not known' },
    { param: 'webhook_ulr', message: 'is not known (did you mean "webhook_url"?)' },
  ])
})

test('mistakes are named; a replay gives the same schedule', async () => {
  const { key } = await bench.createCaller({ plan: 'free', payAsYouGo: true })
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{}, ['every']],
    [{ every: '1h' }, ['every']],
    [{ cron: '* * * * *' }, ['cron']],
    [{ cron: '0 6 * * *', timezone: 'Europe/Berlim' }, ['timezone']],
    [{ every: '1d', items: [] }, ['items']],
    [{ every: '1d', timezone: 'Europe/Berlin' }, ['timezone']],
    [{ evry: '1d' }, ['every', 'evry']],
    [{ every: '1d', webhook_url: 'https://10.0.0.1/' }, ['webhook_url']],
    [{ every: '1d', deliver: { ...deliver, endpoint: 'https://10.0.0.1' } }, ['deliver.endpoint']],
  ]
  for (const [more, expected] of cases) {
    const answer = await ask('POST', SCHEDULE, key, { endpoint: 'market.product', items, ...more })
    const { details } = jsonOf(answer) as { readonly details: readonly { readonly param: string }[] }
    assert.deepEqual(
      details.map(({ param }) => param),
      expected,
      JSON.stringify(more),
    )
  }
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
  const options = { idempotencyKey: 'monday' }
  const request = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }], cron: '0 6 * * 1' } as const
  const [first, again] = [
    await client.schedule.create(request, options),
    await client.schedule.create(request, options),
  ]
  assert.deepEqual(again.data, first.data)
  assert.equal((await client.schedule.list()).data.schedules.length, 1)
  assert.equal((await client.schedule.pause(first.data.id)).data.status, 'paused')
  assert.equal((await client.schedule.resume(first.data.id)).data.status, 'active')
  assert.deepEqual((await client.schedule.get(first.data.id)).data.runs, [])
  assert.equal((await client.schedule.delete(first.data.id)).data.id, first.data.id)
})
