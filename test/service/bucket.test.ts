import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import { parse } from 'csv-parse/sync'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'
import { BATCH, jsonOf, startBench } from '../support/service-bench.ts'
import { S3_KEYS, startS3Server } from '../support/s3-server.ts'
import { until } from '../support/wait.ts'

const s3 = await startS3Server()
let offset = 0
const settings = {
  SHELFMARK_BATCH_INTERVAL_MS: '200',
  SHELFMARK_WEBHOOK_ALLOW: s3.endpoint,
  SHELFMARK_MASTER_KEY: 'a master key of thirty-two characters or more',
}
const bench = await startBench({ epochMs: () => Date.now() + offset, settings })
const { key } = await bench.createCaller()
after(async () => {
  await bench.close()
  s3.close()
})

const DELIVER = { to: 's3://kettles/prices/dt=1/', endpoint: s3.endpoint, region: s3.region, credentials: S3_KEYS }

interface Delivered {
  readonly id: string
  readonly webhook_signature_secret: string
  readonly results: readonly unknown[]
  readonly deliver: Readonly<Record<'file' | 'manifest' | 'status' | 'last_error' | 'delivered_at', string | null>>
  readonly webhook_delivery_status: string | null
}

async function create(deliver: object, more: object = {}): Promise<Delivered> {
  const items = [{ query: 'B0SHLFX301', domain: 'de', reference: 'one' }, { query: 'B0GONE0404' }]
  const answer = await bench.createBatch(key, { endpoint: 'market.product', items, deliver, ...more })
  assert.equal(answer.status, 201, answer.bytes.toString())
  return jsonOf(answer) as Delivered
}

async function read(id: string): Promise<Delivered> {
  const answer = await bench.call(`${BATCH}/${id}`, { key })
  assert.equal(answer.bytes.includes(S3_KEYS.secret_access_key), false)
  return jsonOf(answer) as Delivered
}

async function untilBatch(id: string, isTrue: (batch: Delivered) => boolean): Promise<Delivered> {
  let batch = await read(id)
  const isSo = async (): Promise<boolean> => isTrue((batch = await read(id)))
  await until(isSo, () => JSON.stringify(batch.deliver))
  return batch
}

/** The object of a URL such as `s3://kettles/prices/1.csv`. */
const objectAt = (url: string | null) => s3.objects.get(String(url).replace('s3://kettles/', ''))

const ROWS: Readonly<Record<string, (bytes: Buffer) => unknown[] | Promise<unknown[]>>> = {
  jsonl: (bytes) =>
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  csv: (bytes) => parse(bytes, { columns: true }),
  parquet: (bytes) => parquetReadObjects({ file: new Uint8Array(bytes).buffer }),
}

for (const [format, rowsOf] of Object.entries(ROWS)) {
  test(`results are one ${format} file, and a signed manifest that describes it`, async () => {
    const { id, webhook_signature_secret: secret } = await create({ ...DELIVER, format })
    const { deliver, results } = await untilBatch(id, (batch) => batch.deliver.status === 'delivered')
    assert.match(String(deliver.file), new RegExp(`^s3://kettles/prices/dt=1/\\d{8}T\\d{6}Z-${id}\\.${format}$`))
    const [file, manifest] = [objectAt(deliver.file), objectAt(deliver.manifest)]
    assert.ok(file !== undefined && manifest !== undefined)
    assert.deepEqual([file.writes, manifest.writes, s3.uploads.size], [1, 1, 0])
    const rows = await rowsOf(file.bytes)
    assert.equal(rows.length, 2)
    if (format === 'jsonl') assert.deepEqual(rows, results)
    const text = manifest.bytes.toString()
    const told = JSON.parse(text) as Record<string, Record<string, unknown>> & { signature: string; columns: unknown[] }
    assert.deepEqual(told['file'], {
      url: deliver.file,
      format,
      size_bytes: file.bytes.length,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      rows: 2,
    })
    const { id: named, total_count, success_count, failure_count } = told['batch'] ?? {}
    assert.deepEqual([named, total_count, success_count, failure_count], [id, 2, 1, 1])
    if (format === 'jsonl') assert.equal(told.columns, null)
    else
      assert.deepEqual(
        told.columns.map((column) => (column as { name: string }).name),
        Object.keys(rows[0] as object),
      )
    const signed = text.slice(0, text.lastIndexOf(',"signature":'))
    assert.ok(await verifyWebhook(signed, told.signature, secret))
    assert.equal(await verifyWebhook(`${signed} `, told.signature, secret), false)
  })
}

test('a bucket that answers 500, then refuses keys, is tried again as webhooks are; the webhook follows the last attempt', async () => {
  const hooks: string[] = []
  s3.faults.before = ({ path }) => {
    if (path === '/hook') hooks.push(path)
    return path === '/hook' ? 200 : 500
  }
  const made = await create({ ...DELIVER, format: 'jsonl' }, { webhook_url: `${s3.endpoint}/hook` })
  const failed = await untilBatch(made.id, ({ deliver }) => deliver.status === 'retrying')
  assert.deepEqual(
    [failed.deliver.last_error, failed.webhook_delivery_status, hooks.length],
    ['http 500 InternalError', 'pending', 0],
  )
  s3.faults.before = ({ path }) => (path === '/hook' ? (hooks.push(path), 200) : undefined)
  offset += 61_000
  const { deliver } = await untilBatch(made.id, (batch) => batch.webhook_delivery_status === 'delivered')
  assert.deepEqual([deliver.status, deliver.last_error, hooks.length], ['delivered', 'http 500 InternalError', 1])
  s3.faults.before = undefined
})

test('wrong keys, an unknown bucket and a wrong region are named, and the webhook says that all attempts failed', async () => {
  const wrong = [
    [{ credentials: { ...S3_KEYS, secret_access_key: 'another' } }, 'http 403 SignatureDoesNotMatch'],
    [{ credentials: { ...S3_KEYS, access_key_id: 'another' } }, 'http 403 InvalidAccessKeyId'],
    [{ to: 's3://another/' }, 'http 404 NoSuchBucket'],
    [{ region: 'us-west-2' }, 'http 403 AuthorizationHeaderMalformed'],
  ] as const
  const made = await Promise.all(
    wrong.map(async ([change, error]) => ({ error, id: (await create({ ...DELIVER, format: 'csv', ...change })).id })),
  )
  for (const { id, error } of made) {
    const { deliver } = await untilBatch(id, (batch) => batch.deliver.status === 'retrying')
    assert.equal(deliver.last_error, error)
  }
  for (const { id, error } of made) {
    const { deliver } = await untilBatch(id, (batch) => {
      // Each attempt follows some minutes after the one before.
      offset += 5 * 60_000
      return batch.deliver.status === 'failed'
    })
    assert.equal(deliver.last_error, error)
  }
})

test('mistakes are named, and an endpoint is checked as a webhook is', async () => {
  const cases: readonly (readonly [object, Readonly<Record<string, RegExp>>])[] = [
    [{ format: 'csv' }, { 'deliver.to': /is required/, 'deliver.credentials': /is required/ }],
    [{ ...DELIVER, format: 'xml' }, { 'deliver.format': /one of: jsonl, csv, parquet/ }],
    [{ ...DELIVER, format: 'csv', to: 's3://kettles/../' }, { 'deliver.to': /s3:\/\/BUCKET/ }],
    [{ ...DELIVER, format: 'csv', to: 's3://kettles/a' }, { 'deliver.to': /s3:\/\/BUCKET/ }],
    [{ ...DELIVER, format: 'csv', to: 's3://kettles' }, { 'deliver.to': /must end with "\/"/ }],
    [{ ...DELIVER, format: 'csv', to: 's3://b/p/' }, { 'deliver.to': /bucket of 3 to 63 lower-case letters/ }],
    [{ ...DELIVER, format: 'csv', to: 's3://My_Bucket/p/' }, { 'deliver.to': /bucket of 3 to 63 lower-case letters/ }],
    [{ ...DELIVER, format: 'csv', to: 'kettles/p/' }, { 'deliver.to': /must begin with "s3:\/\/"/ }],
    [{ ...DELIVER, format: 'csv', to: 's3://kettles/ä/' }, { 'deliver.to': /in the prefix/ }],
    [{ ...DELIVER, format: 'csv', acl: 'private' }, { 'deliver.acl': /^is not known$/ }],
    [
      { ...DELIVER, format: 'csv', credentials: { ...S3_KEYS, foo: 1, session_tokn: 'a' } },
      {
        'deliver.credentials.foo': /^is not known$/,
        'deliver.credentials.session_tokn': /did you mean "session_token"/,
      },
    ],
    [{ ...DELIVER, format: 'csv', endpoint: 'https://10.0.0.1' }, { 'deliver.endpoint': /private address/ }],
    [{ ...DELIVER, format: 'csv', endpoint: 'http://s3.example' }, { 'deliver.endpoint': /https/ }],
    [
      { ...DELIVER, format: 'csv', endpoint: 'https://a:b@s3.example' },
      { 'deliver.endpoint': /https address without a path/ },
    ],
    [{ ...DELIVER, format: 'csv', region: null, regoin: 'a' }, { 'deliver.regoin': /did you mean "region"/ }],
    [
      { ...DELIVER, format: 'csv', credentials: {} },
      { 'deliver.credentials.access_key_id': /is required/, 'deliver.credentials.secret_access_key': /is required/ },
    ],
  ]
  for (const [deliver, expected] of cases) {
    const items = [{ query: 'B0SHLFX301' }]
    const answer = await bench.createBatch(key, { endpoint: 'market.product', items, deliver })
    assert.equal(answer.status, 400, JSON.stringify(deliver))
    const { details } = jsonOf(answer) as { details: { param: string; message: string }[] }
    assert.deepEqual(
      details.map(({ param }) => param),
      Object.keys(expected),
      JSON.stringify(details),
    )
    for (const { param, message } of details) assert.match(message, expected[param] ?? /never/)
  }
})
