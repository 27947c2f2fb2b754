import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import {
  ADMIN_TOKEN,
  assertError,
  assertInvalid,
  BATCH,
  headerOf,
  jsonOf,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'

let bench: Bench
let key: string
before(async () => {
  bench = await startBench()
  ;({ key } = await bench.createCaller())
})
after(() => bench.close())

const BODY = JSON.stringify({ endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
const MIB = 1024 * 1024

const send = (body: Buffer, coding: string, own: Bench = bench): Promise<Answer> =>
  own.call(BATCH, {
    method: 'POST',
    key,
    body,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding },
  })

const packers = { gzip: gzipSync, 'x-gzip': gzipSync, GZIP: gzipSync, deflate: deflateSync, br: brotliCompressSync }

for (const [coding, pack] of Object.entries(packers)) {
  test(`a body in ${coding} is unpacked`, async () => {
    assert.equal((await send(pack(BODY), coding)).status, 201)
  })

  test(`a body in ${coding} that unpacks to more than 8 MiB: 413, up to that it is read`, async () => {
    const most = Buffer.from(BODY.padEnd(8 * MIB))
    assert.equal((await send(pack(most), coding)).status, 201)
    for (const size of [8 * MIB + 1, 200 * MIB]) {
      assertError(await send(pack(Buffer.alloc(size, ' ')), coding), 413, { error: 'payload_too_large' })
    }
  })

  test(`a body that is not whole ${coding} data: 400`, async () => {
    const packed = pack(BODY)
    for (const body of [packed.subarray(0, -4), Buffer.from(BODY), Buffer.alloc(0)]) {
      assertInvalid(await send(body, coding), ['body'])
    }
  })
}

test('a body in a coding that is not known, or in several: 415 with Accept-Encoding', async () => {
  for (const coding of ['compress', 'zstd', 'gzip, gzip', 'constructor']) {
    const answer = await send(gzipSync(BODY), coding)
    assertError(answer, 415, { error: 'unsupported_media_type' })
    assert.equal(headerOf(answer, 'accept-encoding'), 'gzip, deflate, br')
  }
  assert.equal((await send(Buffer.from(BODY), 'identity')).status, 201)
})

test('a body may begin with a byte order mark, packed or not', async () => {
  const body = Buffer.from(`\uFEFF${BODY}`)
  assert.equal((await send(body, 'identity')).status, 201)
  assert.equal((await send(gzipSync(body), 'gzip')).status, 201)
  assertInvalid(await send(Buffer.from(`\uFEFF\uFEFF${BODY}`), 'identity'), ['body'])
  assertInvalid(await send(Buffer.from(`\uFEFF${BODY}`, 'utf16le'), 'identity'), ['body'])
})

test('a body is parsed within its limits when it is unpacked, not before', async () => {
  const deep = gzipSync('['.repeat(MIB))
  assertInvalid(await send(deep, 'gzip'), ['body'])
})

test('commands of the administration take packed bodies too', async () => {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Encoding': 'gzip' }
  const list = await bench.callAdmin('/admin/v1/workspaces.list', { method: 'POST', body: gzipSync('{}'), headers })
  assert.equal(list.status, 200)
  assert.ok(Array.isArray((jsonOf(list) as { result: unknown }).result))
  const large = gzipSync(' '.repeat(MIB))
  const refused = await bench.callAdmin('/admin/v1/workspaces.list', { method: 'POST', body: large, headers })
  assert.equal(refused.status, 413)
})
