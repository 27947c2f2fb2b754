import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BATCH, headerOf, jsonOf, PRODUCT, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { inTime, until } from '../support/wait.ts'

let bench: Bench
let key: string
before(async () => {
  bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '100' } })
  ;({ key } = await bench.createCaller())
})
after(() => bench.close())

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const
type Coding = keyof typeof DECODERS
const CODINGS = Object.keys(DECODERS) as Coding[]

/** An answer, checked against the OpenAPI document after it is decoded. */
async function ask(target: string, accepted: string): Promise<{ answer: Answer; coding: string | null; text: string }> {
  const headers = { 'Accept-Encoding': accepted }
  const answer = await bench.callEncoded(target, { key, headers })
  const coding = headerOf(answer, 'content-encoding')
  const bytes = coding === null ? answer.bytes : DECODERS[coding as Coding](answer.bytes)
  return { answer, coding, text: bytes.toString() }
}

for (const coding of CODINGS) {
  test(`a product, its page and the description are compressed: ${coding}`, async () => {
    for (const target of [
      `${PRODUCT}?query=B0SHLFX301`,
      `${PRODUCT}?query=B0SHLFX301&add_html=1`,
      '/api/v1/openapi.json',
    ]) {
      const [plain, encoded, again] = [
        await ask(target, 'identity'),
        await ask(target, coding),
        await ask(target, coding),
      ]
      assert.deepEqual([plain.coding, encoded.coding, again.coding], [null, coding, coding], target)
      assert.deepEqual([encoded.text, again.text], [plain.text, plain.text], target)
      assert.ok(
        encoded.answer.bytes.length < plain.answer.bytes.length / 2,
        `${target}: ${encoded.answer.bytes.length}`,
      )
      const varies = target.startsWith(PRODUCT) ? 'Accept, Accept-Encoding' : 'Accept-Encoding'
      for (const { answer } of [plain, encoded]) assert.equal(headerOf(answer, 'vary'), varies, target)
    }
  })
}

test('a charge for a compressed answer counts as for any other', async () => {
  const { key: own, workspace } = await bench.createCaller()
  const headers = { 'Accept-Encoding': 'br' }
  const answer = await bench.callEncoded(`${PRODUCT}?query=B0SHLFX301`, { key: own, headers })
  assert.deepEqual([answer.status, headerOf(answer, 'Svc-Cost')], [200, '5'])
  const [usage] = await bench.readUsage(workspace)
  assert.deepEqual([usage?.charges, usage?.credits], [1, 5])
})

test('short answers stay as they are', async () => {
  for (const target of ['/livez', '/none', `${PRODUCT}?query=x`]) {
    const { coding } = await ask(target, 'gzip, br')
    assert.equal(coding, null, target)
  }
})

async function createWhole(items: readonly object[], own = key): Promise<string> {
  const { id } = jsonOf(await bench.createBatch(own, { endpoint: 'market.product', items })) as { id: string }
  const isDone = async (): Promise<boolean> =>
    (jsonOf(await bench.call(`${BATCH}/${id}?limit=0`, { key: own })) as { status: string }).status === 'complete'
  await until(isDone, 'the batch is complete')
  return id
}

test('the results of a batch are compressed as they are read', async () => {
  const id = await createWhole(Array.from({ length: 30 }, () => ({ query: 'B0SHLFX301' })))
  const plain = await ask(`${BATCH}/${id}`, 'identity')
  assert.equal((JSON.parse(plain.text) as { results: unknown[] }).results.length, 30)
  for (const coding of CODINGS) {
    const encoded = await ask(`${BATCH}/${id}`, coding)
    assert.equal(encoded.coding, coding)
    assert.equal(encoded.text, plain.text)
    assert.ok(encoded.answer.bytes.length < plain.answer.bytes.length / 4)
  }
})

test('a client that leaves in the middle of a compressed answer gives its turn back', async () => {
  const caller = await bench.createCaller()
  const items = Array.from({ length: 60 }, () => ({ query: 'B0SHLFX301', add_html: true }))
  const id = await createWhole(items, caller.key)
  const headers = { Authorization: `Bearer ${caller.key}`, 'Accept-Encoding': 'gzip' }
  // More than a workspace has turns.
  for (let times = 0; times < 6; times++) {
    const agent = new Agent()
    await new Promise<void>((resolve, reject) => {
      const request = get({ port: bench.port, path: `${BATCH}/${id}`, headers, agent }, (answer) => {
        answer.once('data', () => {
          answer.destroy()
          resolve()
        })
      })
      request.on('error', reject)
    })
    agent.destroy()
  }
  const answer = await inTime(bench.call(`${BATCH}/${id}`, { key: caller.key }), 'an answer')
  assert.equal(answer.status, 200)
  await bench.awaitInFlight(0)
})
