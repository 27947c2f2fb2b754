import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { startSandbox, type RunningSandbox } from '../../adapters/sandbox/server/index.ts'
import { generateAsin } from '../../adapters/sandbox/index.ts'
import { headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { batchCalls } from '../support/batch-calls.ts'

const lines: string[] = []
const stream = new Writable({
  write(chunk: Buffer, _, done) {
    lines.push(chunk.toString())
    done()
  },
})
let sandbox: RunningSandbox
let bench: Bench

before(async () => {
  sandbox = await startSandbox({ weight: 'light', faults: 'lies%20,lost=4%50,no_json%50' })
  const settings = {
    SHELFMARK_SOURCE: 'live',
    SHELFMARK_UPSTREAM: `*=http://127.0.0.1:${sandbox.port}`,
    SHELFMARK_LOG: 'trace',
    SHELFMARK_BATCH_INTERVAL_MS: '100',
  }
  bench = await startBench({ log: pino({ level: 'trace' }, stream), settings, retrieval: { pauseMs: 0 } })
})
after(async () => {
  await bench.close()
  await sandbox.close()
})

test('a server answers for a place, with proof, or with an error that is free', async () => {
  const { key } = await bench.createCaller()
  for (let index = 0; index < 12; index++) {
    const answer = await bench.product(generateAsin(`served ${index}`), key, '&domain=de&zip=10117')
    const { delivery_location, error } = jsonOf(answer) as Record<string, unknown>
    if (answer.status === 200) {
      assert.equal(headerOf(answer, 'Svc-Location'), 'confirmed')
      assert.match(String(delivery_location), /10117/)
    } else assert.deepEqual([answer.status, error], [502, 'location_not_applied'])
  }
})

test('items of batches come in sessions too', async () => {
  const { key } = await bench.createCaller()
  const items = Array.from({ length: 6 }, (_, index) => ({
    query: generateAsin(`item ${index}`),
    domain: 'com',
    zip: '10001',
  }))
  const { create, finish } = batchCalls(bench, key)
  const batch = await finish((await create({ endpoint: 'market.product', items })).id)
  const outcomes = batch.results.map(({ http_status, error }) => (error === null ? http_status : error['error']))
  assert.equal(outcomes.length, 6)
  assert.ok(outcomes.filter((outcome) => outcome === 200).length >= 4, outcomes.join(' '))
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 200 && outcome !== 'location_not_applied'),
    [],
  )
})

test('metrics count sessions by marketplace and event, and nothing that is printed or logged has a cookie', async () => {
  const { bytes } = await bench.callAdmin('/metrics')
  const text = bytes.toString()
  for (const event of ['made', 'proven', 'refused', 'lost']) {
    assert.match(text, new RegExp(`shelfmark_sessions_total\\{domain="de",event="${event}"\\} \\d+`))
  }
  assert.match(text, /^shelfmark_sessions_kept [1-9]/m)
  assert.match(text, /shelfmark_sessions_total\{domain="de",event="made"\} [1-9]/)
  assert.ok(lines.length > 5)
  // Ids of sessions of the simulated marketplace, and tokens, which begin with forty letters and digits.
  for (const told of [text, lines.join('')])
    assert.doesNotMatch(told, /\b1[34]\d-\d{7}-\d{7}\b|[A-Za-z0-9]{40}\.\d|10117.*event=/)
})

test('operators see the sessions on the view of the health', async () => {
  const { sessions } = await bench.administrate('service.health', {})
  const { made = 0, proven = 0 } = sessions?.counts['de'] ?? {}
  assert.ok(sessions !== null && sessions.kept > 0 && made > 0 && proven > 0, JSON.stringify(sessions))
  assert.doesNotMatch(JSON.stringify(sessions), /10117|session-id/)
})
